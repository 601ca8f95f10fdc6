"""Run ``wasurena bench extraction`` from a file to its tables."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.datasets.labelled_names import LabelledTexts, halved, read
from memory_site.bench.extraction.names import Counts, ExtractionOutcome, measured
from memory_site.bench.extraction.relations import read_related
from memory_site.bench.extraction.run import measured_relations

from . import relations
from .tables import Table

RELATIONS = "relations"
# Called with what is going on and how much there is of it, and yielding how to tell progress.
Steps = Callable[[str, int], Callable[[int], None]]
ALL = "all"


@dataclass(frozen=True, slots=True)
class ReportSection:
    """What was measured of one file, as tables and as data."""

    name: str
    tables: list[Table]
    data: dict[str, Any]


def section(dataset: str, path: Path, half: str | None, steps: Steps) -> ReportSection:
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
    return ReportSection(
        texts.name,
        tables(texts, outcome),
        as_data(outcome),
    )


def _relations(path: Path, half: str | None, steps: Steps) -> ReportSection:
    texts = read_related(path)
    if half:
        texts = [each for each in texts if each.split == half]
    figures = measured_relations(texts, steps)
    name = RELATIONS if half is None else f"{RELATIONS}, {half}"
    return ReportSection(name, relations.tables(figures), relations.as_data(figures))


def tables(given: LabelledTexts, outcome: ExtractionOutcome) -> list[Table]:
    """Return a table for each group: a row for each type, and one for all."""
    return [_table(given, outcome, group) for group in outcome.counts]


def _table(given: LabelledTexts, outcome: ExtractionOutcome, group: str) -> Table:
    title = _("{name}, {group}: {count} texts, {time:.2f} ms each (median)").format(
        name=given.name,
        group=group,
        count=len(outcome.seconds[group]),
        time=1_000 * statistics.median(outcome.seconds[group]),
    )
    columns = (_("type"), _("labelled"), _("precision"), _("recall"), "F1")
    return Table(title, columns, [_row(name, counts) for name, counts in _counted(outcome, group)])


def _row(name: str, counts: Counts) -> Sequence[str]:
    figures = (counts.precision, counts.recall, counts.f1)
    return (name, str(counts.right + counts.missed), *(f"{figure:.3f}" for figure in figures))


def _counted(outcome: ExtractionOutcome, group: str) -> list[tuple[str, Counts]]:
    return [*sorted(outcome.counts[group].items()), (ALL, outcome.overall(group))]


def as_data(outcome: ExtractionOutcome) -> dict[str, Any]:
    """Return every figure, by group and type."""
    return {
        group: {
            name: {
                "right": counts.right,
                "wrong": counts.wrong,
                "missed": counts.missed,
                "precision": counts.precision,
                "recall": counts.recall,
                "f1": counts.f1,
            }
            for name, counts in _counted(outcome, group)
        }
        | {"milliseconds": 1_000 * statistics.median(outcome.seconds[group])}
        for group in outcome.counts
    }
