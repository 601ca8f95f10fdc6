"""Ways along links, as far as the caller may see every step of them."""

from collections.abc import Iterable

from core.caller import Caller
from graph.queries import GraphPath

from .visible import findable_among


def seen_ways(ways: Iterable[GraphPath], caller: Caller) -> list[GraphPath]:
    """Keep the ways whose every step after the first is visible.

    A way through a hidden memory, or through one out of the caller's reach, would
    tell that it is there.
    """
    listed = list(ways)
    steps = {pk for way in listed for pk in way.path[1:]}
    seen = findable_among(caller, steps) if steps else set()
    return [way for way in listed if seen >= set(way.path[1:])]
