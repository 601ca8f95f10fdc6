"""The figures of labeled facts, as tables and as data."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.datasets.labelled_facts import read_facts
from memory_site.bench.extraction.facts import FactOutcome, measure_facts
from memory_site.bench.extraction.names import Counts

from .tables import ReportSection, Steps, Table

FACTS = "facts"


def facts_section(
    path: Path, half: str | None, steps: Steps, *, asks_model: bool = False
) -> ReportSection:
    """Measure one file of labeled texts, or every second one; perhaps with the language model.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    texts = read_facts(path)
    if half:
        texts = texts[half == "odd" :: 2]
    outcome = measure_facts(texts, steps(FACTS, len(texts)), asks_model=asks_model)
    name = FACTS if half is None else f"{FACTS}, {half}"
    return ReportSection(name, facts_tables(outcome), facts_data(outcome))


def facts_tables(outcome: FactOutcome) -> list[Table]:
    """Return a table by split, language and kind, and one by predicate."""
    columns = (_("labelled"), _("right"), _("wrong"), _("precision"), _("recall"))
    groups = [(" ".join(key), counts) for key, counts in sorted(outcome.groups.items())]
    splits = sorted({key[0] for key in outcome.groups})
    groups += [(split, outcome.overall(split)) for split in splits]
    by_predicate = sorted(outcome.predicates.items())
    return [
        Table(_("Facts"), (_("texts"), *columns), [_row(*each) for each in groups]),
        Table(
            _("Facts by predicate"),
            (_("predicate"), *columns),
            [_row(*each) for each in by_predicate],
        ),
    ]


def _row(name: str, counts: Counts) -> tuple[str, ...]:
    return (
        name,
        str(counts.right + counts.missed),
        str(counts.right),
        str(counts.wrong),
        f"{counts.precision:.3f}",
        f"{counts.recall:.3f}",
    )


def facts_data(outcome: FactOutcome) -> dict[str, Any]:
    """Return every figure, and the texts with wrong or missed facts."""
    return {
        "groups": {" ".join(key): _figures(row) for key, row in sorted(outcome.groups.items())},
        "predicates": {key: _figures(row) for key, row in sorted(outcome.predicates.items())},
        "faults": outcome.faults,
    }


def _figures(counts: Counts) -> dict[str, float]:
    return {
        "right": counts.right,
        "wrong": counts.wrong,
        "missed": counts.missed,
        "precision": round(counts.precision, 4),
        "recall": round(counts.recall, 4),
    }
