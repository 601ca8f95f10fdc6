"""The identity of a data directory, by which a server is recognized as the directory's own."""

import hashlib
import os
import secrets
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

FILE_NAME = "instance_id"


def mark_path(data_dir: Path) -> Path:
    """Return the file that holds the id; it exists once a database was made for the directory."""
    return data_dir / FILE_NAME


def instance_of(data_dir: Path) -> str | None:
    """Return the public identity of a data directory; None before its first database.

    The directory's inode is part of it: a copy of the directory is another instance,
    and a directory that was moved or mounted elsewhere is the same one.
    """
    try:
        text = mark_path(data_dir).read_text("ascii").strip()
        inode = data_dir.stat().st_ino
    except (OSError, ValueError):
        return None
    return hashlib.sha256(f"{text}:{inode}".encode()).hexdigest()[:32] if text else None


def installation_of(data_dir: Path) -> str | None:
    """Return which installation a data directory is, for its backups; None before its first database.

    A copy of the directory is the same one: its backups come along.
    """
    try:
        text = mark_path(data_dir).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return hashlib.sha256(text.encode()).hexdigest()[:32] if text else None


@lru_cache(maxsize=8)
def served_instance(data_dir: Path) -> str | None:
    """Return the identity that a server reports; read once, since a server keeps its directory."""
    return instance_of(data_dir)


def create_instance(data_dir: Path) -> None:
    """Give a data directory its id, unless it has one."""
    path = mark_path(data_dir)
    if instance_of(data_dir) is not None:
        return
    # Renamed into place, so that no reader sees an empty file.
    draft = path.with_name(f"{FILE_NAME}.{os.getpid()}")
    with suppress(FileNotFoundError):
        draft.unlink()
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secrets.token_hex(16))
    draft.replace(path)
