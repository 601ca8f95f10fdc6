"""Reading memories and what hangs on them; always within the caller's reach."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from accounts.caller import Caller, Scope
from accounts.errors import NotFound
from entities.models import Entity, Mention
from graph.models import EntityRelation, MemoryLink
from memory_site.db import maintenance
from memory_site.db.sqlite.lock_times import BOUNDS, LONGEST_SECONDS, read_lock_times
from packs.services import chosen_packs

from . import embedding_queue, index, query_vectors, reranking
from .llm.status import status as llm_status
from .models import (
    EmbeddingModel,
    Memory,
    MemoryQuerySet,
    ModelStatus,
    Revision,
    Session,
    State,
    Thread,
    VectorMetadata,
)
from .schemas import SearchFilters
from .search.filters import filtered
from .search_processes import places
from .space_index.holder import spaces


def memory_get(caller: Caller, uid: UUID, *, field: str = "id") -> Memory:
    """Return one memory, deleted ones included.

    Raises:
        NotFound: there is none, or it belongs to somebody else.
    """
    caller.require(Scope.READ)
    memory = Memory.objects.of(caller).filter(uid=uid).with_rendering().first()
    if memory is None:
        raise NotFound(f"there is no memory {uid}", field=field)
    return memory


def memory_list(
    caller: Caller,
    packs: Sequence[str] | None = None,
    filters: SearchFilters | None = None,
    *,
    field: str = "packs",
    path: str = "filters.",
) -> MemoryQuerySet:
    """Return the kept memories that meet ``filters``, newest first."""
    caller.require(Scope.READ)
    spaces = caller.spaces(chosen_packs(caller, packs, field=field))
    rows = Memory.objects.of(caller).filter(user_id__in=spaces).kept()
    rows = filtered(rows, filters, caller, path=path) if filters else rows
    return rows.with_rendering().order_by("-created_at", "-pk")


def memory_history(caller: Caller, uid: UUID) -> QuerySet[Revision]:
    """Return a memory's journal, newest first."""
    memory = memory_get(caller, uid)
    return Revision.objects.of(caller).filter(target_type="memory", target_id=str(memory.uid))


def memory_links(caller: Caller, uid: UUID) -> QuerySet[MemoryLink]:
    """Return the links from and to a memory whose other end the caller may see."""
    memory = memory_get(caller, uid)
    visible = Memory.objects.of(caller).kept().values("pk")
    return (
        MemoryLink.objects.filter(Q(src_memory=memory) | Q(dst_memory=memory))
        .filter(src_memory__in=visible, dst_memory__in=visible)
        .select_related("relation_type", "src_memory", "dst_memory")
    )


def database_stats(caller: Caller) -> dict[str, Any]:
    """Return how much of everything the caller has, and the database's size."""
    caller.require(Scope.READ)
    memories = Memory.objects.of(caller)
    return {
        "memories": memories.kept().count(),
        "invalidated": memories.exclude(invalidated_at=None).count(),
        "by_pack": {
            pack: memories.kept().filter(user_id=caller.space(pack)).count()
            for pack in chosen_packs(caller, None)
        },
        "entities": Entity.objects.of(caller).count(),
        "mentions": Mention.objects.of(caller).count(),
        "relations": EntityRelation.objects.of(caller).count(),
        "links": MemoryLink.objects.of(caller).count(),
        "states": State.objects.of(caller).count(),
        "threads": Thread.objects.of(caller).count(),
        "sessions": Session.objects.of(caller).count(),
        "revisions": Revision.objects.of(caller).count(),
        "vectors": VectorMetadata.objects.filter(memory__in=memories).count(),
        "database_bytes": maintenance.size_in_bytes(),
        "embedding": embedding_status(),
        "search": search_status(),
        "llm": llm_status(),
    }


def search_status() -> dict[str, Any]:
    """Return what this process holds for searching, and how often it was there already."""
    held, asked = spaces.statistics(), query_vectors.query_vector.cache_info()
    return {
        "spaces": held.spaces,
        "documents": held.documents,
        "bytes_held": held.bytes_held,
        "space_hit_rate": _rate(held.hits, held.misses),
        "questions": asked.currsize,
        "question_hit_rate": _rate(asked.hits, asked.misses),
        "processes": places.processes,
        "searches_beside": places.searches_beside,
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


def embedding_status() -> dict[str, Any]:
    """Return which models make vectors, and how much waits."""
    models = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED)
    return {
        "vectors": index.has_vectors(),
        "waiting": embedding_queue.waiting(),
        "models": [
            {"name": m.name, "version": m.version, "dimension": m.dimension, "status": m.status}
            for m in models
        ],
    }
