"""The figures of facts that are shown beside the hits of a search, as a table and as data."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.holding import (
    HoldingOutcome,
    HoldingSet,
    measure_holding,
    read_holding,
)
from memory_site.bench.extraction.names import Counts

from .tables import ReportSection, Steps, Table

HOLDING = "holding"


def holding_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of facts and questions; ``half`` keeps every second question.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    given = read_holding(path)
    if half:
        given = HoldingSet(given.facts, given.notes, given.questions[half == "odd" :: 2])
    outcome = measure_holding(given, steps(HOLDING, len(given.questions)))
    name = HOLDING if half is None else f"{HOLDING}, {half}"
    return ReportSection(name, [holding_table(outcome)], holding_data(outcome))


def holding_table(outcome: HoldingOutcome) -> Table:
    """Return a row for each language, and one for all."""
    columns = (
        *(_("questions"), _("labelled"), _("shown"), _("precision"), _("recall"), "F1"),
        *(_("without a fact"), _("some shown")),
    )
    rows = [
        _row(f"{language} {split}", counts)
        for (split, language), counts in sorted(outcome.counts.items())
    ]
    return Table(_("Facts beside hits"), columns, [*rows, *_totals(outcome)])


def _totals(outcome: HoldingOutcome) -> list[tuple[str, ...]]:
    return [
        (*_row(split, outcome.overall(split))[:6], str(empty), str(outcome.filled[split]))
        for split, empty in sorted(outcome.empty.items())
    ]


def _row(name: str, counts: Counts) -> tuple[str, ...]:
    return (
        name,
        str(counts.right + counts.missed),
        str(counts.right + counts.wrong),
        f"{counts.precision:.3f}",
        f"{counts.recall:.3f}",
        f"{counts.f1:.3f}",
        "",
        "",
    )


def holding_data(outcome: HoldingOutcome) -> dict[str, Any]:
    """Return every figure, and the questions for tuning with a wrong or missed fact."""
    splits = {
        split: {
            "precision": outcome.overall(split).precision,
            "recall": outcome.overall(split).recall,
            "questions_without_facts": empty,
            "facts_shown_on": outcome.filled[split],
        }
        for split, empty in sorted(outcome.empty.items())
    }
    return {"splits": splits, "faults": outcome.faults}
