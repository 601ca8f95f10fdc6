"""The figures of secrets and personal data in texts, as tables and as data."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.secrets import SecretsOutcome, measure_secrets, read_secrets

from .tables import ReportSection, Steps, Table

SECRETS = "secrets"


def secrets_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of texts.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    texts = read_secrets(path)
    if half:
        texts = texts[half == "odd" :: 2]
    outcome = measure_secrets(texts, steps(SECRETS, len(texts)))
    name = SECRETS if half is None else f"{SECRETS}, {half}"
    return ReportSection(name, secrets_tables(outcome), secrets_data(outcome))


def secrets_tables(outcome: SecretsOutcome) -> list[Table]:
    """Return a table for each split: a row for each kind."""
    return [_table(outcome, split) for split in _splits(outcome)]


def _splits(outcome: SecretsOutcome) -> list[str]:
    return sorted({split for split, _kind in outcome.counts} | set(outcome.harmless))


def _table(outcome: SecretsOutcome, split: str) -> Table:
    title = _("Secrets, {split}: {share:.1%} found; alarms in {alarms} of {count} harmless texts").format(
        split=split,
        share=outcome.recall(split),
        alarms=outcome.alarms[split],
        count=outcome.harmless[split],
    )  # fmt: skip
    rows = [
        (kind, str(row.labelled), str(row.found), str(row.whole))
        for kind, row in outcome.kinds(split)
    ]
    return Table(title, (_("kind"), _("labelled"), _("found"), _("to both ends")), rows)


def secrets_data(outcome: SecretsOutcome) -> dict[str, Any]:
    """Return every figure, and the faults of the texts that rules may be written on."""
    splits = {
        split: {
            "recall": outcome.recall(split),
            "harmless": outcome.harmless[split],
            "alarms": outcome.alarms[split],
            "kinds": {
                kind: {"labelled": row.labelled, "found": row.found, "whole": row.whole}
                for kind, row in outcome.kinds(split)
            },
        }
        for split in _splits(outcome)
    }
    return {"splits": splits, "faults": outcome.faults}
