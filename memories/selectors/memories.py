"""Reading memories and what hangs on them; always within the caller's reach."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from core.caller import Caller, Scope
from core.models import Revision
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet
from memories.records.lookup import memory_get as memory_get
from memories.records.serialize import memories_out as memories_out
from memories.records.serialize import memory_out as memory_out
from memories.schemas import SearchFilters
from memories.search.filters import filtered
from packs.selection import chosen_packs


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
