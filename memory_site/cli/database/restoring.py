"""Put a backup in the place of the database: every check first, the old files kept beside."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from accounts.services.connections import connections_end_all
from accounts.services.sessions import log_ins_end_all
from accounts.services.tokens import revoke_again, revoked_digests
from core.db.backups.folder import listed
from core.db.backups.installation import backup_source
from core.db.backups.manifest import Manifest
from core.db.backups.ownership import is_of_another
from core.db.backups.problems import DAMAGED, BackupRefused
from core.db.backups.unpacking import checked, glanced, unpack
from core.db.instance import create_instance
from core.db.schema_versions import (
    FROM_0_1_0,
    Origin,
    loader_of,
    origin_of,
    unknown_migrations,
)
from core.db.sqlite.files import remove_database
from core.encryption import Opening
from memories.models import Memory
from memories.services.doctor.schema import schema_findings
from memories.services.erasure.ledger.file import damaged_lines, keep, read_file
from memories.services.erasure.ledger.records import Entry, ErasedPerson
from memories.services.erasure.ledger.returned import read_journal
from memories.services.forget import forget_again
from memories.services.privacy.person import erase_people_again
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError

from .files import SERVER_LOCK, STAGED
from .preparation import (
    add_missing,
    migrate,
    named_migrations,
    needs_migration,
    unreleased_text,
)
from .replacing import created_directory, in_one_file, nobody_else, pointed_at, require_alone, swap

DATABASE = "wasurena.sqlite3"
# One of these is in a data directory, also where the database is lost.
SIGNS = (DATABASE, "instance_id", "secret_key", "wasurena.toml", "forgotten.jsonl", SERVER_LOCK)


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: the database now, the old files kept, and what was forgotten again."""

    manifest: Manifest
    database: Path
    kept: Sequence[Path]
    memories: int
    forgotten: int
    revoked: int
    # People who were erased later, with everything, and are erased again.
    erased: int
    # Nobody knows which of them ended after the backup, so all end.
    log_ins: int
    apps: int
    # Why the journal of the old database could not be asked for later erasures.
    unread: str = ""
    # Lines of the file of erasures that say nothing.
    damaged_lines: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found whole; ``needed`` is the option or setting that its database lacked."""

    manifest: Manifest
    needed: str = ""


def check_backup(file: Path, *, opening: Opening) -> Checked:
    """Check a whole backup, and the database in it if what opens it is given.

    Raises:
        BackupRefused: a restore would refuse it; the text says why.
    """
    manifest, source = glanced(file), backup_source()
    _refuse_other_program(file, manifest)
    if needed := _needed(manifest, opening, source.key):
        return Checked(checked(file)[0], needed)
    copy = source.database.with_name(f"{source.database.name}{STAGED}-{os.getpid()}")
    with created_directory(copy.parent, stays=False):
        remove_database(copy)
        try:
            return Checked(unpack(file, copy, opening=opening, key=source.key))
        finally:
            remove_database(copy)


def _needed(manifest: Manifest, opening: Opening, key: str) -> str:
    """Return what has to be given to open the database; nothing if it is given."""
    if manifest.protection == "passphrase" and not opening.passphrase:
        return "--passphrase-file"
    if manifest.protection == "recipient" and not opening.identities:
        return "--identity"
    return "WASURENA_DB_KEY" if manifest.has_key and not key else ""


def restore(
    file: Path, *, into: Path | None, opening: Opening, may_be_foreign: bool = False
) -> Restored:
    """Restore a backup into the data directory, or into another one; all of it, or nothing.

    One of another installation takes the place of this one's database only if ``may_be_foreign``.

    Raises:
        BackupRefused: the backup cannot be used; the text says why.
        UsageError: ``into`` is a file, or a folder of something else.
        CommandFailed: a server or another program uses the database.
        OSError: the file that says what was forgotten cannot be read.
    """
    here = Path(connection.settings_dict["NAME"])
    target = here if into is None else into / DATABASE
    manifest = glanced(file)
    _refuse_other_program(file, manifest)
    if into is not None:
        _refuse_other_folder(into)
    elif not may_be_foreign:
        _refuse_other_installation(file, manifest, here)
    directory, refusal = target.parent, _("{problem}; stop it first, then restore")
    with created_directory(directory), nobody_else(directory if into else None, refusal):
        staged = target.with_name(f"{target.name}{STAGED}")
        remove_database(staged)
        try:
            manifest = unpack(file, staged, opening=opening, key=backup_source().key)
            return _replace(file, manifest, staged, target, here)
        finally:
            remove_database(staged)


def _replace(file: Path, manifest: Manifest, staged: Path, target: Path, here: Path) -> Restored:
    later = _later(target, here)
    with pointed_at(staged):
        _bring_up_to_date(file)
        erased = erase_people_again(later.people)
        forgotten = forget_again(later.erasures)
        now = timezone.now()
        revoked = revoke_again(later.revoked, now=now)
        log_ins, apps = log_ins_end_all(now=now), connections_end_all(now=now)
        memories = Memory.objects.count()
    in_one_file(staged)
    directory = Path(settings.DATA_DIR) if target == here else target.parent
    keep(directory, later.erasures)
    kept = swap(staged, target, reason="restore")
    create_instance(directory)
    return Restored(
        manifest, target, kept, memories, forgotten, revoked, erased, log_ins, apps,
        later.unread, later.damaged_lines,
    )  # fmt: skip


def _refuse_other_folder(into: Path) -> None:
    """Refuse a folder that has files and is no data directory."""
    if into.exists() and not into.is_dir():
        raise UsageError(_("--into: {path} is a file; name a folder").format(path=into))
    is_ours = any((into / name).exists() for name in SIGNS) or listed(into / "backups")
    if into.is_dir() and any(into.iterdir()) and not is_ours:
        text = _("--into: {path} has files of something else; name a new or an empty folder")
        raise UsageError(text.format(path=into))


def _refuse_other_installation(file: Path, manifest: Manifest, here: Path) -> None:
    """Refuse to put the backup of another installation in the place of this one's database."""
    has_database = here.exists() and here.stat().st_size > 0
    if has_database and is_of_another(manifest.instance, Path(settings.DATA_DIR)):
        text = _(
            "{path} is a backup of another installation; restore it into a new directory with"
            " --into DIR, or in the place of {database} with --foreign"
        )
        raise BackupRefused(text.format(path=file, database=here))


def _refuse_other_program(file: Path, manifest: Manifest) -> None:
    """Refuse a backup of another program, of none, or of a version that is not brought over."""
    loader = loader_of(manifest.migrations)
    if not any(app == Memory._meta.app_label for app, _name in loader.applied_migrations):
        text = _("{path} holds no database of Wasurena. Take another backup")
        raise BackupRefused(text.format(path=file), code=DAMAGED)
    origin = origin_of(loader, FROM_0_1_0)
    if origin is Origin.UNRELEASED:
        raise BackupRefused(unreleased_text(file))
    if origin is Origin.NEWER:
        text = _(
            "{path} was made by a newer version of Wasurena ({version}), with migrations that this"
            " one does not have ({migrations}); restore it with that version"
        )
        unknown = named_migrations(unknown_migrations(loader))
        values = {"version": manifest.program, "migrations": unknown}
        raise BackupRefused(text.format(path=file, **values))


@dataclass(slots=True)
class _Later:
    """What was taken away, perhaps after the backup: it must not come back with it."""

    erasures: set[Entry]
    revoked: set[str] = field(default_factory=set)
    # Why a database cannot be asked.
    unread: str = ""
    damaged_lines: int = 0

    @property
    def people(self) -> set[ErasedPerson]:
        """The people who were erased."""
        return {one for one in self.erasures if isinstance(one, ErasedPerson)}


def _later(target: Path, here: Path) -> _Later:
    """Return what the databases and files say was forgotten and revoked.

    Raises:
        OSError: a file of erasures cannot be read at all.
    """
    directories = {Path(settings.DATA_DIR), target.parent}
    damaged = sum(len(damaged_lines(directory)) for directory in directories)
    found = _Later(set().union(*map(read_file, directories)))
    found.damaged_lines = damaged
    for path in {target, here}:
        if not path.exists():
            continue
        try:
            if path == target:
                require_alone(path)
            with pointed_at(path):
                found.erasures |= read_journal()
                found.revoked |= revoked_digests()
        except DatabaseError as error:
            found.unread = str(error)
    return found


def _bring_up_to_date(file: Path) -> None:
    """Migrate the restored database; refuse one that has lost tables."""
    try:
        if needs_migration():
            migrate()
        problems = [one.text for one in schema_findings()]
    except DatabaseError as error:
        problems = [str(error)]
    if problems:
        text = _("the database in {path} cannot be used: {problem}. Take another backup")
        problem = "; ".join(problems)
        raise BackupRefused(text.format(path=file, problem=problem), code=DAMAGED)
    add_missing()
