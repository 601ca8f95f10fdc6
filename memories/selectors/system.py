"""Read installed packs, totals of a caller's data, and the state of the installation.

A person sees counts of their own rows; a bound token sees counts of the rows it can read.
Figures of the whole installation are for the operator.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, Model, QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.services.users import is_operator
from core.caller import Caller, Scope, pack_of
from core.db.backups.installation import age_in_seconds, backup_status
from core.db.sqlite import maintenance
from core.db.sqlite.write_lock import BOUNDS, LONGEST_SECONDS, read_lock_times
from core.db.storage.faults import DETAILS, TITLES, Fault, StorageError
from core.db.storage.watch import storage_watch
from core.errors import NotFound
from core.jobs.worker import worker_watch
from entities.models import Entity, Mention
from entities.selectors import entities_seen
from graph.models import EntityRelation, MemoryLink
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from memories import index
from memories.enrichment.llm.budget import status as llm_status
from memories.index import embedding_jobs, query_vectors
from memories.index.in_memory.space import spaces
from memories.knowledge.states.lookup import states_seen
from memories.models import (
    DerivationJob,
    EmbeddingModel,
    Memory,
    ModelStatus,
    Proposal,
    RetrievalRun,
    Session,
    State,
    Thread,
    VectorMetadata,
)
from memories.records.lookup import links_seen
from memories.search import reranking
from memories.search.workers import search_workers
from memories.selectors.entities import relations_seen
from memories.selectors.groups import sessions_seen, threads_seen
from memories.selectors.history import revisions_seen
from packs import registry
from packs.privacy import privacy_out
from packs.schemas import Names, PackOut, WordOut
from packs.selection import chosen_packs, enabled_packs
from packs.spec import EntityTypeSpec, Name, PackSpec, RelationTypeSpec, Vocabulary

# Tables whose rows are figures for the operator.
COUNTED: tuple[type[Model], ...] = (
    Memory, Entity, Mention, EntityRelation, MemoryLink, State, Thread, Session, RetrievalRun,
    Proposal,
)  # fmt: skip
# Anybody may read these: without paths and without the reason.
BACKUP_NOTES = {
    "failed": ("the last backup failed; “wasurena status” says why",),
    "overdue": ("the last backup is more than two days old",),
}


def database_stats(caller: Caller) -> dict[str, Any]:
    """Return counts of the rows that the caller can see; for the operator, also the totals."""
    caller.require(Scope.READ)
    is_told_all = is_operator(caller)
    memories = Memory.objects.of(caller)
    packs = chosen_packs(caller, None)
    return {
        "memories": memories.kept().count(),
        "invalidated": memories.exclude(invalidated_at=None).count(),
        "by_pack": {
            pack: memories.kept().filter(user_id=caller.space(pack)).count() for pack in packs
        },
        "entities": entities_seen(caller).count(),
        "mentions": Mention.objects.filter(memory__in=memories).count(),
        "relations": relations_seen(caller).count(),
        "links": links_seen(caller).count(),
        "states": states_seen(caller).count(),
        "threads": threads_seen(caller).count(),
        "sessions": sessions_seen(caller).count(),
        "revisions": revisions_seen(caller).count(),
        "vectors": VectorMetadata.objects.filter(memory__in=memories).count(),
        "database_bytes": maintenance.size_in_bytes() if is_told_all else None,
        "embedding": embedding_status(None if is_told_all else caller),
        "search": search_status(None if is_told_all else caller),
        "llm": llm_status(None if is_told_all else caller),
    }


def search_status(caller: Caller | None = None) -> dict[str, Any]:
    """Return the search caches of this process: for one caller's spaces, or for all."""
    mine = caller.spaces(chosen_packs(caller, None)) if caller else None
    held, asked = spaces.statistics(mine), query_vectors.query_vector.cache_info()
    # Figures of a whole space would reveal data outside the namespace.
    is_part = bool(caller and caller.namespace)
    return {
        "spaces": held.spaces,
        "documents": None if is_part else held.documents,
        "bytes_held": None if is_part else held.bytes_held,
        "space_hit_rate": None if caller else _rate(held.hits, held.misses),
        "questions": None if caller else asked.currsize,
        "question_hit_rate": None if caller else _rate(asked.hits, asked.misses),
        "processes": search_workers.processes,
        "searches_beside": None if caller else search_workers.searches_in_workers,
        "reranker": reranking.status(),
    }


def _rate(hits: int, misses: int) -> float:
    return round(hits / (hits + misses), 4) if hits + misses else 0.0


def write_lock_times() -> dict[str, Any]:
    """Return how long write transactions held the lock, in all processes since the server started.

    ``histogram`` holds upper bounds in seconds (None: longer) with the number of transactions.
    """
    times = read_lock_times(settings.LOCK_TIMES_DIR)
    histogram = [
        {"up_to": bound, "count": number}
        for bound, number in zip((*BOUNDS, None), times.counts, strict=True)
    ]
    return {
        "transactions": sum(times.counts),
        "seconds": round(times.seconds, 3),
        "longest_seconds": round(times.longest, 3),
        "longest_by": times.longest_by,
        "is_too_long": times.longest > LONGEST_SECONDS,
        "histogram": histogram,
    }


def installation_figures(caller: Caller) -> dict[str, Any]:
    """Return counts of the whole installation by kind, sizes in bytes, and (hits, misses) of caches.

    Raises:
        Forbidden: the caller is not the operator, or the token may not administrate.
    """
    caller.require_operator("metrics")
    held, asked = spaces.statistics(), query_vectors.query_vector.cache_info()
    edges, paths = EDGES.statistics, PATHS.statistics
    return {
        "rows": {model._meta.db_table: model._default_manager.count() for model in COUNTED},
        "waiting": {
            "embedding": embedding_jobs.waiting(),
            "derivation": DerivationJob.objects.waiting().count(),
        },
        "failed_derivations": failed_enrichment_count(),
        "bytes": {
            "database": maintenance.size_in_bytes(),
            "write_ahead_log": maintenance.log_size_in_bytes(),
            "search_index": held.bytes_held,
            "graph_cache": edges.bytes_held + paths.bytes_held,
        },
        "caches": {
            "spaces": (held.hits, held.misses),
            "questions": (asked.hits, asked.misses),
            "edges": (edges.hits, edges.misses),
            "paths": (paths.hits, paths.misses),
        },
    }


def failed_enrichment_count() -> int:
    """Return how many memories the enrichment gave up on."""
    return DerivationJob.objects.given_up().count()


def embedding_status(caller: Caller | None = None) -> dict[str, Any]:
    """Return the embedding models and the number of waiting jobs: of one caller, or of all."""
    models = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED)
    mine = None if caller is None else (Memory.objects.of(caller), states_seen(caller))
    return {
        "vectors": index.has_vectors(),
        "waiting": embedding_jobs.waiting(mine),
        "models": [
            {"name": m.name, "version": m.version, "dimension": m.dimension, "status": m.status}
            for m in models
        ],
    }


def health() -> dict[str, Any]:
    """Return status, version, whether vectors work, waiting memories, storage and backups.

    ``status`` is ok, degraded, or failing if nothing can be stored.
    """
    if fault := storage_watch.current():
        return _without_storage(fault)
    vectors, backups = index.has_vectors(), backup_status()
    notes = [] if vectors else ["sqlite-vec cannot be loaded; searching by words only"]
    notes += BACKUP_NOTES.get(backups.state, ())
    if worker_watch.is_silent:
        notes.append("the worker has given no sign of life for a minute; it is started again")
    return {
        "status": "degraded" if notes else "ok",
        "version": settings.VERSION,
        "storage": "ok",
        "vectors": vectors,
        "waiting_for_embedding": embedding_jobs.waiting(),
        "backup": backups.state,
        "backup_age_seconds": _whole(age_in_seconds(backups)),
        "notes": notes,
    }


def storage_problem() -> str:
    """Return the code of what keeps everything from being stored, for pages; empty if nothing."""
    fault = storage_watch.current()
    return StorageError(fault).code if fault else ""


def _without_storage(fault: Fault) -> dict[str, Any]:
    """Return the health of a server that can store nothing, and perhaps read nothing."""
    return {
        "status": "failing",
        "version": settings.VERSION,
        "storage": str(fault),
        "vectors": None,
        "waiting_for_embedding": None,
        "backup": backup_status().state,
        "backup_age_seconds": None,
        "notes": [f"{TITLES[fault]} {DETAILS[fault].capitalize()}."],
    }


def _whole(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds)


Row = TypeVar("Row", bound=Model)
Word = Vocabulary | EntityTypeSpec | RelationTypeSpec


def pack_list(caller: Caller) -> list[PackSpec]:
    """Return the installed packs that the caller may reach, disabled ones included."""
    caller.require(Scope.READ)
    return [spec for spec in registry.all_packs() if caller.may_reach(spec.id)]


def pack_get(caller: Caller, pack_id: str) -> PackSpec:
    """Return one pack; NotFound if it is not installed or out of reach."""
    if spec := next((spec for spec in pack_list(caller) if spec.id == pack_id), None):
        return spec
    raise NotFound(format_lazy(_("there is no pack “{pack_id}”"), pack_id=pack_id), field="id")


def pack_outs(caller: Caller, packs: Sequence[PackSpec]) -> list[PackOut]:
    """Return packs for a client."""
    enabled = set(enabled_packs(caller))
    memories = _by_space(Memory.objects.of(caller).kept())
    entities = _by_space(entities_seen(caller).filter(merged_into=None))
    return [
        PackOut(
            id=spec.id,
            name=_names(spec.name),
            description=_names(spec.description),
            hue=spec.hue,
            icon=spec.icon,
            enabled=spec.id in enabled,
            privacy=privacy_out(caller, spec.id),
            memory_types=_words(spec.memory_types),
            categories=_words(spec.categories),
            entity_types=_words(spec.entity_types),
            relation_types=_words(spec.relation_types),
            memory_count=memories.get(spec.id, 0),
            entity_count=entities.get(spec.id, 0),
        )
        for spec in packs
    ]


def _by_space(rows: QuerySet[Row]) -> dict[str, int]:
    counted = rows.order_by().values_list("user_id").annotate(total=Count("pk"))
    return {pack_of(user_id): total for user_id, total in counted}


def _names(name: Name) -> Names:
    return Names(en=name.en, ja=name.ja)


def _words(words: Iterable[Word]) -> list[WordOut]:
    return [WordOut(key=word.key, name=_names(word.name)) for word in words]
