"""Put a database file in the place of another one, which is kept beside it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError, connection

from core.db.backups.creation import sync_directory
from core.db.backups.installation import backup_source
from core.db.sqlite.files import COMPANIONS, opened
from core.db.sqlite.pool import idle_connections
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed

from .files import PREPARE, SERVER_LOCK, LockHeld, exclusive, server_lock


@contextmanager
def nobody_else(directory: Path | None, refusal: str) -> Iterator[None]:
    """Hold the locks of a server and of a start until the end of the block.

    Raises:
        CommandFailed: a server is running; ``refusal`` says what to do.
    """
    try:
        with server_lock(directory), exclusive(PREPARE, directory=directory):
            yield
    except LockHeld as error:
        raise CommandFailed(refusal.format(problem=error)) from error


@contextmanager
def created_directory(directory: Path, *, stays: bool = True) -> Iterator[None]:
    """Have a directory in the block; one that was not there goes again if the block fails.

    Without ``stays``, it goes in any case.
    """
    new = [one for one in (directory, *directory.parents) if not one.exists()]
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield
    except BaseException:
        _remove_created(new)
        raise
    if not stays:
        _remove_created(new)


def _remove_created(new: Sequence[Path]) -> None:
    for one in new:
        for lock in (SERVER_LOCK, f"{PREPARE}.lock"):
            (one / lock).unlink(missing_ok=True)
        # With anything else in it, it stays.
        with suppress(OSError):
            one.rmdir()


def require_alone(path: Path) -> None:
    """Take all of a database into its file, which SQLite does only if nobody has it open.

    Raises:
        CommandFailed: another program uses it.
    """
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
        text = _("another program uses {path}; end it first")
        raise CommandFailed(text.format(path=path))


@contextmanager
def pointed_at(path: Path) -> Iterator[None]:
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


def in_one_file(staged: Path) -> None:
    """Leave nothing in the log of the new database, and wait until the disk has it."""
    with opened(staged, backup_source().key) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    with staged.open("rb+") as file:
        os.fsync(file.fileno())


def swap(staged: Path, target: Path, *, reason: str) -> list[Path]:
    """Keep the old files under another name, and put the new database in their place.

    At every moment there is a whole database under the name: the old one, or the new one.
    """
    stamp = f"before-{reason}-{datetime.now():%Y%m%d-%H%M%S}"
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
