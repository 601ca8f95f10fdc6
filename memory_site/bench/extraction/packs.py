"""Measure into which pack saves go that name none.

A line of JSON is ``language``, ``split`` (``tuning`` or ``test``), ``text`` and ``packs``: one or two
that are right.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.caller import Caller
from memories.records.filing import Filing
from memories.schemas import MemoryInput
from memory_site.bench.datasets.labelled_lines import read_lines

TUNING = "tuning"
NOBODY = Caller(base_user="bench")


@dataclass(frozen=True, slots=True)
class FiledText:
    """A text, and the packs that are right for it."""

    language: str
    split: str
    text: str
    packs: frozenset[str]


@dataclass(slots=True)
class PackCounts:
    """The number of texts, of those in a right pack, and of wrong ones by label and pack."""

    texts: int = 0
    right: int = 0
    mistaken: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def accuracy(self) -> float:
        """The share of texts in a right pack."""
        return self.right / max(1, self.texts)


@dataclass(slots=True)
class PackOutcome:
    """Counts by split and language, and the tuning texts that went elsewhere."""

    counts: dict[tuple[str, str], PackCounts] = field(
        default_factory=lambda: defaultdict(PackCounts)
    )
    faults: list[str] = field(default_factory=list)


def read_packs(path: Path) -> list[FiledText]:
    """Read a file of labelled texts.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return read_lines(path, lambda row: FiledText(**{**row, "packs": frozenset(row["packs"])}))


def measure_packs(texts: Sequence[FiledText], step: Callable[[int], None]) -> PackOutcome:
    """Guess the pack of each text, each alone, and compare it with the label."""
    outcome = PackOutcome()
    filing = Filing.load(NOBODY, [MemoryInput(text=text.text) for text in texts])
    for text in texts:
        row = outcome.counts[text.split, text.language]
        guess = filing.guess_text(text.text)
        row.texts += 1
        row.right += guess.pack in text.packs
        if guess.pack not in text.packs:
            row.mistaken["/".join(sorted(text.packs)), guess.pack] += 1
            if text.split == TUNING:
                outcome.faults.append(f"{guess.pack} ({guess.reason}): {text.text}")
        step(1)
    return outcome
