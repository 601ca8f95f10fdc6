"""Put a backup in the place of the database: every check first, the old files kept beside."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.services.tokens import revoke_again, revoked_digests
from core.db.backups.archive import Manifest, newer_refused
from core.db.backups.copying import COMPANIONS, opened, remove_database
from core.db.backups.creation import sync_directory
from core.db.backups.installation import backup_source
from core.db.backups.protection import Opening
from core.db.backups.unpacking import checked, glanced, unpack
from core.db.instance import create_instance
from core.db.sqlite.pool import idle_connections
from memories.models import Memory
from memories.services.erasure.ledger import (
    ErasedPerson,
    Erasure,
    keep,
    keep_people,
    read_file,
    read_journal,
    read_people,
)
from memories.services.forget import forget_again
from memories.services.privacy.person import erase_people_again
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed

from .files import STAGED, LockHeld, exclusive, server_lock
from .preparation import add_missing, migrate, needs_migration

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
    # Why the journal of the old database could not be asked for later erasures.
    unread: str = ""


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
    """
    here = Path(connection.settings_dict["NAME"])
    target = here if into is None else into / DATABASE
    _refuse_newer(file, glanced(file))
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _nobody_else(target.parent if into else None):
        staged = target.with_name(f"{target.name}{STAGED}")
        remove_database(staged)
        try:
            manifest = unpack(file, staged, opening=opening, key=backup_source().key)
            return _replace(manifest, staged, target, here)
        finally:
            remove_database(staged)


def _replace(manifest: Manifest, staged: Path, target: Path, here: Path) -> Restored:
    later = _later(target, here)
    with _pointed_at(staged):
        _bring_up_to_date()
        erased = erase_people_again(later.people)
        forgotten = forget_again(later.erasures)
        revoked = revoke_again(later.revoked, now=timezone.now())
        memories = Memory.objects.count()
    _in_one_file(staged)
    directory = Path(settings.DATA_DIR) if target == here else target.parent
    keep_people(directory, later.people)
    keep(directory, later.erasures)
    kept = _swap(staged, target)
    create_instance(directory)
    return Restored(manifest, target, kept, memories, forgotten, revoked, erased, later.unread)


@contextmanager
def _nobody_else(directory: Path | None) -> Iterator[None]:
    try:
        with server_lock(directory), exclusive("prepare"):
            yield
    except LockHeld as error:
        text = _("{problem}; stop it first, then restore")
        raise CommandFailed(text.format(problem=error)) from error


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


def _later(target: Path, here: Path) -> _Later:
    """Return what the databases and files say was forgotten and revoked."""
    directories = (Path(settings.DATA_DIR), target.parent)
    found = _Later(set().union(*map(read_file, directories)))
    found.people = set().union(*map(read_people, directories))
    for path in {target, here}:
        if not path.exists():
            continue
        try:
            _require_alone(path, is_replaced=path == target)
            with _pointed_at(path):
                found.erasures |= read_journal()
                found.revoked |= revoked_digests()
        except DatabaseError as error:
            found.unread = str(error)
    return found


def _require_alone(path: Path, *, is_replaced: bool) -> None:
    """Take all of the old database into its file, which SQLite does only if nobody has it open."""
    if not is_replaced:
        return
    connection.close()
    idle_connections.clear()
    with opened(path, backup_source().key) as database:
        database.execute("PRAGMA busy_timeout = 2000")
        try:
            (mode,) = database.execute("PRAGMA journal_mode = DELETE").fetchone()
        except Exception as error:
            if "locked" not in str(error):
                raise DatabaseError(str(error)) from error
            mode = "wal"
    if mode == "wal":
        text = _("another program uses {path}; end it first, then restore")
        raise CommandFailed(text.format(path=path))


@contextmanager
def _pointed_at(path: Path) -> Iterator[None]:
    """Have the connection open another file."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()
        idle_connections.clear()
        connection.settings_dict["NAME"] = before


def _bring_up_to_date() -> None:
    if needs_migration(may_be_new=True):
        migrate()
    add_missing()


def _in_one_file(staged: Path) -> None:
    """Leave nothing in the log of the new database, and wait until the disk has it."""
    with opened(staged, backup_source().key) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    with staged.open("rb+") as file:
        os.fsync(file.fileno())


def _swap(staged: Path, target: Path) -> list[Path]:
    """Keep the old files under another name, and put the new database in their place.

    At every moment there is a whole database under the name: the old one, or the new one.
    """
    stamp = f"before-restore-{datetime.now():%Y%m%d-%H%M%S}"
    kept = []
    if target.exists():
        kept.append(_keep(target, target.with_name(f"{target.name}.{stamp}")))
    for suffix in COMPANIONS:
        # There only if the old database cannot be read; SQLite would take them for the new one's.
        old = target.with_name(f"{target.name}{suffix}")
        if old.exists():
            kept.append(old.rename(target.with_name(f"{target.name}.{stamp}{suffix}")))
    staged.replace(target)
    sync_directory(target.parent)
    return kept


def _keep(target: Path, aside: Path) -> Path:
    try:
        os.link(target, aside)
    except OSError:
        # A file system without links.
        target.rename(aside)
    return aside
