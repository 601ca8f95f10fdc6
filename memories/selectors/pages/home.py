"""What greets the owner, and plain lists of memories."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from core.caller import Caller, pack_of
from memories.models import Memory
from memories.records.serialize import memories_out
from memories.schemas import MemoryOut, SearchInput
from memories.search.ordering import memory_order
from memories.selectors.memories import memory_list


@dataclass(frozen=True, slots=True)
class HomePage:
    """What greets the owner before anything is asked."""

    pinned: list[MemoryOut]
    latest: list[MemoryOut]


def home_page(caller: Caller, *, packs: Sequence[str] | None) -> HomePage:
    """Return what is pinned, and the latest memories beside."""
    rows = memory_list(caller, packs)
    pinned = list(rows.filter(pinned=True)[:5])
    latest = list(rows.filter(pinned=False)[:6])
    rendered = memories_out([*pinned, *latest])
    return HomePage(rendered[: len(pinned)], rendered[len(pinned) :])


def has_memories(caller: Caller) -> bool:
    """Whether the owner has saved anything yet."""
    return Memory.objects.of(caller).exists()


def filtered_memories(
    caller: Caller, *, packs: Sequence[str] | None, request: SearchInput
) -> list[MemoryOut]:
    """Return the memories that meet the filters of a request without words, in its order."""
    rows = memory_list(caller, packs, request.filters).order_by(*memory_order(request))
    return memories_out(list(rows[: request.limit]))


def memory_counts(caller: Caller) -> dict[str, int]:
    """Return how many memories each pack holds, switched off packs included."""
    rows = Memory.objects.of(caller).kept().order_by().values("user_id").annotate(n=Count("pk"))
    return {pack_of(row["user_id"]): row["n"] for row in rows}
