"""How much of everything a caller has, and how the parts stand that work for everybody.

What a person is told counts their own rows only; a bound token is told of what it can read.
Figures of the whole installation are for its operator.
"""

from typing import Any

from django.conf import settings

from accounts.services.users import is_operator
from core.caller import Caller, Scope
from core.db.sqlite import maintenance
from core.db.sqlite.lock_times import BOUNDS, LONGEST_SECONDS, read_lock_times
from entities.models import Mention
from entities.selectors import entities_seen
from memories import index
from memories.enrichment.llm.status import status as llm_status
from memories.index import embedding_jobs, query_vectors
from memories.index.in_memory.space_cache import spaces
from memories.knowledge.states.lookup import states_seen
from memories.models import EmbeddingModel, Memory, ModelStatus, VectorMetadata
from memories.records.links import links_seen
from memories.search import reranking
from memories.search.workers import search_workers
from packs.selection import chosen_packs

from .entities import relations_seen
from .revisions import revisions_seen
from .sessions import sessions_seen
from .threads import threads_seen


def database_stats(caller: Caller) -> dict[str, Any]:
    """Return how much of everything the caller can see; for the operator, the totals beside."""
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
    """Return what this process holds for searching: of one caller's spaces, or of all."""
    mine = caller.spaces(chosen_packs(caller, None)) if caller else None
    held, asked = spaces.statistics(mine), query_vectors.query_vector.cache_info()
    # Of a part of a space, what is held of the whole would tell.
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
        "longest_seconds": round(times.longest, 3),
        "longest_by": times.longest_by,
        "is_too_long": times.longest > LONGEST_SECONDS,
        "histogram": histogram,
    }


def embedding_status(caller: Caller | None = None) -> dict[str, Any]:
    """Return which models make vectors, and how much waits: of one caller, or of all."""
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
