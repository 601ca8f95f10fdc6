"""Measure how well names are found: precision and recall of spans with types."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memory_site.bench.datasets.labelled_names import SAID_AT, Label, LabelledTexts
from nlp.mentions.extraction import extract
from nlp.readers import Found

Span = tuple[int, int]
# The lowest confidence of each band.
BANDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


@dataclass(slots=True)
class Counts:
    """The number of names found rightly, found wrongly, and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """The share of found names that is right."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of labeled names that was found."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def add(self, other: "Counts") -> None:
        """Count another one in."""
        self.right += other.right
        self.wrong += other.wrong
        self.missed += other.missed


@dataclass(slots=True)
class ExtractionOutcome:
    """Counts by group and type, how sure names are and how often right, and what each text took."""

    counts: dict[str, dict[str, Counts]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    # By group and band of confidence: the confidence and rightness of each name.
    reliability: dict[str, dict[str, list[tuple[float, bool]]]] = field(default_factory=dict)

    def overall(self, group: str) -> Counts:
        """Return the counts of all types of a group together."""
        total = Counts()
        for counts in self.counts[group].values():
            total.add(counts)
        return total


def measured(given: LabelledTexts, progress: Callable[[int], None]) -> ExtractionOutcome:
    """Extract names from each text without any pack, and count the right ones."""
    outcome = ExtractionOutcome()
    for each in given.texts:
        started = time.perf_counter()
        found = extract(each.text, language=each.language, said_at=SAID_AT)
        outcome.seconds.setdefault(each.group, []).append(time.perf_counter() - started)
        spans = {
            (one.start, one.end): one.type for one in found.mentions if one.type in given.types
        }
        _count(each.labels, spans, outcome.counts.setdefault(each.group, {}))
        _weigh(each.labels, found.mentions, spans, outcome.reliability.setdefault(each.group, {}))
        progress(1)
    return outcome


def _weigh(
    labels: Sequence[Label],
    mentions: Sequence[Found],
    spans: Mapping[Span, str],
    bands: dict[str, list[tuple[float, bool]]],
) -> None:
    """Note how sure each counted name is, and whether it is right."""
    for one in mentions:
        span = (one.start, one.end)
        over = [label for label in labels if label.start < one.end and one.start < label.end]
        is_right = any(
            (label.start, label.end) == span and one.type in label.types for label in over
        )
        if span in spans and (is_right or all(label.types for label in over)):
            bands.setdefault(_band(one), []).append((one.confidence, is_right))


def _band(one: Found) -> str:
    lowest = max(low for low in BANDS if low <= one.confidence or low == BANDS[0])
    return f"{one.method.partition(':')[0]} {lowest:.2f}"


def _count(labels: Sequence[Label], spans: Mapping[Span, str], counts: dict[str, Counts]) -> None:
    for type_name, number in Counter(_right(labels, spans)).items():
        counts.setdefault(type_name, Counts()).right += number
    for type_name, number in Counter(_missed(labels, spans)).items():
        counts.setdefault(type_name, Counts()).missed += number
    for type_name, number in Counter(_wrong(labels, spans)).items():
        counts.setdefault(type_name, Counts()).wrong += number


def _right(labels: Sequence[Label], spans: Mapping[Span, str]) -> Iterator[str]:
    for label in labels:
        if spans.get((label.start, label.end)) in label.types:
            yield label.types[0]


def _missed(labels: Sequence[Label], spans: Mapping[Span, str]) -> Iterator[str]:
    for label in labels:
        if label.types and spans.get((label.start, label.end)) not in label.types:
            yield label.types[0]


def _wrong(labels: Sequence[Label], spans: Mapping[Span, str]) -> Iterator[str]:
    for (start, end), type_name in spans.items():
        over = [label for label in labels if label.start < end and start < label.end]
        is_right = any(
            (label.start, label.end) == (start, end) and type_name in label.types for label in over
        )
        if not is_right and not any(not label.types for label in over):
            yield type_name
