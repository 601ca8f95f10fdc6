"""Read and replace the file of a program: a copy first, and the new one whole or not at all."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from .editing import BrokenFile

COPY = ".before-wasurena"
PRIVATE = 0o600


def read_file(path: Path) -> str:
    """Return the text of a file; empty if there is none.

    Raises:
        BrokenFile: it cannot be read, or is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFile(str(error)) from error


def copy_of(path: Path) -> Path:
    """Return where the copy of a file lies that was made before it was first changed."""
    return path.with_name(path.name + COPY)


def replace_file(path: Path, text: str, *, copied: str | None = None) -> None:
    """Write a file whole, with its permissions; new ones are readable for the owner only.

    ``copied`` is written beside it before, if no copy is there yet. A link stays a link.

    Raises:
        BrokenFile: nothing was changed.
    """
    target = path.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if copied is not None and not copy_of(path).exists():
            _write(copy_of(path), copied, PRIVATE)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else PRIVATE
        _write(target, text, mode)
    except OSError as error:
        raise BrokenFile(str(error)) from error


def _write(path: Path, text: str, mode: int) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise


def remove_file(path: Path) -> None:
    """Delete a file, if it is there."""
    path.unlink(missing_ok=True)
