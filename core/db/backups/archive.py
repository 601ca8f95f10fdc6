"""The file of a backup: a tar archive, and the checksum of all of it in the last line.

``manifest.json`` comes first, then what opens the database (``key.age``, with a passphrase only),
then the database: ``wasurena.sqlite3``, or ``database.age``. Ordinary tools unpack it.
"""

import hashlib
import json
import os
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext as _

from core.encryption import Written

from .problems import BackupFailed, BackupRefused

FORMAT = "wasurena-backup"
VERSION = 1
MANIFEST = "manifest.json"
BLOCK = 512
CHUNK = 1024 * 1024
LONGEST_MANIFEST = 1024 * 1024
SIGN = b"sha256 "
TRAILER_BYTES = len(SIGN) + 64 + 1

Fill = Callable[[IO[bytes]], None]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself, without any text of the memories."""

    created_at: datetime
    # daily, manual or upgrade.
    reason: str
    # The version of the program that made it.
    program: str
    # none, passphrase or recipient: how the database in it is encrypted, besides its own key.
    protection: str
    # Whether the database is encrypted with WASURENA_DB_KEY.
    has_key: bool
    database_bytes: int
    migrations: Sequence[str] = field(default=())

    @property
    def encryption(self) -> str:
        """How it is encrypted, in one word: none, key, passphrase or recipient."""
        return "key" if self.protection == "none" and self.has_key else self.protection

    def as_json(self) -> bytes:
        """Return the manifest as it stands in the file."""
        values = {**asdict(self), "created_at": self.created_at.isoformat()}
        head = {"format": FORMAT, "format_version": VERSION}
        return json.dumps({**head, **values}, indent=1).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Member:
    """A part of the file: where its bytes begin, and how many they are."""

    offset: int
    size: int


def write_archive(out: IO[bytes], manifest: Manifest, members: Sequence[tuple[str, Fill]]) -> None:
    """Write a backup, read it again, and end it with its checksum.

    Raises:
        BackupFailed: what the disk gives back is not what was written.
    """
    at = int(manifest.created_at.timestamp())
    text = manifest.as_json()
    written = [_add(out, name, fill, at) for name, fill in
               [(MANIFEST, lambda to: _write_all(to, text)), *members]]  # fmt: skip
    out.write(bytes(2 * BLOCK))
    out.flush()
    os.fsync(out.fileno())
    digest = _digest_of(out, written)
    out.seek(0, os.SEEK_END)
    out.write(SIGN + digest.encode() + b"\n")
    out.flush()
    os.fsync(out.fileno())


def _write_all(out: IO[bytes], data: bytes) -> None:
    out.write(data)


def _add(out: IO[bytes], name: str, fill: Fill, at: int) -> tuple[Member, str]:
    """Write one member; its header follows its bytes, since only then its size is known."""
    start = out.tell()
    out.write(bytes(BLOCK))
    through = Written(out)
    try:
        fill(through)  # type: ignore[arg-type]
    except Exception as error:
        raise through.error or error from None
    size = out.tell() - start - BLOCK
    out.write(bytes(-size % BLOCK))
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = size, at, 0o600
    out.seek(start)
    out.write(info.tobuf(tarfile.GNU_FORMAT))
    out.seek(0, os.SEEK_END)
    return Member(start + BLOCK, size), through.digest.hexdigest()


def _digest_of(out: IO[bytes], written: Sequence[tuple[Member, str]]) -> str:
    for member, expected in written:
        out.seek(member.offset)
        if _hash(out, member.size).hexdigest() != expected:
            raise BackupFailed(_("the disk does not give back what was written to it"))
    size = out.seek(0, os.SEEK_END)
    out.seek(0)
    return str(_hash(out, size).hexdigest())


def _hash(file: IO[bytes], size: int) -> Any:
    digest = hashlib.sha256()
    while size > 0 and (block := file.read(min(CHUNK, size))):
        digest.update(block)
        size -= len(block)
    return digest


def read_manifest(path: Path) -> Manifest:
    """Return what a backup says of itself; only its beginning and its end are read.

    Raises:
        BackupRefused: it is no backup, is incomplete, or is of a newer version.
    """
    with path.open("rb") as file:
        manifest = _manifest_of(file, path)
        if not _trailer(file):
            raise _incomplete(path)
    return manifest


def check_archive(path: Path) -> tuple[Manifest, dict[str, Member]]:
    """Read a whole backup; return its manifest, and its members by name.

    Raises:
        BackupRefused: it is no backup, incomplete, damaged, or of a newer version.
    """
    with path.open("rb") as file:
        manifest = _manifest_of(file, path)
        trailer = _trailer(file)
        if not trailer:
            raise _incomplete(path)
        size = file.seek(0, os.SEEK_END) - TRAILER_BYTES
        file.seek(0)
        if _hash(file, size).hexdigest().encode() != trailer:
            raise BackupRefused(
                _(
                    "{path} is damaged: it is not what was written, as its checksum shows. Take"
                    " another backup, or another copy of this one"
                ).format(path=path)
            )
        file.seek(0)
        with tarfile.open(fileobj=file, mode="r:") as archive:
            members = {one.name: Member(one.offset_data, one.size) for one in archive}
    return manifest, members


def _incomplete(path: Path) -> BackupRefused:
    return BackupRefused(
        _(
            "{path} is incomplete or damaged: the checksum at its end is missing. Take another"
            " backup, or copy this one again"
        ).format(path=path)
    )


def _trailer(file: IO[bytes]) -> bytes:
    """Return the checksum in the last line; nothing if there is none."""
    size = file.seek(0, os.SEEK_END)
    if size <= TRAILER_BYTES:
        return b""
    file.seek(size - TRAILER_BYTES)
    line = file.read(TRAILER_BYTES)
    is_whole = line.startswith(SIGN) and line.endswith(b"\n")
    return line[len(SIGN) : -1] if is_whole else b""


def _manifest_of(file: IO[bytes], path: Path) -> Manifest:
    try:
        # Not used as a context: closing it would close nothing, and says so.
        first = tarfile.open(fileobj=file, mode="r:").next()  # noqa: SIM115
        if first is None or first.name != MANIFEST or first.size > LONGEST_MANIFEST:
            raise ValueError
        file.seek(first.offset_data)
        values = json.loads(file.read(first.size))
        if values.pop("format") != FORMAT:
            raise ValueError
        version = int(values.pop("format_version"))
    except (tarfile.TarError, ValueError, KeyError, TypeError, AttributeError) as error:
        text = _("{path} is no backup of Wasurena, or its beginning is damaged")
        raise BackupRefused(text.format(path=path)) from error
    if version > VERSION:
        raise newer_refused(path, str(values.get("program", "?")))
    try:
        return Manifest(**{**values, "created_at": datetime.fromisoformat(values["created_at"])})
    except (KeyError, TypeError, ValueError) as error:
        text = _("{path} is damaged: what it says of itself cannot be read")
        raise BackupRefused(text.format(path=path)) from error


def newer_refused(path: Path, program: str) -> BackupRefused:
    """Return the refusal of a backup that a newer version made."""
    text = _("{path} was made by a newer version of Wasurena ({version}); restore it with that one")
    return BackupRefused(text.format(path=path, version=program))
