"""Validate the dates of an answer: keep those that the text names."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from memories.enrichment.llm.response import ProposedTime
from nlp.mentions import AboutRange

from .source import SourceText

# A model that is off by one day still means the time in the text.
NEAR = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)
CONFIDENCE = 0.65
MIDNIGHT = time()
FIRST_YEAR, LAST_YEAR = 2, 9990


@dataclass(frozen=True, slots=True)
class NamedTimes:
    """The times named in a text as (start, end), either may be None; ``said_at`` has the zone."""

    spans: Sequence[tuple[datetime | None, datetime | None]]
    said_at: datetime

    def confirmed(self, given: datetime | None) -> datetime | None:
        """Return a date in the owner's zone, or None if the text names no such time."""
        moment = self.aware(given)
        if moment is None or not any(_holds(span, moment) for span in self.spans):
            return None
        return moment

    def aware(self, given: datetime | None) -> datetime | None:
        """Return a date in the owner's zone; None if it is missing or outside the calendar."""
        # Dates near the limits of datetime leave no room for arithmetic.
        if given is None or not FIRST_YEAR <= given.year <= LAST_YEAR:
            return None
        try:
            zone = self.said_at.tzinfo
            return given.astimezone(zone) if given.tzinfo else given.replace(tzinfo=zone)
        except (OverflowError, ValueError):
            return None


def end_of_day(moment: datetime | None) -> datetime | None:
    """Return the last minute of the day for a date without a time."""
    if moment is None or moment.time() != MIDNIGHT:
        return moment
    return moment + timedelta(days=1) - ONE_MINUTE


def valid_times(
    source: SourceText, given: Sequence[ProposedTime], dropped: Counter[str]
) -> tuple[NamedTimes, AboutRange | None]:
    """Return the times of the rules and the answer, and the time that the text is about.

    A time of the answer is kept if its words are in the text and no rule covers them. The
    text is about it if it is the only time.
    """
    bare = NamedTimes((), source.said_at)
    spans = [(one.start, one.end) for one in source.times]
    added: list[AboutRange] = []
    for one in given:
        places = list(source.spans(one.surface.strip()))
        start, end = bare.aware(one.start), bare.aware(one.end)
        if not places or start is None or (end is not None and end <= start):
            dropped["no such time"] += 1
        elif all(_is_free(source, *place) for place in places):
            end = end or start + timedelta(days=1)
            spans.append((start, end))
            added.append(AboutRange(start, end, CONFIDENCE))
    about = added[0] if len(added) == 1 and not source.times else None
    return NamedTimes(spans, source.said_at), about


def _is_free(source: SourceText, start: int, end: int) -> bool:
    return all(end <= one.start_char or one.end_char <= start for one in source.times)


def _holds(span: tuple[datetime | None, datetime | None], moment: datetime) -> bool:
    start, end = span
    first, last = start or end, end or start
    return bool(first and last and first - NEAR <= moment <= last + NEAR)
