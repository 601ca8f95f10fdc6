"""Take the database out of a backup, after every check that can be made before."""

import errno
import os
import shutil
from pathlib import Path

from django.utils.translation import gettext as _

from core.db.sqlite.encryption import WrongKey
from core.encryption import Opening

from .archive import Member, check_archive, read_manifest
from .copying import check_database, recorded_migrations
from .creation import FULL, SPARE_BYTES
from .manifest import Manifest
from .problems import DAMAGED, DISK_FULL, BackupRefused
from .protection import extract


def unpack(path: Path, database: Path, *, opening: Opening, key: str) -> Manifest:
    """Check a backup and write its database to the new file ``database``, checked as well.

    Raises:
        BackupRefused: the file is missing, no backup, incomplete, damaged, of a newer format, or
            opened by another key; or the disk is full. The text says which, and the way out.
    """
    manifest, members = checked(path)
    try:
        _check_key(manifest, path, key)
        _check_space(manifest, database.parent)
        _write(path, members, database, opening)
    except OSError as error:
        raise _refusal(error, path, database) from error
    _check_database(manifest, path, database, key)
    return manifest


def glanced(path: Path) -> Manifest:
    """Return what a backup says of itself; only its beginning and its end are read.

    Raises:
        BackupRefused: the file is missing, no backup, incomplete, or of a newer format.
    """
    try:
        return read_manifest(path)
    except OSError as error:
        raise _refusal(error, path, path) from error


def checked(path: Path) -> tuple[Manifest, dict[str, Member]]:
    """Check a backup from end to end, without opening what is encrypted.

    Raises:
        BackupRefused: the file is missing, no backup, incomplete, damaged, or of a newer format.
    """
    try:
        return check_archive(path)
    except OSError as error:
        raise _refusal(error, path, path) from error


def _check_key(manifest: Manifest, path: Path, key: str) -> None:
    if manifest.has_key and not key:
        text = _("the database in {path} is encrypted: set WASURENA_DB_KEY to its key")
        raise BackupRefused(text.format(path=path), code="key_missing")
    if key and not manifest.has_key:
        text = _(
            "the database in {path} has no key of its own, but WASURENA_DB_KEY is set: unset it to"
            " restore this backup"
        )
        raise BackupRefused(text.format(path=path), code="key_given")


def _check_space(manifest: Manifest, directory: Path) -> None:
    # Erasing and migrating write everything once more, at the most.
    needed = 2 * manifest.database_bytes + SPARE_BYTES
    if (free := shutil.disk_usage(directory).free) < needed:
        text = _(
            "there is not enough space in {path}: {needed} MB are needed, {free} MB are free. Make"
            " room, or restore into a directory on another disk with --into"
        )
        values = {"needed": -(-needed // 1_000_000), "free": free // 1_000_000}
        raise BackupRefused(text.format(path=directory, **values), code=DISK_FULL)


def _check_database(manifest: Manifest, path: Path, database: Path, key: str) -> None:
    """Refuse a database that is damaged, or is not the one that the manifest tells of."""
    if (size := database.stat().st_size) != manifest.database_bytes:
        text = _("it has {size} bytes instead of {expected}")
        raise _damaged(path, text.format(size=size, expected=manifest.database_bytes))
    try:
        check_database(database, key=key)
        migrations = recorded_migrations(database, key=key)
    except WrongKey as error:
        text = _(
            "the database in {path} is encrypted with another key: set WASURENA_DB_KEY to the one"
            " of the day it was made"
        )
        raise BackupRefused(text.format(path=path), code="wrong_key") from error
    except BackupRefused as error:
        raise _damaged(path, error.message) from error
    if migrations != list(manifest.migrations):
        raise _damaged(path, _("its migrations are not those that the backup names"))


def _damaged(path: Path, problem: str) -> BackupRefused:
    text = _("the database in {path} cannot be used: {problem}. Take another backup")
    return BackupRefused(text.format(path=path, problem=problem), code=DAMAGED)


def _write(path: Path, members: dict[str, Member], database: Path, opening: Opening) -> None:
    descriptor = os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        extract(path, members, opening, out)
        out.flush()
        os.fsync(out.fileno())


def _refusal(error: OSError, path: Path, database: Path) -> BackupRefused:
    if error.errno in FULL:
        text = _("the disk became full in {path}; make room, or restore elsewhere with --into")
        return BackupRefused(text.format(path=database.parent), code=DISK_FULL)
    text = f"{error.filename or path}: {error.strerror or error}"
    if error.errno == errno.ENOENT and not path.exists():
        text = _("there is no file {path}").format(path=path)
    if error.errno == errno.EISDIR:
        text = _("{path} is a folder; name a file in it").format(path=path)
    return BackupRefused(text)
