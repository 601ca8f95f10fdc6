"""Hold on to the database file that a server began with: gone or replaced, it is not used.

SQLite itself goes on writing to a file that was deleted or moved away, and makes an empty one where
there is none. Both would acknowledge saves that are lost.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from django.db import OperationalError

GONE = "the database file is gone"
REPLACED = "the database file was replaced"


class DatabaseMoved(OperationalError):
    """The path no longer leads to the file that this process began with."""


@dataclass(frozen=True, slots=True)
class _Pinned:
    """A file by device and number; ``handle`` keeps the number from being given to another file."""

    device: int
    number: int
    handle: int | None


_pinned: dict[str, _Pinned] = {}


def pin(path: str | Path) -> None:
    """Use this file only, as it is now, until the process ends; its children inherit that.

    Does nothing where there is no such file.
    """
    try:
        status = os.stat(path)
    except OSError:
        return
    unpin(path)
    _pinned[str(path)] = _Pinned(status.st_dev, status.st_ino, _handle(path))


def unpin(path: str | Path) -> None:
    """Accept any file under this path again."""
    pinned = _pinned.pop(str(path), None)
    if pinned is not None and pinned.handle is not None:
        os.close(pinned.handle)


def _handle(path: str | Path) -> int | None:
    """Keep the file's number in use; closing any other handle would drop SQLite's locks."""
    flag = getattr(os, "O_PATH", None)
    return None if flag is None else os.open(path, flag | os.O_CLOEXEC)


def moved(path: str | Path) -> str:
    """Return what happened to a pinned file (`GONE` or `REPLACED`); empty if nothing did."""
    pinned = _pinned.get(str(path))
    if pinned is None:
        return ""
    try:
        status = os.stat(path)
    except OSError:
        return GONE
    return "" if (status.st_dev, status.st_ino) == (pinned.device, pinned.number) else REPLACED


def require(path: str | Path) -> None:
    """Refuse to go on with a pinned file that is no longer there.

    Raises:
        DatabaseMoved: the file is gone, or another one has its place.
    """
    if what := moved(path):
        raise DatabaseMoved(what)


def require_log(path: str | Path) -> None:
    """Refuse to commit to a pinned file that, or whose write-ahead log, is no longer there.

    Raises:
        DatabaseMoved: as `require`, or the log was deleted.
    """
    require(path)
    if str(path) in _pinned and not os.path.exists(f"{path}-wal"):
        raise DatabaseMoved(GONE)
