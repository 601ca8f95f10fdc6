"""Write a result to what a person names: a new file or folder, a device or pipe, standard output."""

import glob
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.db.backups.creation import FULL, sync_directory
from core.db.backups.folder import PART

from .environment import _
from .output import CommandFailed, UsageError

STANDARD = "-"
STANDARD_NAMES = (STANDARD, "/dev/stdout")
SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
# What tempfile puts between a prefix and a suffix.
RANDOM = "?" * 8


@contextmanager
def written(name: str) -> Iterator[BinaryIO]:
    """Open what is named; a new file appears under its name only when it is complete.

    Raises:
        UsageError: it is a folder, exists already, or lies in no folder.
        CommandFailed: it cannot be written, or its disk is full.
    """
    with _failures_named(name):
        if name in STANDARD_NAMES:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        elif is_stream(name):
            with Path(name).open("wb") as file:
                yield file
        else:
            with _new_file(name) as file:
                yield file


def is_stream(name: str) -> bool:
    """Tell whether a name is standard output, a device or a pipe: nothing that can be read back."""
    path = Path(name)
    return name in STANDARD_NAMES or (path.exists() and not (path.is_file() or path.is_dir()))


@contextmanager
def _new_file(name: str) -> Iterator[BinaryIO]:
    """Make a file beside the named one, which takes its place at the end."""
    path = _resolved(name)
    if path.is_dir():
        raise UsageError(_("{path} is a folder; name a file in it").format(path=name or path))
    if name.endswith(SEPARATORS):
        raise UsageError(_("{path}: there is no such directory").format(path=name))
    _refuse_existing(path, name)
    _remove_leftovers(path)
    descriptor, partial = tempfile.mkstemp(PART, f".{path.name}.", path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _refuse_existing(path, name)
        Path(partial).rename(path)
        sync_directory(path.parent)
    finally:
        Path(partial).unlink(missing_ok=True)


@contextmanager
def new_folder(name: str) -> Iterator[Path]:
    """Make a folder beside the named one, which takes its place at the end.

    Raises:
        UsageError: it is a file, has something in it, or lies in no folder.
        CommandFailed: it cannot be written, or its disk is full.
    """
    with _failures_named(name):
        path = _resolved(name)
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise UsageError(_("{path}: choose a new or an empty folder").format(path=name))
        _remove_leftovers(path)
        partial = Path(tempfile.mkdtemp(PART, f".{path.name}.", path.parent))
        try:
            yield partial
            if path.exists():
                path.rmdir()
            partial.rename(path)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise


def _resolved(name: str) -> Path:
    """Return where a name leads: a link stays, and what it points to is written."""
    path = Path(os.path.realpath(name))
    if not path.parent.is_dir():
        raise UsageError(_("{path}: there is no such directory").format(path=path.parent))
    return path


def _refuse_existing(path: Path, name: str) -> None:
    if os.path.lexists(path):
        raise UsageError(_("{path} exists already; name another file").format(path=name))


def _remove_leftovers(path: Path) -> None:
    """Remove what killed commands left of this file or folder: it is as readable as the whole."""
    pattern = f"{glob.escape(f'.{path.name}.')}{RANDOM}{PART}"
    for left in path.parent.glob(pattern):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


@contextmanager
def _failures_named(name: str) -> Iterator[None]:
    """Turn errors of the system into sentences that name the target and the way out."""
    try:
        yield
    except BrokenPipeError:
        # The reader has left, which is no failure.
        raise
    except OSError as error:
        raise CommandFailed(_sentence(error, name)) from error


def _sentence(error: OSError, name: str) -> str:
    folder = tempfile.gettempdir()
    if error.errno in FULL and error.filename == folder:
        text = _(
            "the disk of {folder}, where the archive lies until it is encrypted, became full; make"
            " room, or set TMPDIR to a folder on another disk"
        )
        return text.format(folder=folder)
    path = _("standard output") if name in STANDARD_NAMES else name
    if error.errno in FULL:
        text = _(
            "the disk became full while {path} was written; make room, or name a file on another"
            " disk"
        )
        return text.format(path=path)
    text = _("{path} cannot be written: {problem}; name a file in another folder")
    return text.format(path=path, problem=error.strerror or error)
