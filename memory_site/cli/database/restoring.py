"""Put a backup in the place of the database: every check first, the old files kept beside."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.services.connections import connections_end_all
from accounts.services.sessions import log_ins_end_all
from accounts.services.tokens import revoke_again, revoked_digests
from core.db.backups.archive import newer_refused
from core.db.backups.copying import remove_database
from core.db.backups.installation import backup_source
from core.db.backups.manifest import Manifest
from core.db.backups.unpacking import checked, glanced, unpack
from core.db.instance import create_instance
from core.encryption import Opening
from memories.models import Memory
from memories.services.erasure.ledger import (
    ErasedPerson,
    Erasure,
    damaged_lines,
    keep,
    keep_people,
    read_file,
    read_journal,
    read_people,
)
from memories.services.forget import forget_again
from memories.services.privacy.person import erase_people_again
from memory_site.cli.environment import _

from .files import STAGED
from .preparation import add_missing, migrate, needs_migration
from .replacing import in_one_file, nobody_else, pointed_at, require_alone, swap

DATABASE = "wasurena.sqlite3"


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


def check_backup(file: Path) -> Manifest:
    """Check a whole backup, without opening what is encrypted in it.

    Raises:
        BackupRefused: it is missing, no backup, incomplete, damaged, or of a newer version.
    """
    manifest, _members = checked(file)
    _refuse_newer(file, manifest)
    return manifest


def restore(file: Path, *, into: Path | None, opening: Opening) -> Restored:
    """Restore a backup into the data directory, or into another one; all of it, or nothing.

    Raises:
        BackupRefused: the backup cannot be used; the text says why.
        CommandFailed: a server or another program uses the database.
        OSError: the file that says what was forgotten cannot be read.
    """
    here = Path(connection.settings_dict["NAME"])
    target = here if into is None else into / DATABASE
    _refuse_newer(file, glanced(file))
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with nobody_else(target.parent if into else None, _("{problem}; stop it first, then restore")):
        staged = target.with_name(f"{target.name}{STAGED}")
        remove_database(staged)
        try:
            manifest = unpack(file, staged, opening=opening, key=backup_source().key)
            return _replace(manifest, staged, target, here)
        finally:
            remove_database(staged)


def _replace(manifest: Manifest, staged: Path, target: Path, here: Path) -> Restored:
    later = _later(target, here)
    with pointed_at(staged):
        _bring_up_to_date()
        erased = erase_people_again(later.people)
        forgotten = forget_again(later.erasures)
        now = timezone.now()
        revoked = revoke_again(later.revoked, now=now)
        log_ins, apps = log_ins_end_all(now=now), connections_end_all(now=now)
        memories = Memory.objects.count()
    in_one_file(staged)
    directory = Path(settings.DATA_DIR) if target == here else target.parent
    keep_people(directory, later.people)
    keep(directory, later.erasures)
    kept = swap(staged, target, reason="restore")
    create_instance(directory)
    return Restored(
        manifest, target, kept, memories, forgotten, revoked, erased, log_ins, apps,
        later.unread, later.damaged_lines,
    )  # fmt: skip


def _refuse_newer(file: Path, manifest: Manifest) -> None:
    """Refuse a backup with migrations that this program does not have, nor any release before."""
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    apps = {app for app, _name in loader.disk_migrations}
    newer = [
        name for name in manifest.migrations if name not in known and name.partition(".")[0] in apps
    ]
    if newer and _version(manifest.program) > _version(settings.VERSION):
        raise newer_refused(file, manifest.program)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


@dataclass(slots=True)
class _Later:
    """What was taken away, perhaps after the backup: it must not come back with it."""

    erasures: set[Erasure]
    people: set[ErasedPerson] = field(default_factory=set)
    revoked: set[str] = field(default_factory=set)
    # Why a database cannot be asked.
    unread: str = ""
    damaged_lines: int = 0


def _later(target: Path, here: Path) -> _Later:
    """Return what the databases and files say was forgotten and revoked.

    Raises:
        OSError: a file of erasures cannot be read at all.
    """
    directories = {Path(settings.DATA_DIR), target.parent}
    damaged = sum(len(damaged_lines(directory)) for directory in directories)
    found = _Later(set().union(*map(read_file, directories)))
    found.damaged_lines = damaged
    found.people = set().union(*map(read_people, directories))
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


def _bring_up_to_date() -> None:
    if needs_migration(may_be_new=True):
        migrate()
    add_missing()
