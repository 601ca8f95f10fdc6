"""``wasurena bench extraction`` from a file to its section: which format is measured how."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import extraction_report, relations_report
from .extraction import halved, measured, read
from .relations import read_related
from .relations_run import measured_relations
from .tables import Table

RELATIONS = "relations"
# Called with what is going on and how much there is of it, and yielding how to tell progress.
Steps = Callable[[str, int], Callable[[int], None]]


@dataclass(frozen=True, slots=True)
class Section:
    """What was measured of one file, as tables and as data."""

    name: str
    tables: list[Table]
    data: dict[str, Any]


def section(dataset: str, path: Path, half: str | None, steps: Steps) -> Section:
    """Measure one file.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    if dataset == RELATIONS:
        return _relations(path, half, steps)
    texts = read(dataset, path)
    if half:
        texts = halved(texts, half)
    outcome = measured(texts, steps(texts.name, len(texts.texts)))
    return Section(
        texts.name,
        extraction_report.tables(texts, outcome),
        extraction_report.as_data(outcome),
    )


def _relations(path: Path, half: str | None, steps: Steps) -> Section:
    texts = read_related(path)
    if half:
        texts = [each for each in texts if each.split == half]
    figures = measured_relations(texts, steps)
    tables, data = relations_report.tables(figures), relations_report.as_data(figures)
    return Section(RELATIONS if half is None else f"{RELATIONS}, {half}", tables, data)
