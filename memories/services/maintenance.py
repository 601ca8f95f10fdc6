"""Rebuild indexes, choose the embedding model, switch packs and finish waiting jobs.

Every command begins here; what reads texts and what searches is imported where it is used.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.allocation import uncollected
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.template import Template
from memories import index
from memories.index import embedding_jobs
from memories.index.embeddings import EmbeddingError, current_embedder, embedder_for, spec_for
from memories.index.embeddings.calibration import Calibration, calibrate
from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, ModelStatus, State
from memories.records.lookup import require_whole_space
from packs.privacy import choose_policy
from packs.schemas import PackPatch
from packs.selection import pack_switch
from packs.spec import PackSpec

__all__ = [
    "EmbeddingError",
    "calibrate_model",
    "change_pack",
    "create_missing_tables",
    "current_embedder",
    "derive_waiting",
    "discard_derived",
    "embed_waiting",
    "flush_search_log",
    "follow_setting",
    "forget_unused_spaces",
    "rebuild_indexes",
    "reranker_status",
    "set_template_aside",
    "use_model",
]
# What a server and its processes need soon: imported before they are forked, it is shared.
SHARED = (
    "memories.enrichment.queue",
    "memories.inbox.bulk",
    "memories.services.erasure.stores",
    "memories.services.save",
    "memories.services.search",
    "memories.tasks.jobs",
)
UNUSED_SECONDS = 60.0
create_missing_tables = index.ensure_tables
rebuild_indexes = index.rebuild
embed_waiting = embedding_jobs.drain


def discard_derived(now: datetime) -> int:
    """Delete derived rows that nobody validated, and enqueue all memories; return how many."""
    from memories.enrichment import rebuild as derived

    return derived.discard(now)


def flush_search_log() -> int:
    """Store all queued searches and return how many."""
    from memories.search.log import flush

    return flush()


def forget_unused_spaces() -> None:
    """Drop the spaces in memory that nobody has asked for since a minute.

    For the worker: what is derived now and then can wait half a second for 10,000 memories, which
    take 20 MB.
    """
    from memories.index.in_memory.space import spaces

    spaces.forget_unused(UNUSED_SECONDS)


def reranker_status() -> str:
    """Return one line, translated: off, or the model's name and whether it can be used."""
    from memories.search.reranking import status

    return status()


def set_template_aside() -> Template | None:
    """Load what reads texts, and set a copy of this process aside that others are forked from.

    Searches beside the server use it. Call it before there are threads; None if this system or
    this process cannot be forked.
    """
    with uncollected():
        from memories.index import query_vectors
        from memories.search.workers import search_workers
        from memories.services.saving.at_once import load_words

        for name in SHARED:
            import_module(name)
    if Template.is_possible():
        load_words()
        if model := query_vectors.active_model():
            # Without it every search says why, as it would later.
            with suppress(EmbeddingError):
                embedder_for(model.name).query("")
    search_workers.template = Template.set_aside()
    return search_workers.template


def derive_waiting(advance: Callable[[int], None]) -> int:
    """Enrich all waiting memories and embed the results; return the number of memories."""
    from memories.enrichment import rebuild as derived

    count = derived.rebuild(advance)
    embedding_jobs.drain()
    return count


def use_model(name: str, *, now: datetime | None = None) -> EmbeddingModel:
    """Make ``name`` the embedding model of this installation.

    Searches use the current model until every memory has a vector of the new one. For a model
    that was used before, only missing vectors are computed.

    Raises:
        InvalidInput: the model cannot be loaded on this machine.
        Conflict: sqlite-vec is not available.
    """
    if not index.has_vectors():
        raise Conflict(
            _("sqlite-vec cannot be loaded on this machine"), field="model", code="no_vectors"
        )
    try:
        spec = spec_for(name)
    except EmbeddingError as error:
        raise InvalidInput(str(error), field="model", code="unknown_model") from error
    now = now or timezone.now()
    in_use = EmbeddingModel.objects.filter(name=name, version=spec.version)
    is_active = in_use.filter(status=ModelStatus.ACTIVE).exists()
    # Measured before taking the write lock, since it embeds some hundred texts.
    measured = None if is_active else _measured(name)
    with transaction.atomic():
        model = index.register_model(spec, now=now)
        if measured is not None:
            in_use.update(thresholds=measured.thresholds())
            _start_building(model, now)
        _drop_other_builds(model)
        jobs.wake("embed")
    model.refresh_from_db()
    return model


def _start_building(model: EmbeddingModel, now: datetime) -> None:
    index.ensure_table(model)
    EmbeddingModel.objects.filter(pk=model.pk).update(status=ModelStatus.BUILDING)
    for batch in index.findable_batches():
        EmbeddingJob.objects.enqueue([memory.pk for memory in batch], now=now, model=model)
    pks = list(State.objects.findable().values_list("pk", flat=True))
    EmbeddingJob.objects.enqueue(pks, now=now, kind=ItemKind.STATE, model=model)


def _drop_other_builds(model: EmbeddingModel) -> None:
    """Stop building other models that were chosen before."""
    others = EmbeddingModel.objects.filter(status=ModelStatus.BUILDING).exclude(pk=model.pk)
    EmbeddingJob.objects.filter(model__in=others).delete()
    others.update(status=ModelStatus.RETIRED)


def calibrate_model(name: str) -> Calibration:
    """Measure a model's similarity thresholds, and store them if the model is registered.

    Raises:
        InvalidInput: the model cannot be loaded on this machine.
    """
    measured = _measured(name)
    version = embedder_for(name).spec.version
    EmbeddingModel.objects.filter(name=name, version=version).update(
        thresholds=measured.thresholds()
    )
    return measured


def _measured(name: str) -> Calibration:
    try:
        return calibrate(embedder_for(name))
    except EmbeddingError as error:
        raise InvalidInput(str(error), field="model", code="unknown_model") from error


def follow_setting() -> EmbeddingModel | None:
    """Start building the model named in the settings, unless it is in use or being built."""
    name = settings.EMBEDDING_MODEL
    in_use = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED).values_list(
        "name", flat=True
    )
    if name in set(in_use) or not index.has_vectors():
        return None
    return use_model(name)


def change_pack(caller: Caller, pack_id: str, patch: PackPatch) -> PackSpec:
    """Enable or disable a pack for the caller, or choose its privacy policy; its memories stay.

    Raises:
        Forbidden: the token is bound to a namespace; for the policy, the caller is not the owner.
        NotFound: the pack is not installed, or the token may not use it.
        InvalidInput: nothing is said.
    """
    from memories.selectors.system import pack_get

    require_whole_space(caller)
    spec = pack_get(caller, pack_id)
    if patch.enabled is None and patch.privacy is None:
        raise InvalidInput(_("say “enabled” or “privacy”"), field="enabled", code="missing")
    with transaction.atomic():
        if patch.enabled is not None:
            pack_switch(caller, spec.id, is_enabled=patch.enabled)
        if patch.privacy is not None:
            choose_policy(caller, spec.id, patch.privacy)
    return spec


def embed_again(memory: Memory) -> None:
    """Schedule a new vector for a memory that searches can find."""
    if memory.is_findable:
        EmbeddingJob.objects.enqueue([memory.pk], now=timezone.now())
        jobs.wake("embed")
