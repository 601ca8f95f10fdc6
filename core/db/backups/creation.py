"""Make a backup: copy, check, pack, and move it into place."""

import errno
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from django.utils.translation import gettext as _
from filelock import Timeout

from core.db.process_locks import file_lock, is_held
from core.db.sqlite.files import remove_database
from core.encryption import Protection

from .archive import write_archive
from .copying import (
    Report,
    check_database,
    copy_database,
    recorded_migrations,
    report_nothing,
)
from .folder import MANUAL, PART, PART_OLD_SECONDS, Backup, file_name, is_part
from .manifest import Manifest
from .ownership import is_within
from .problems import BackupFailed, BackupRefused, BackupRunning
from .protection import database_members

LOCK = "backup.lock"
# The copy lies beside the database, which holds the same, and not where the backup goes.
COPY = "backup-copy.partial"
PROBE_SECONDS = 0.3
SPARE_BYTES = 4 * 1024 * 1024
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True, slots=True)
class Source:
    """The database to back up: its file and key, and the directory for what exists in between."""

    database: Path
    key: str
    data_dir: Path
    program: str
    # The installation, as :func:`core.db.instance.installation_of` has it.
    instance: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A backup to make: where to, why, when, and how it is encrypted.

    ``target`` is a folder, which gives the backup its usual name, or the path of a new file.
    """

    target: Path
    at: datetime
    reason: str = MANUAL
    protection: Protection = field(default_factory=Protection)
    # Whether a person named the target; else the settings did.
    is_named: bool = False
    # Whether it is meant as a folder, also where it is not there yet.
    is_folder: bool = False

    @property
    def way_out(self) -> str:
        """How to have it made on another disk."""
        if self.is_named:
            return _("name a file or folder on another disk")
        return _("set WASURENA_BACKUP_DIR to a folder on another disk")


def create_backup(source: Source, order: Order, report: Report = report_nothing) -> Backup:
    """Make a backup while others read and write; it appears once it is whole, or not at all.

    Raises:
        BackupRunning: another one is being made.
        BackupFailed: the disk is full, the folder cannot be written, or the database is damaged.
        InvalidInput: the protection cannot be used.
    """
    order.protection.check()
    with _alone(source.data_dir), _failures_named(order):
        path = _place(order)
        copy = source.data_dir / COPY
        _clear(copy, path.parent)
        # One that was given a name of its own.
        _part_of(path).unlink(missing_ok=True)
        _check_space(source, path.parent, order)
        try:
            return _made(source, order, copy, path, report)
        finally:
            remove_database(copy)


def _made(source: Source, order: Order, copy: Path, path: Path, report: Report) -> Backup:
    # SQLite makes files as the process may: nobody else shall read this one.
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    copy_database(source.database, copy, key=source.key, report=report)
    report("checking", 0, 0)
    check_database(copy, key=source.key)
    manifest = Manifest(
        created_at=order.at,
        reason=order.reason,
        program=source.program,
        protection=order.protection.kind,
        has_key=bool(source.key),
        database_bytes=copy.stat().st_size,
        migrations=recorded_migrations(copy, key=source.key),
        instance=source.instance,
    )
    report("writing", 0, 0)
    part = _part_of(path)
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as out:
            write_archive(out, manifest, database_members(copy, order.protection))
        _move(part, path, order)
    finally:
        part.unlink(missing_ok=True)
    return Backup(path, path.stat().st_size, manifest, instance=source.instance)


def _part_of(path: Path) -> Path:
    """Return where a backup lies until all of it is written."""
    return path.with_name(f".{path.name}{PART}")


def _move(part: Path, path: Path, order: Order) -> None:
    if path.exists():
        raise _exists(path, order)
    part.rename(path)
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Wait until the disk has the names in a directory; not every system can."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _alone(data_dir: Path) -> Iterator[None]:
    lock = file_lock(data_dir / LOCK)
    try:
        # Who only looks whether a backup runs holds it for an instant.
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=PROBE_SECONDS / 10)
    except Timeout as error:
        raise BackupRunning(_("another backup is being made; wait until it is done")) from error
    try:
        yield
    finally:
        lock.release()


def is_running(data_dir: Path) -> bool:
    """Tell whether a backup is being made, by any process."""
    path = data_dir / LOCK
    return path.exists() and is_held(file_lock(path))


def _place(order: Order) -> Path:
    target = order.target
    if target.exists() and not target.is_dir():
        raise _exists(target, order)
    is_folder = order.is_folder or order.reason != MANUAL or target.suffix == ""
    if not (is_folder or target.is_dir()):
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return target
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = target / file_name(order.at, order.reason)
    for number in range(2, 100):
        if not path.exists():
            break
        stem = file_name(order.at, order.reason).removesuffix(".tar")
        path = target / f"{stem}-{number}.tar"
    return path


def _exists(path: Path, order: Order) -> BackupFailed:
    text = _("{path} is a file and no folder; move it away, or {way_out}")
    if order.is_named:
        text = _("{path} exists already; name another file, or a folder")
    return BackupFailed(text.format(path=path, way_out=order.way_out))


def clear_leftovers(data_dir: Path, folder: Path) -> None:
    """Remove what an interrupted backup left behind, unless one is being made now."""
    with suppress(BackupRunning), _alone(data_dir):
        _clear(data_dir / COPY, folder)


def _clear(copy: Path, folder: Path) -> None:
    """Remove what an interrupted backup left behind.

    Outside of the data directory, another installation may be writing its own just now.
    """
    remove_database(copy)
    since = time.time() - (0 if is_within(folder, copy.parent) else PART_OLD_SECONDS)
    for left in folder.glob(f".*{PART}"):
        with suppress(FileNotFoundError):
            if is_part(left.name) and left.stat().st_mtime <= since:
                left.unlink()


def _check_space(source: Source, folder: Path, order: Order) -> None:
    wal = source.database.with_name(f"{source.database.name}-wal")
    size = source.database.stat().st_size + (wal.stat().st_size if wal.exists() else 0)
    needed = size + SPARE_BYTES
    if folder.stat().st_dev == source.data_dir.stat().st_dev:
        needed *= 2
    for place in (source.data_dir, folder):
        if (free := shutil.disk_usage(place).free) < needed:
            raise _full(place, needed, free, order)


def _full(place: Path, needed: int, free: int, order: Order) -> BackupFailed:
    text = _(
        "there is not enough space for a backup in {path}: {needed} MB are needed, {free} MB are"
        " free. Make room, or {way_out}"
    )
    values = {"needed": -(-needed // 1_000_000), "free": free // 1_000_000}
    return BackupFailed(text.format(path=place, way_out=order.way_out, **values))


@contextmanager
def _failures_named(order: Order) -> Iterator[None]:
    """Turn errors of the disk into sentences that name the place and the way out."""
    try:
        yield
    except BackupRefused as error:
        text = _("{problem}. Nothing was written; restore an earlier backup")
        raise BackupFailed(text.format(problem=error.message)) from error
    except OSError as error:
        raise BackupFailed(_sentence(error, order)) from error
    except Exception as error:
        # SQLite's own word for a full disk.
        if "disk is full" in str(error) or "disk I/O error" in str(error):
            raise BackupFailed(_sentence(OSError(errno.ENOSPC, ""), order)) from error
        raise


def _sentence(error: OSError, order: Order) -> str:
    place = error.filename or order.target
    if error.errno in FULL:
        text = _(
            "the disk became full while the backup in {path} was written; make room, or {way_out}"
        )
        return text.format(path=order.target, way_out=order.way_out)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        text = _(
            "the backup cannot be written: {path} may not be written by this user; give the right,"
            " or {way_out}"
        )
        return text.format(path=place, way_out=order.way_out)
    text = _("the backup cannot be written: {path}: {problem}")
    return text.format(path=place, problem=error.strerror or error)
