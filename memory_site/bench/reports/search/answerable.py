"""The figures of false "not known" and false fill, as a table and as data."""

from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.quality.answerable import AnsweredCounts, Groups
from memory_site.bench.reports.tables import Table


def answerable_table(groups: Groups) -> Table:
    """Return a row for each group of questions."""
    columns = (
        *(_("questions"), _("answerable"), _("false “not known”"), _("unanswerable")),
        _("false fill"),
    )
    rows = [_shown(name, counts) for name, counts in sorted(groups.items())]
    return Table(_("Said to be known, and not"), columns, rows)


def _shown(name: str, counts: AnsweredCounts) -> tuple[str, ...]:
    return (
        name,
        str(counts.answerable),
        _share(counts.not_known, counts.answerable),
        str(counts.unanswerable),
        _share(counts.filled, counts.unanswerable),
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def answerable_data(groups: Groups) -> dict[str, Any]:
    """Return the counts for programs, with the questions that were judged wrongly."""
    return {
        name: {
            "answerable": counts.answerable,
            "not_known": counts.not_known,
            "unanswerable": counts.unanswerable,
            "filled": counts.filled,
            "faults": counts.faults,
        }
        for name, counts in groups.items()
    }
