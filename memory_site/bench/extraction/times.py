"""Measure how well the times of texts are found: the words, and the range that they mean.

A line of JSON is a text: ``language``, ``split``, ``said_at``, and ``times``, each with its
``text``, ``start`` and ``end``; an open end is null. ``rough`` marks words that different people
delimit differently, such as さっき or "early next month".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory_site.bench.datasets.labelled_lines import read_lines
from nlp.dates import TimeExpression
from nlp.mentions.times import times_in

from .names import Counts

# The least share of a rough range and a found one that both have in common.
SHARED = 1 / 3
# How far the one end of a rough range may lie from that of a found one if the other is open.
SLACK = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LabelledTime:
    """The place of the words of a time, and the range that they mean."""

    start_char: int
    end_char: int
    start: datetime | None
    end: datetime | None
    is_rough: bool


@dataclass(frozen=True, slots=True)
class TimedText:
    """A text, when it was said, and its times in order."""

    language: str
    split: str
    text: str
    said_at: datetime
    times: tuple[LabelledTime, ...]


@dataclass(slots=True)
class TimeCounts:
    """The number of texts, of texts read without an error, and the counts of their times."""

    texts: int = 0
    right: int = 0
    untimed: int = 0
    # Texts without a time in which one was found.
    invented: int = 0
    times: Counts = field(default_factory=Counts)


@dataclass(slots=True)
class TimesOutcome:
    """Counts by language and split, and the texts that were read wrongly."""

    counts: dict[str, TimeCounts] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)


def read_timed(path: Path) -> list[TimedText]:
    """Read a file of labelled texts.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return read_lines(path, _of_row)


def _of_row(row: dict[str, Any]) -> TimedText:
    said_at = _moment(row["said_at"])
    if said_at is None:
        raise ValueError("said_at is missing")
    labels = tuple(_labels(row["text"], row["times"]))
    return TimedText(row["language"], row["split"], row["text"], said_at, labels)


def _labels(text: str, rows: Sequence[dict[str, Any]]) -> Iterator[LabelledTime]:
    at = 0
    for row in rows:
        start = text.index(row["text"], at)
        at = start + len(row["text"])
        ends = _moment(row["start"]), _moment(row["end"])
        if ends == (None, None):
            raise ValueError("both ends are open")
        yield LabelledTime(start, at, *ends, is_rough=bool(row.get("rough")))


def _moment(written: str | None) -> datetime | None:
    if written is None:
        return None
    moment = datetime.fromisoformat(written)
    if moment.tzinfo is None:
        raise ValueError(f"{written} has no zone")
    return moment


def measure_times(texts: Sequence[TimedText], step: Callable[[int], None]) -> TimesOutcome:
    """Find the times of each text, and compare them with its labels."""
    outcome = TimesOutcome()
    for each in texts:
        found = times_in(each.text, each.said_at)
        count = outcome.counts.setdefault(f"{each.language} {each.split}", TimeCounts())
        if not _count(each.times, found, count):
            outcome.faults.append({"text": each.text, "found": [_shown(one) for one in found]})
        step(1)
    return outcome


def _count(
    labels: Sequence[LabelledTime], found: Sequence[TimeExpression], count: TimeCounts
) -> bool:
    """Count one text in; return whether it was read without an error."""
    right = sum(any(_is_meant(label, one) for one in found) for label in labels)
    is_right = right == len(labels) == len(found)
    count.texts += 1
    count.right += is_right
    count.untimed += not labels
    count.invented += bool(found and not labels)
    count.times.add(Counts(right, max(0, len(found) - right), len(labels) - right))
    return is_right


def _is_meant(label: LabelledTime, one: TimeExpression) -> bool:
    """Whether an expression stands at the words of a label and means its range."""
    if one.start_char >= label.end_char or label.start_char >= one.end_char:
        return False
    if not label.is_rough:
        return (one.start, one.end) == (label.start, label.end)
    if (one.start is None, one.end is None) != (label.start is None, label.end is None):
        return False
    if label.start is None or label.end is None or one.start is None or one.end is None:
        ends = zip((label.start, label.end), (one.start, one.end), strict=True)
        return all(not (mine and its) or abs(mine - its) <= SLACK for mine, its in ends)
    return _share(label.start, label.end, one.start, one.end) >= SHARED


def _share(start: datetime, end: datetime, other_start: datetime, other_end: datetime) -> float:
    common = min(end, other_end) - max(start, other_start)
    return max(common, timedelta()) / (max(end, other_end) - min(start, other_start))


def _shown(one: TimeExpression) -> list[str]:
    ends = (at.astimezone(UTC).isoformat() if at else "…" for at in (one.start, one.end))
    return [one.text, *ends]
