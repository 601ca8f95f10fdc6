"""The figures of texts that are judged one by one, as tables and as data: instructions, packs."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.instructions import (
    InstructionOutcome,
    measure_instructions,
    read_instructions,
)
from memory_site.bench.extraction.packs import PackOutcome, measure_packs, read_packs

from .tables import ReportSection, Steps, Table

INSTRUCTIONS = "instructions"
PACKS = "packs"


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


def packs_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of saves that name no pack.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    texts = read_packs(path)
    if half:
        texts = texts[half == "odd" :: 2]
    outcome = measure_packs(texts, steps(PACKS, len(texts)))
    name = PACKS if half is None else f"{PACKS}, {half}"
    return ReportSection(name, [packs_table(outcome)], packs_data(outcome))


def packs_table(outcome: PackOutcome) -> Table:
    """Return a row for each split and language."""
    columns = (_("language"), _("saves"), _("in a right pack"), _("share"), _("mistaken for"))
    rows = [
        (
            f"{language} {split}",
            str(row.texts),
            str(row.right),
            f"{row.accuracy:.1%}",
            ", ".join(f"{one} → {other} {n}" for (one, other), n in sorted(row.mistaken.items()))
            or "–",
        )
        for (split, language), row in sorted(outcome.counts.items())
    ]
    return Table(_("The pack of saves that name none"), columns, rows)


def packs_data(outcome: PackOutcome) -> dict[str, Any]:
    """Return every figure, and the tuning texts that went elsewhere."""
    counts = {
        f"{language} {split}": {"texts": row.texts, "right": row.right}
        for (split, language), row in sorted(outcome.counts.items())
    }
    return {"counts": counts, "faults": outcome.faults}
