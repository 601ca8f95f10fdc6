"""Run ``wasurena bench extraction`` from a file to its tables."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.datasets.labelled_names import LabelledTexts, halved, read
from memory_site.bench.extraction.names import Counts, ExtractionOutcome, measured
from memory_site.bench.reports.tables import ReportSection, Steps

from .endings import ENDINGS, endings_section
from .facts import FACTS, facts_section
from .holding import HOLDING, holding_section
from .judged_texts import INSTRUCTIONS, PACKS, instructions_section, packs_section
from .questions import QUESTIONS, questions_section
from .relations import RELATIONS, relations_section
from .secrets import SECRETS, secrets_section
from .summary import SUMMARY, summary_section
from .tables import Table
from .times import TIMES, times_section

ALL = "all"


SECTIONS: Mapping[str, Callable[[Path, str | None, Steps], ReportSection]] = {
    RELATIONS: relations_section,
    ENDINGS: endings_section,
    HOLDING: holding_section,
    INSTRUCTIONS: instructions_section,
    PACKS: packs_section,
    QUESTIONS: questions_section,
    SECRETS: secrets_section,
    SUMMARY: summary_section,
    TIMES: times_section,
}


def section(
    dataset: str, path: Path, half: str | None, steps: Steps, *, asks_model: bool = False
) -> ReportSection:
    """Measure one file; ``asks_model`` has the language model read the texts of facts too.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    if dataset == FACTS:
        return facts_section(path, half, steps, asks_model=asks_model)
    if reader := SECTIONS.get(dataset):
        return reader(path, half, steps)
    texts = read(dataset, path)
    if half:
        texts = halved(texts, half)
    outcome = measured(texts, steps(texts.name, len(texts.texts)))
    return ReportSection(
        texts.name,
        extraction_tables(texts, outcome),
        extraction_data(outcome),
    )


def extraction_tables(given: LabelledTexts, outcome: ExtractionOutcome) -> list[Table]:
    """Return two tables for each group: by type, and by how sure the names are."""
    return [
        table
        for group in outcome.counts
        for table in (_table(given, outcome, group), _reliability(outcome, group))
    ]


def _reliability(outcome: ExtractionOutcome, group: str) -> Table:
    bands = sorted(outcome.reliability.get(group, {}).items())
    rows = [
        (
            band,
            str(len(names)),
            f"{statistics.mean(sure for sure, _right in names):.3f}",
            f"{statistics.mean(is_right for _sure, is_right in names):.3f}",
        )
        for band, names in bands
    ]
    title = _("{group}: how sure, and how often right").format(group=group)
    return Table(title, (_("found by, from"), _("names"), _("confidence"), _("right")), rows)


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


def extraction_data(outcome: ExtractionOutcome) -> dict[str, Any]:
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
        | {
            "reliability": {
                band: [
                    len(names),
                    statistics.mean(sure for sure, _right in names),
                    statistics.mean(is_right for _sure, is_right in names),
                ]
                for band, names in outcome.reliability.get(group, {}).items()
            }
        }
        for group in outcome.counts
    }
