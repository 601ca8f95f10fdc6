"""Home page: pinned and recent memories, filtered lists, counts by pack."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from core.caller import Caller, pack_of
from memories.models import Memory
from memories.records.serialize import memories_out
from memories.schemas import MemoryOut, SearchInput
from memories.search.ranking.ordering import memory_order
from memories.selectors.memories import memory_list


@dataclass(frozen=True, slots=True)
class HomePage:
    """Pinned and recent memories."""

    pinned: list[MemoryOut]
    latest: list[MemoryOut]


def home_page(caller: Caller, *, packs: Sequence[str] | None) -> HomePage:
    """Return pinned memories, and recent ones that are not pinned."""
    rows = memory_list(caller, packs)
    pinned = list(rows.filter(pinned=True)[:5])
    latest = list(rows.filter(pinned=False)[:6])
    rendered = memories_out([*pinned, *latest])
    return HomePage(rendered[: len(pinned)], rendered[len(pinned) :])


def has_memories(caller: Caller) -> bool:
    """Return whether the caller has any memory."""
    return Memory.objects.of(caller).exists()


def filtered_memories(
    caller: Caller, *, packs: Sequence[str] | None, request: SearchInput
) -> list[MemoryOut]:
    """Return the memories that match the filters of a request without words, in its order."""
    rows = memory_list(caller, packs, request.filters).order_by(*memory_order(request))
    return memories_out(list(rows[: request.limit]))


def memory_counts(caller: Caller) -> dict[str, int]:
    """Return the number of memories by pack, disabled packs included."""
    rows = Memory.objects.of(caller).kept().order_by().values("user_id").annotate(n=Count("pk"))
    return {pack_of(row["user_id"]): row["n"] for row in rows}
