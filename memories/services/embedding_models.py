"""Choosing the embedding model: a new one is built beside the old, then takes over (SPEC §4)."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import jobs
from core.errors import Conflict, InvalidInput
from memories import index
from memories.index.embeddings import EmbeddingError, embedder_for, spec_for
from memories.index.embeddings.calibration import Calibration, calibrate
from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, ModelStatus, State


def use_model(name: str, *, now: datetime | None = None) -> EmbeddingModel:
    """Make ``name`` the model of this installation.

    Search goes on with the present model until every memory has a vector of the
    new one. A model that was in use before is built again only where it lacks.

    Raises:
        InvalidInput: the model cannot be loaded on this machine.
        Conflict: sqlite-vec is not available.
    """
    if not index.has_vectors():
        raise Conflict(
            "sqlite-vec cannot be loaded on this machine", field="model", code="no_vectors"
        )
    try:
        spec = spec_for(name)
    except EmbeddingError as error:
        raise InvalidInput(str(error), field="model", code="unknown_model") from error
    now = now or timezone.now()
    in_use = EmbeddingModel.objects.filter(name=name, version=spec.version)
    is_active = in_use.filter(status=ModelStatus.ACTIVE).exists()
    # Before the write lock is taken: it embeds some hundred texts.
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
    states = State.objects.filter(searchable=True, superseded_at=None)
    pks = list(states.values_list("pk", flat=True))
    EmbeddingJob.objects.enqueue(pks, now=now, kind=ItemKind.STATE, model=model)


def _drop_other_builds(model: EmbeddingModel) -> None:
    """Stop building models that somebody chose before and then changed their mind about."""
    others = EmbeddingModel.objects.filter(status=ModelStatus.BUILDING).exclude(pk=model.pk)
    EmbeddingJob.objects.filter(model__in=others).delete()
    others.update(status=ModelStatus.RETIRED)


def calibrate_model(name: str) -> Calibration:
    """Measure where a model's thresholds lie, and store them with it where it is in use.

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
    """Start building the model that the settings name, where another one is in use."""
    name = settings.EMBEDDING_MODEL
    in_use = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED).values_list(
        "name", flat=True
    )
    if name in set(in_use) or not index.has_vectors():
        return None
    return use_model(name)


def embed_again(memory: Memory) -> None:
    """Schedule a new vector for a memory that searches can find."""
    if memory.is_findable:
        EmbeddingJob.objects.enqueue([memory.pk], now=timezone.now())
        jobs.wake("embed")
