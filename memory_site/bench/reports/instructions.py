"""The figures of texts that read like an instruction, as a table and as data."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.instructions import (
    InstructionOutcome,
    measure_instructions,
    read_instructions,
)

from .tables import ReportSection, Steps, Table

INSTRUCTIONS = "instructions"


def instructions_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of texts.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    texts = read_instructions(path)
    if half:
        texts = texts[half == "odd" :: 2]
    outcome = measure_instructions(texts, steps(INSTRUCTIONS, len(texts)))
    name = INSTRUCTIONS if half is None else f"{INSTRUCTIONS}, {half}"
    return ReportSection(name, [instructions_table(outcome)], instructions_data(outcome))


def instructions_table(outcome: InstructionOutcome) -> Table:
    """Return a row for each split and language."""
    columns = (
        _("language"),
        _("instructions"),
        _("marked"),
        _("harmless texts"),
        _("marked wrongly"),
    )
    rows = [
        (f"{language} {split}", *map(str, asdict(row).values()))
        for (split, language), row in sorted(outcome.counts.items())
    ]
    return Table(_("Texts that read like an instruction"), columns, rows)


def instructions_data(outcome: InstructionOutcome) -> dict[str, Any]:
    """Return every figure, and the texts that rules may be written on and that were judged wrongly."""
    counts = {
        f"{language} {split}": asdict(row)
        for (split, language), row in sorted(outcome.counts.items())
    }
    return {"counts": counts, "faults": outcome.faults}
