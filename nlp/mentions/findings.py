"""Build mentions from matches, and select among overlapping ones."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from nlp.types import Found

METHOD = "rules"


def mention_at(
    text: str, start: int, end: int, type_name: str, confidence: float, why: str
) -> Found:
    """Return a mention; ``why`` is the kind of rule, such as ``title`` or ``list``."""
    return Found(text[start:end], start, end, type_name, confidence, f"{METHOD}:{why}")


def mention_of(
    match: re.Match[str], type_name: str, confidence: float, why: str, group: int | str = 0
) -> Found:
    """Return the mention in a match, or in one group of the match."""
    start, end = match.span(group)
    return mention_at(match.string, start, end, type_name, confidence, why)


# Of two names at one place the longer one wins, unless the shorter one is much surer.
PER_CHARACTER = 0.02
MOST_FOR_LENGTH = 0.25


def resolve_overlaps(mention_at: Iterable[Found]) -> list[Found]:
    """Return mentions that do not overlap, in order of their offsets.

    The mention with the highest confidence stays, plus a bonus for length; of equals, the first.
    """
    starts: list[int] = []
    kept: list[Found] = []
    for one in sorted(mention_at, key=_weight, reverse=True):
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
