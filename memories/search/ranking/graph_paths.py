"""Visibility of linked memories, and of the graph paths that lead to them."""

from collections.abc import Collection, Iterable, Sequence

from core.caller import Caller
from core.db.prepared import PreparedAmong
from graph.queries import GraphPath
from memories.models import Memory

_kept = PreparedAmong[Caller](
    lambda caller: Memory.objects.of(caller).kept().order_by().values_list("pk")
)
_findable = PreparedAmong[Caller](
    lambda caller: Memory.objects.of(caller).findable().order_by().values_list("pk")
)
_titles = PreparedAmong[tuple[Caller, tuple[str, ...]]](
    lambda reach: (
        Memory.objects.of(reach[0])
        .in_spaces(reach[1])
        .findable()
        .order_by()
        .values_list("pk", "title")
    )
)


def kept_among(caller: Caller, memory_ids: Iterable[int]) -> set[int]:
    """Return those memories in the caller's reach that are not deleted."""
    return {pk for (pk,) in _kept.pick(caller, memory_ids)}


def findable_among(caller: Caller, memory_ids: Iterable[int]) -> set[int]:
    """Return those memories in the caller's reach that a search may return."""
    return {pk for (pk,) in _findable.pick(caller, memory_ids)}


def titles_among(
    caller: Caller, user_ids: Sequence[str], memory_ids: Collection[int]
) -> dict[int, str]:
    """Return the titles of those memories that a search of these spaces may return."""
    if not user_ids or not memory_ids:
        return {}
    return dict(_titles.pick((caller, tuple(user_ids)), memory_ids))


def visible_paths(paths: Iterable[GraphPath], caller: Caller) -> list[GraphPath]:
    """Keep the paths whose every step after the first is visible.

    A path through a memory that the caller may not see would reveal that it exists.
    """
    listed = list(paths)
    steps = {pk for path in listed for pk in path.path[1:]}
    seen = findable_among(caller, steps) if steps else set()
    return [path for path in listed if seen >= set(path.path[1:])]
