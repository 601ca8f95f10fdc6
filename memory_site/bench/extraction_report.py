"""Tables of ``wasurena bench extraction``."""

import statistics
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from .extraction import Counts, LabelledTexts, Outcome
from .tables import Table

ALL = "all"


def tables(given: LabelledTexts, outcome: Outcome) -> list[Table]:
    """Return a table for each group: a row for each type, and one for all."""
    return [_table(given, outcome, group) for group in outcome.counts]


def _table(given: LabelledTexts, outcome: Outcome, group: str) -> Table:
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


def _counted(outcome: Outcome, group: str) -> list[tuple[str, Counts]]:
    return [*sorted(outcome.counts[group].items()), (ALL, outcome.overall(group))]


def as_data(outcome: Outcome) -> dict[str, Any]:
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
