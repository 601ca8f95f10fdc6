"""Which of several findings at one place stays."""

from bisect import bisect_right
from collections.abc import Iterable

from nlp.types import Found

# A longer name at the same place says more than a shorter one; a much surer one wins all the same.
PER_CHARACTER = 0.02
MOST_FOR_LENGTH = 0.25


def settled(found: Iterable[Found]) -> list[Found]:
    """Return findings that do not overlap, in order of their place.

    The surest one stays, where length counts as well; of equals, the one that was given first.
    """
    starts: list[int] = []
    kept: list[Found] = []
    for one in sorted(found, key=_weight, reverse=True):
        place = bisect_right(starts, one.start)
        is_free = (place == 0 or kept[place - 1].end <= one.start) and (
            place == len(kept) or one.end <= kept[place].start
        )
        if is_free:
            starts.insert(place, one.start)
            kept.insert(place, one)
    return kept


def _weight(one: Found) -> float:
    return one.confidence + min((one.end - one.start) * PER_CHARACTER, MOST_FOR_LENGTH)
