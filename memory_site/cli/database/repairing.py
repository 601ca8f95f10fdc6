"""Repair a copy of the database, and put it in its place if it keeps all that there was."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

from core.db.backups.copying import copy_database
from core.db.backups.folder import REPAIR
from core.db.backups.installation import backup_source, make_backup
from core.db.backups.problems import BackupFailed
from core.db.inspection.file import counts_of
from core.db.sqlite.files import remove_database
from memories.services.doctor.examination import examine
from memories.services.doctor.files import leftovers
from memories.services.doctor.findings import Finding
from memories.services.doctor.treatment import treat
from memory_site.cli.output import CommandFailed

from .replacing import in_one_file, nobody_else, pointed_at, require_alone, swap

COPY = ".repairing"
# Rows that a repair may make anew, or that are about nothing.
DERIVED = (
    "memories_fts", "memories_identifiers", "vss_", "search_documents", "vector_metadata",
    "entity_vector_metadata",
)  # fmt: skip
JOBS = ("embedding_jobs", "derivation_jobs", "llm_jobs", "sqlite_")
# These are about the directory, not about what is in the database.
BESIDE = frozenset({"leftover_files", "log_large"})


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: the backup made before, the old files kept, what is still wrong."""

    backup: Path | None
    kept: Sequence[Path]
    left: list[Finding]


def repair(found: Sequence[Finding]) -> Repaired:
    """Repair what can be repaired, in a copy that takes the database's place.

    Raises:
        CommandFailed: a server uses the database, or the copy would keep less; nothing is changed.
    """
    names = {one.name for one in found if one.is_repairable}
    with nobody_else(None, _("{problem}; stop it first, then repair")):
        backup, kept = _backed_up(), []
        if names - BESIDE or "log_large" in names:
            kept = _replace(names)
            if backup is None:
                # What failed because of the damage is no longer a reason to restore.
                _backed_up()
        for path in leftovers():
            path.unlink(missing_ok=True)
        return Repaired(backup, kept, examine())


def _backed_up() -> Path | None:
    """Make a backup; None if damage keeps it from passing its own check: the old file is kept."""
    try:
        return make_backup(reason=REPAIR).path
    except BackupFailed:
        return None


def _replace(names: Collection[str]) -> list[Path]:
    source = backup_source()
    copy = source.database.with_name(f"{source.database.name}{COPY}")
    remove_database(copy)
    try:
        require_alone(source.database)
        copy_database(source.database, copy, key=source.key, report=lambda *_progress: None)
        before = counts_of(copy, key=source.key)
        with pointed_at(copy):
            treat(names)
            left = [one for one in examine() if one.is_repairable and one.name not in BESIDE]
        in_one_file(copy)
        _refuse_less(before, counts_of(copy, key=source.key), left)
        return swap(copy, source.database, reason="repair")
    finally:
        remove_database(copy)


def _refuse_less(before: dict[str, int], after: dict[str, int], left: Sequence[Finding]) -> None:
    """Refuse a copy that has fewer rows than the database, or that is not whole.

    Raises:
        CommandFailed: with the tables, or what is still wrong.
    """
    fewer = [
        f"{table} {before[table]:,} → {after.get(table, 0):,}"
        for table in sorted(before)
        if not table.startswith((*DERIVED, *JOBS)) and after.get(table, 0) < before[table]
    ]
    if problems := [*fewer, *(one.name for one in left)]:
        text = _("the repaired copy is not complete ({problems}); the database stays as it was")
        raise CommandFailed(text.format(problems=", ".join(problems)))
