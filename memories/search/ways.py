"""Ways along links, as far as the caller may see every step of them."""

from collections.abc import Iterable

from graph.queries import Reached

from ..models import MemoryQuerySet


def seen_ways(ways: Iterable[Reached], visible: MemoryQuerySet) -> list[Reached]:
    """Keep the ways whose every step after the first is visible.

    A way through a hidden memory, or through one out of the caller's reach, would
    tell that it is there.
    """
    listed = list(ways)
    steps = {pk for way in listed for pk in way.path[1:]}
    seen = set(visible.filter(pk__in=steps).values_list("pk", flat=True)) if steps else set()
    return [way for way in listed if seen.issuperset(way.path[1:])]
