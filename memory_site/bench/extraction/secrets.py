"""Measure whether secrets and personal data are found, and nothing that only looks like them.

A line of JSON is a text and its spans: ``language``, ``split`` (``tuning``, ``test`` or ``later``), ``text``
and ``spans``, each with ``kind`` and ``value``. The kind ``none`` marks what looks sensitive and
is not, such as a number that is reserved for tests.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_site.bench.datasets.labelled_lines import read_lines
from nlp.privacy.policy import Sensitive, detect

NONE = "none"
# Findings below this confidence are not asked about.
MIN_CONFIDENCE = 0.7
# The kinds that may be found for a label, where they are not its own alone.
ACCEPTED = {
    "bank_account": frozenset({"bank_account", "iban"}),
    "api_key": frozenset({"api_key", "private_key"}),
    "driving_licence": frozenset({"driving_license"}),
}
TUNING = "tuning"


@dataclass(frozen=True, slots=True)
class LabelledSecrets:
    """A text, and what in it is sensitive, or only looks so."""

    language: str
    split: str
    text: str
    spans: tuple[tuple[str, str], ...]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing in the text is sensitive."""
        return all(kind == NONE for kind, _value in self.spans)


@dataclass(slots=True)
class SecretCounts:
    """The number of labels of a kind, and of those that were found."""

    labelled: int = 0
    # With the kind of the label, at least in part.
    found: int = 0
    # From the first to the last character.
    whole: int = 0


@dataclass(slots=True)
class SecretsOutcome:
    """Labels by split and kind, and harmless texts by split, with the faults of tuning texts."""

    counts: dict[tuple[str, str], SecretCounts] = field(
        default_factory=lambda: defaultdict(SecretCounts)
    )
    harmless: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    alarms: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    faults: list[dict[str, Any]] = field(default_factory=list)

    def recall(self, split: str) -> float:
        """Return the share of labels of a split that were found."""
        rows = [row for _kind, row in self.kinds(split)]
        return sum(row.found for row in rows) / max(1, sum(row.labelled for row in rows))

    def kinds(self, split: str) -> list[tuple[str, SecretCounts]]:
        """Return the counts of a split by kind."""
        return sorted((kind, row) for (part, kind), row in self.counts.items() if part == split)

    def alarm_rate(self, split: str) -> float:
        """Return the share of harmless texts of a split in which something was found."""
        return self.alarms[split] / max(1, self.harmless[split])


def read_secrets(path: Path) -> list[LabelledSecrets]:
    """Read a file of labelled texts.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return read_lines(path, _text)


def _text(row: dict[str, Any]) -> LabelledSecrets:
    spans = tuple((span["kind"], span["value"]) for span in row.pop("spans"))
    return LabelledSecrets(**row, spans=spans)


def measure_secrets(
    texts: Sequence[LabelledSecrets], step: Callable[[int], None]
) -> SecretsOutcome:
    """Search each text, and compare what is found with its labels."""
    outcome = SecretsOutcome()
    for text in texts:
        found = [one for one in detect(text.text, is_trained=True) if _counts(one)]
        missed = [span for span in text.spans if not _count(outcome, text, span, found)]
        if text.is_harmless:
            outcome.harmless[text.split] += 1
            outcome.alarms[text.split] += bool(found)
        if text.split == TUNING and (missed or (text.is_harmless and found)):
            shown = [(one.what, text.text[one.start : one.end]) for one in found]
            outcome.faults.append({"text": text.text, "missed": missed, "found": shown})
        step(1)
    return outcome


def _counts(one: Sensitive) -> bool:
    return one.confidence >= MIN_CONFIDENCE and not one.is_example


def _count(
    outcome: SecretsOutcome,
    text: LabelledSecrets,
    span: tuple[str, str],
    found: Sequence[Sensitive],
) -> bool:
    """Count one label; return whether it was found.

    A value that a text has twice counts once, and a finding may be longer than its label: labels
    of accounts leave out 普通, those of private keys the lines that begin and end them.
    """
    kind, value = span
    if kind == NONE:
        return True
    places = [(at.start(), at.end()) for at in re.finditer(re.escape(value), text.text)]
    kinds = ACCEPTED.get(kind, frozenset({kind}))
    same = [one for one in found if one.what in kinds]
    is_found = any(one.start < end and start < one.end for one in same for start, end in places)
    row = outcome.counts[text.split, kind]
    row.labelled += 1
    row.found += is_found
    row.whole += any(one.start <= start and end <= one.end for one in same for start, end in places)
    return is_found
