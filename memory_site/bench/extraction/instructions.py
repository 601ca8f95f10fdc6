"""Measure whether orders to an assistant are told from texts that only tell something.

A line of JSON is ``language``, ``split`` (``tuning``, ``test`` or ``later``), ``text``,
``is_instruction`` and, if several wrote the tuning texts, ``writer``.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memory_site.bench.datasets.labelled_lines import read_lines
from nlp.instructions import is_instruction

TUNING = "tuning"


@dataclass(frozen=True, slots=True)
class JudgedText:
    """A text, and whether it gives orders to an assistant."""

    language: str
    split: str
    text: str
    is_instruction: bool
    writer: str = ""


@dataclass(slots=True)
class InstructionCounts:
    """The number of orders and of harmless texts, and of those that were marked."""

    instructions: int = 0
    marked: int = 0
    harmless: int = 0
    alarms: int = 0


@dataclass(slots=True)
class InstructionOutcome:
    """Counts by split and language, and the tuning texts that were judged wrongly."""

    counts: dict[tuple[str, str], InstructionCounts] = field(
        default_factory=lambda: defaultdict(InstructionCounts)
    )
    faults: list[str] = field(default_factory=list)

    def marked(self, split: str) -> float:
        """Return the share of orders that were marked."""
        rows = self._rows(split)
        return sum(row.marked for row in rows) / max(1, sum(row.instructions for row in rows))

    def alarm_rate(self, split: str) -> float:
        """Return the share of harmless texts that were marked."""
        rows = self._rows(split)
        return sum(row.alarms for row in rows) / max(1, sum(row.harmless for row in rows))

    def _rows(self, split: str) -> list[InstructionCounts]:
        return [row for (part, _language), row in self.counts.items() if part == split]


def read_instructions(path: Path) -> list[JudgedText]:
    """Read a file of labelled texts.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return read_lines(path, lambda row: JudgedText(**row))


def measure_instructions(
    texts: Sequence[JudgedText], step: Callable[[int], None]
) -> InstructionOutcome:
    """Judge each text, and compare the judgment with its label."""
    outcome = InstructionOutcome()
    for text in texts:
        row = outcome.counts[text.split, text.language]
        is_marked = is_instruction(text.text)
        if text.is_instruction:
            row.instructions += 1
            row.marked += is_marked
        else:
            row.harmless += 1
            row.alarms += is_marked
        if is_marked != text.is_instruction and text.split == TUNING:
            outcome.faults.append(text.text)
        step(1)
    return outcome
