"""Files of a person that are kept for a day: exports to be resumed, uploads to be confirmed.

They lie in the data directory, readable by nobody else, in one directory for each person. Whatever
is forgotten meanwhile, all of the person's files go. Beside an encrypted database nothing is kept:
the files are not encrypted.
"""

import hashlib
import logging
import os
import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=1)
PARTIAL = ".partial"
DIGEST = re.compile(r"[0-9a-f]{64}")
# Files that are written while the person forgets something are written again.
TRIES = 5
Write = Callable[[BinaryIO], None]


@dataclass(frozen=True, slots=True)
class KeptFile:
    """An open file at its start, and the hash of its bytes."""

    file: BinaryIO
    sha256: str


def is_keeping() -> bool:
    """Return whether files are kept: not beside an encrypted database."""
    return not settings.DATABASE_KEY


def keep(person: str, suffix: str, write: Write, *, key: str = "") -> KeptFile:
    """Write a file, which takes the place of the person's last one with this suffix.

    ``key`` tells what was asked for: ``find`` takes no other one for it.

    Raises:
        OSError: the disk is full, or the directory cannot be written.
    """
    if not is_keeping():
        return _unnamed(write)
    for _attempt in range(TRIES):
        if (kept := _kept(_directory(person), f"-{key}{suffix}", suffix, write)) is not None:
            return kept
    return _unnamed(write)


def find(person: str, suffix: str, *, sha256: str = "", key: str = "") -> KeptFile | None:
    """Open a person's file with this suffix: the one of ``sha256``, or without it that of ``key``."""
    oldest = time.time() - KEPT_FOR.total_seconds()
    for path in _directory(person).glob(f"*{suffix}"):
        digest, _dash, asked = path.name.removesuffix(suffix).partition("-")
        is_it = digest == sha256 if sha256 else asked == key
        try:
            if is_it and path.stat().st_mtime >= oldest:
                return KeptFile(path.open("rb"), digest)
        except FileNotFoundError:
            continue
    return None


def drop(person: str) -> None:
    """Delete all files of a person; those that are being written are written again."""
    for path in _directory(person).glob("*"):
        _delete(path)


def drop_old() -> int:
    """Delete the files of everybody that are older than a day; return how many."""
    oldest = time.time() - KEPT_FOR.total_seconds()
    old = [path for path in _root().glob("*/*") if _written_at(path) < oldest]
    for path in old:
        _delete(path)
    return len(old)


def _root() -> Path:
    return Path(settings.DATA_DIR) / "transfers"


def _directory(person: str) -> Path:
    # Names of people are not always names of files.
    return _root() / hashlib.sha256(person.encode()).hexdigest()[:32]


def _unnamed(write: Write) -> KeptFile:
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 (who asked closes it)
    write(file)
    return KeptFile(file, _digest(file))


def _kept(directory: Path, ending: str, suffix: str, write: Write) -> KeptFile | None:
    """Write a file and open it; return None if it was deleted while it was written."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(suffix=PARTIAL, dir=directory)
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            write(file)
            digest = _digest(file)
        path = directory / f"{digest}{ending}"
        partial.replace(path)
        for other in directory.glob(f"*{suffix}"):
            if other != path:
                _delete(other)
        return KeptFile(path.open("rb"), digest)
    except FileNotFoundError:
        return None
    except BaseException:
        _delete(partial)
        raise


def _digest(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    return digest


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        # Some systems keep what is open; the hourly task tries again.
        logger.warning("%s cannot be deleted yet: %s", path, error)
