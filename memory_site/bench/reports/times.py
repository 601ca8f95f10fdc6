"""The figures of the times of texts, as a table and as data."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.times import (
    TimeCounts,
    TimesOutcome,
    measure_times,
    read_timed,
)

from .tables import ReportSection, Steps, Table

TIMES = "times"


def times_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of texts with times.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    texts = read_timed(path)
    if half:
        texts = texts[half == "odd" :: 2]
    outcome = measure_times(texts, steps(TIMES, len(texts)))
    name = TIMES if half is None else f"{TIMES}, {half}"
    return ReportSection(name, [times_table(outcome)], times_data(outcome))


def times_table(outcome: TimesOutcome) -> Table:
    """Return a row for each language and split."""
    columns = (
        _("texts"),
        _("number"),
        _("right"),
        _("times"),
        _("precision"),
        _("recall"),
        _("time found where none is"),
    )
    rows = [_row(name, count) for name, count in sorted(outcome.counts.items())]
    return Table(_("Times of texts"), columns, rows)


def _row(name: str, count: TimeCounts) -> tuple[str, ...]:
    times = count.times
    return (
        name,
        str(count.texts),
        f"{count.right} ({count.right / count.texts:.1%})",
        str(times.right + times.missed),
        f"{times.precision:.3f}",
        f"{times.recall:.3f}",
        f"{count.invented} / {count.untimed}",
    )


def times_data(outcome: TimesOutcome) -> dict[str, Any]:
    """Return every figure, and the texts that were read wrongly."""
    counts = {
        name: {
            "texts": count.texts,
            "right": count.right,
            "without_times": count.untimed,
            "invented": count.invented,
            "precision": count.times.precision,
            "recall": count.times.recall,
        }
        for name, count in sorted(outcome.counts.items())
    }
    return {"groups": counts, "faults": outcome.faults}
