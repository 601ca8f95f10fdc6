"""Check the database file, what lies beside it, the disk and the backups."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from core.db.backups.folder import listed
from core.db.backups.installation import (
    backup_source,
    backup_status,
    newest_backup,
    older_backup,
)
from core.db.backups.ownership import is_of_another
from core.db.backups.problems import BackupRefused
from core.db.backups.unpacking import checked
from core.db.inspection.file import Damage, broken_references, damages_of
from core.db.inspection.leftovers import leftover_files, log_bytes
from core.db.sqlite.encryption import WrongKey
from core.db.storage.faults import StorageError
from core.db.storage.watch import storage_watch
from memories.services.erasure.ledger.file import FILE as FORGOTTEN
from memories.services.erasure.ledger.file import damaged_lines

from .findings import Finding, by_backup, repairable

# Rows of these are made again from memories and states.
DERIVED_TABLES = frozenset({
    "vector_metadata", "entity_vector_metadata", "embedding_jobs", "derivation_jobs", "llm_jobs",
})  # fmt: skip


def file_findings() -> list[Finding]:
    """Return what is wrong with the file itself; with any of it, its rows are not to be read."""
    source = backup_source()
    if not source.database.exists():
        return [by_backup("database_missing", _("there is no database"))]
    if not source.database.stat().st_size:
        return [by_backup("database_empty", _("the database is an empty file"))]
    try:
        found = damages_of(source.database, key=source.key)
    except WrongKey as error:
        remedy = _("set WASURENA_DB_KEY to the key that it was written with")
        return [Finding("wrong_key", str(error), remedy)]
    return [_damage(one) for one in found]


def _damage(one: Damage) -> Finding:
    said, count = "; ".join(one.said[:3]), len(one.said)
    if one.kind == "truncated":
        return by_backup("database_truncated", _("the file was cut off: {said}").format(said=said))
    if one.kind == "lookups":
        text = _("lookup structures do not match their rows: {said}")
        return repairable("lookups_damaged", text.format(said=said), count, _("make them anew"))
    if one.kind == "words":
        text = _("the index of words is damaged: {said}")
        return repairable("words_damaged", text.format(said=said), count, _("make the index anew"))
    if one.kind == "vectors":
        text = _("tables of vectors are damaged: {said}")
        remedy = _("make the vectors anew, which takes a while; words are searched meanwhile")
        return repairable("vectors_damaged", text.format(said=said), count, remedy)
    where = ", ".join(one.tables) or "?"
    text = _("pages of the file are damaged ({tables}): {said}")
    return by_backup("database_damaged", text.format(tables=where, said=said), count)


def reference_findings() -> list[Finding]:
    """Return the tables with rows that refer to a row that does not exist."""
    source = backup_source()
    found = []
    for table, count in broken_references(source.database, key=source.key).items():
        text = _("rows of {table} refer to rows that are gone").format(table=table)
        if table in DERIVED_TABLES:
            found.append(repairable("references_broken", text, count, _("remove them")))
        else:
            found.append(by_backup("references_broken", text, count))
    return found


def surrounding_findings() -> list[Finding]:
    """Return what is wrong beside the database: the disk, files, the log, the backups."""
    return [*_disk(), *_leftovers(), *_log(), *_backups(), *_forgotten()]


def _disk() -> list[Finding]:
    fault = storage_watch.current()
    if fault is None:
        return []
    error = StorageError(fault)
    return [Finding(error.code, str(error.title), error.problems[0].detail)]


def leftovers() -> list[Path]:
    """Return the files that interrupted work left."""
    database = backup_source().database
    return leftover_files(Path(settings.DATA_DIR), database, Path(settings.BACKUP_DIR))


def _leftovers() -> list[Finding]:
    if not (files := leftovers()):
        return []
    names = ", ".join(path.name for path in files[:5])
    text = _("interrupted work left files behind: {names}").format(names=names)
    return [repairable("leftover_files", text, len(files), _("delete them"))]


def _log() -> list[Finding]:
    if not (size := log_bytes(backup_source().database)):
        return []
    text = _("the write-ahead log has grown to {size} MB").format(size=size // 1_000_000)
    return [repairable("log_large", text, 1, _("move it into the database"))]


def _backups() -> list[Finding]:
    return [*_last_backup(), *_damaged_backups()]


def _last_backup() -> list[Finding]:
    status = backup_status()
    if status.is_well:
        return []
    text = status.problem or _("the last backup is more than two days old")
    name = "backup_failed" if status.problem else "backup_overdue"
    return [Finding(name, text, _("make one: “wasurena backup”"))]


def _damaged_backups() -> list[Finding]:
    """Return the backups that cannot be restored; of the complete ones the newest is read."""
    problems = {
        one.path: one.problem
        for one in listed(Path(settings.BACKUP_DIR))
        if one.problem and not is_of_another(one.instance, Path(settings.DATA_DIR))
    }
    if last := newest_backup():
        try:
            checked(last.path)
        except BackupRefused as error:
            problems[last.path] = error.message
    return [Finding("backup_damaged", text, _remedy(path)) for path, text in problems.items()]


def _remedy(damaged: Path) -> str:
    if older := older_backup(damaged):
        text = _("make another (“wasurena backup”), then delete it; the one before it is {name}")
        return text.format(name=older.name)
    return _("make another (“wasurena backup”), then delete it")


def _forgotten() -> list[Finding]:
    """Return a finding if a restore would not know all that was forgotten."""
    path = Path(settings.DATA_DIR) / FORGOTTEN
    try:
        lines = damaged_lines(path.parent)
    except OSError as error:
        text = _("{path} cannot be read: {problem}").format(path=path, problem=error.strerror)
        return [Finding("forgotten_damaged", text, _("make it readable: a restore needs it"))]
    if not lines:
        return []
    text = _("lines of {file} say nothing, so a restore may bring back what they told: {numbers}")
    remedy = _(
        "put the file back from a copy; or make a new backup, delete the older ones, then remove"
        " these lines"
    )
    numbers = ", ".join(map(str, lines[:5])) + ("…" if len(lines) > 5 else "")
    return [
        Finding(
            "forgotten_damaged", text.format(file=path.name, numbers=numbers), remedy, len(lines)
        )
    ]
