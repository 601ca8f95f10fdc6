"""Find the times of a text, and the one time that it is about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nlp import dates
from nlp.dates import TimeExpression

# A less confident guess would file a memory under a wrong day.
CLEAR = 0.6
# The full stop of "3 p.m." belongs to the time, that of "by Friday." does not.
ABBREVIATED = re.compile(r"\b[ap]\.m\.$", re.I)


@dataclass(frozen=True, slots=True)
class AboutRange:
    """The time that a memory is about: its ``about_start`` and ``about_end``."""

    start: datetime
    end: datetime
    confidence: float


def times_in(text: str, said_at: datetime) -> list[TimeExpression]:
    """Return the times of ``text``, counted from ``said_at``; the tense decides between readings.

    A habit ("on Mondays I usually swim") and a season in general have no time.

    Raises:
        ValueError: ``said_at`` has no zone.
    """
    found = dates.find(text, now=said_at, is_past=False, with_habits=False)
    return [_found(one) for one in found]


def _found(one: TimeExpression) -> TimeExpression:
    """Return an expression without the full stop of its sentence."""
    text = one.text if ABBREVIATED.search(one.text) else one.text.rstrip(".,; ")
    return replace(one, text=text, end_char=one.start_char + len(text))


def about_range(times: Sequence[TimeExpression], said_at: datetime) -> AboutRange | None:
    """Return the one clear time that a memory is about, else None.

    Equal times, or a time within another ("in May … on May 3"), count as one. Two separate
    times are none, nor is an open range ("by Friday", "since 2019"), which would cover years.
    "Now" adds nothing to ``said_at``.
    """
    clear = [one for one in times if one.confidence >= CLEAR and not _is_now(one, said_at)]
    if not clear:
        return None
    closest = min(clear, key=_length)
    if closest.start is None or closest.end is None:
        return None
    if any(not _holds(other, closest) for other in clear):
        return None
    return AboutRange(closest.start, closest.end, closest.confidence)


def _is_now(one: TimeExpression, said_at: datetime) -> bool:
    return one.start == said_at or one.start == one.end


def _length(one: TimeExpression) -> float:
    if one.start is None or one.end is None:
        return float("inf")
    return (one.end - one.start).total_seconds()


def _holds(outer: TimeExpression, inner: TimeExpression) -> bool:
    begins = outer.start is None or (inner.start is not None and outer.start <= inner.start)
    return begins and (outer.end is None or (inner.end is not None and inner.end <= outer.end))
