"""Name what is wrong with the disk or the database file, from what SQLite and the system say."""

import errno
import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from django.db import DatabaseError, connection
from django.utils.translation import gettext_lazy as _
from sqlcipher3 import dbapi2 as Database

from core.errors import WasurenaError

from . import place

# Less cannot hold the log of one save.
LEAST_FREE_BYTES = 1_000_000


class Fault(StrEnum):
    """What is wrong."""

    FULL = "full"
    READ_ONLY = "read_only"
    GONE = "gone"
    REPLACED = "replaced"
    FAILING = "failing"
    DAMAGED = "damaged"


# What SQLite, the operating system and this package say.
SAYINGS = {
    "disk is full": Fault.FULL,
    "no space left on device": Fault.FULL,
    "disk quota exceeded": Fault.FULL,
    "file too large": Fault.FULL,
    "readonly database": Fault.READ_ONLY,
    "read-only file system": Fault.READ_ONLY,
    place.GONE: Fault.GONE,
    place.REPLACED: Fault.REPLACED,
    "unable to open database file": Fault.FAILING,
    "disk i/o error": Fault.FAILING,
    "input/output error": Fault.FAILING,
    "disk image is malformed": Fault.DAMAGED,
    "vtable constructor failed": Fault.DAMAGED,
}
NUMBERS = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EFBIG: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EIO: Fault.FAILING,
}
TITLES = {
    Fault.FULL: _("The disk is full."),
    Fault.READ_ONLY: _("The disk can only be read."),
    Fault.GONE: _("The data directory is gone."),
    Fault.REPLACED: _("The database was replaced while the server runs."),
    Fault.FAILING: _("The disk reports an error."),
    Fault.DAMAGED: _("The database is damaged."),
}
DETAILS = {
    Fault.FULL: _("nothing was stored; free some space and send the same again"),
    Fault.READ_ONLY: _("nothing was stored; make the disk of the data directory writable again"),
    Fault.GONE: _("nothing was stored; put the data directory back where it was"),
    Fault.REPLACED: _("nothing was stored; put the old files back, or restart the server"),
    Fault.FAILING: _("nothing was stored; the disk of the data directory has to be checked"),
    Fault.DAMAGED: _("nothing was stored; “wasurena doctor” says what is damaged and what to do"),
}


class StorageError(WasurenaError):
    """The disk or the database file cannot be used; nothing was stored."""

    status = 503
    title = _("The database cannot be used.")

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        # Another database in its place is, to a client, the database gone.
        self.code = f"storage_{Fault.GONE if fault is Fault.REPLACED else fault}"
        self.title = TITLES[fault]
        if fault is Fault.FULL:
            self.status = 507
        if fault is not Fault.DAMAGED:
            self.retry_after = 60
        super().__init__(DETAILS[fault])


def fault_of(raised: BaseException | None) -> Fault | None:
    """Return the fault of the storage behind an exception; None for any other exception."""
    for error in _chain(raised):
        if not isinstance(error, (DatabaseError, Database.Error, OSError)):
            continue
        if found := NUMBERS.get(getattr(error, "errno", None) or 0) or fault_said(str(error)):
            return _looked_at(found)
        if isinstance(error, FileNotFoundError) and _moved():
            return _moved()
    return None


def _chain(raised: BaseException | None) -> Iterator[BaseException]:
    while raised is not None:
        yield raised
        raised = raised.__cause__


def fault_said(text: str) -> Fault | None:
    """Return the fault that a message names, as SQLite and the system word it."""
    said = text.lower()
    return next((fault for words, fault in SAYINGS.items() if words in said), None)


def database_file() -> Path | None:
    """Return the database file of this process; None for one in memory."""
    name = str(connection.settings_dict["NAME"])
    return None if name == ":memory:" or name.startswith("file:") else Path(name)


def _moved() -> Fault | None:
    path = database_file()
    what = place.moved(path) if path else ""
    return fault_said(what) if what else None


def _looked_at(found: Fault) -> Fault:
    """Return the cause of what SQLite calls an I/O error: a full disk often is one."""
    if found is Fault.DAMAGED:
        return found
    return seen_fault() or found


def seen_fault() -> Fault | None:
    """Return what can be seen of the storage without writing; None if it looks well."""
    path = database_file()
    if path is None:
        return None
    if (moved := _moved()) or not path.parent.is_dir():
        return moved or Fault.GONE
    return _seen_on_disk(path.parent)


def _seen_on_disk(directory: Path) -> Fault | None:
    if not hasattr(os, "statvfs"):
        return None
    disk = os.statvfs(directory)
    if disk.f_flag & os.ST_RDONLY:
        return Fault.READ_ONLY
    # A file system that counts no blocks says nothing.
    return (
        Fault.FULL if disk.f_blocks and disk.f_bavail * disk.f_frsize < LEAST_FREE_BYTES else None
    )
