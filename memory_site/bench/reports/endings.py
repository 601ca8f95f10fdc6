"""The figures of known facts and the messages after them, as tables and as data."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.endings import (
    CHANGE,
    EndingOutcome,
    Endings,
    measure_endings,
    read_endings,
)

from .tables import ReportSection, Steps, Table

ENDINGS = "endings"


def endings_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of messages.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    messages = read_endings(path)
    if half:
        messages = messages[half == "odd" :: 2]
    outcome = measure_endings(messages, steps(ENDINGS, len(messages)))
    name = ENDINGS if half is None else f"{ENDINGS}, {half}"
    return ReportSection(name, [endings_table(outcome)], endings_data(outcome))


def endings_table(outcome: EndingOutcome) -> Table:
    """Return a row for each language and kind of message."""
    title = _("Known facts that hold, but were ended: {count}").format(count=outcome.wrongly_ended)
    counts = (_("messages"), _("ended"), _("asked"))
    columns = (_("language"), _("kind"), *counts, _("new value"), _("right"))
    return Table(title, columns, [_row(key, row) for key, row in sorted(outcome.counts.items())])


def _row(key: tuple[str, str], row: Endings) -> tuple[str, ...]:
    language, kind = key
    changed = str(row.changed) if kind == CHANGE else "–"
    counts = (str(row.messages), str(row.ended), str(row.asked))
    return (language, kind, *counts, changed, str(row.right))


def endings_data(outcome: EndingOutcome) -> dict[str, Any]:
    """Return every figure, and the messages that were read wrongly."""
    counts = {
        f"{language} {kind}": {
            "messages": row.messages,
            "ended": row.ended,
            "asked": row.asked,
            "changed": row.changed,
            "right": row.right,
        }
        for (language, kind), row in sorted(outcome.counts.items())
    }
    return {"wrongly_ended": outcome.wrongly_ended, "kinds": counts, "faults": outcome.faults}
