"""The file of a backup: a tar archive, and the checksum of all of it in the last line.

``manifest.json`` comes first, then what opens the database (``key.age``, with a passphrase only),
then the database: ``wasurena.sqlite3``, or ``database.age``. Ordinary tools unpack it.
"""

import hashlib
import os
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext as _
from pydantic_core import from_json

from core.encryption import Written

from .manifest import FORMAT, VERSION, Manifest, checked_manifest
from .problems import DAMAGED, BackupFailed, BackupRefused

MANIFEST = "manifest.json"
BLOCK = 512
CHUNK = 1024 * 1024
LONGEST_MANIFEST = 1024 * 1024
SIGN = b"sha256 "
TRAILER_BYTES = len(SIGN) + 64 + 1

Fill = Callable[[IO[bytes]], None]


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


def read_beginning(path: Path) -> Manifest:
    """Return what a backup says of itself, also of one that is incomplete.

    Raises:
        BackupRefused: it is no backup, or is of a newer version.
    """
    with path.open("rb") as file:
        return _manifest_of(file, path)


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
                ).format(path=path),
                code=DAMAGED,
            )
        return manifest, _members_of(file, path)


def _members_of(file: IO[bytes], path: Path) -> dict[str, Member]:
    file.seek(0)
    try:
        with tarfile.open(fileobj=file, mode="r:") as archive:
            return {one.name: Member(one.offset_data, one.size) for one in archive}
    except tarfile.TarError as error:
        raise _unreadable(path) from error


def _incomplete(path: Path) -> BackupRefused:
    return BackupRefused(
        _(
            "{path} is incomplete or damaged: the checksum at its end is missing. Take another"
            " backup, or copy this one again"
        ).format(path=path),
        code=DAMAGED,
    )


def _unreadable(path: Path) -> BackupRefused:
    text = _("{path} is damaged: what it says of itself cannot be read. Take another backup")
    return BackupRefused(text.format(path=path), code=DAMAGED)


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
    values = _values_in(file, path)
    if values.pop("format_version") > VERSION:
        raise newer_refused(path, str(values.get("program", "?")))
    try:
        return checked_manifest(values)
    except ValueError as error:
        raise _unreadable(path) from error


def _values_in(file: IO[bytes], path: Path) -> dict[str, Any]:
    """Return what stands in the manifest, unchecked but for the format."""
    try:
        # Not used as a context: closing it would close nothing, and says so.
        first = tarfile.open(fileobj=file, mode="r:").next()  # noqa: SIM115
        if first is None or first.name != MANIFEST or not 0 <= first.size <= LONGEST_MANIFEST:
            raise ValueError
        file.seek(first.offset_data)
        values: dict[str, Any] = from_json(file.read(first.size))
        if values.pop("format") != FORMAT or not isinstance(values["format_version"], int):
            raise ValueError
    except (tarfile.TarError, ValueError, KeyError, TypeError, AttributeError) as error:
        text = _("{path} is no backup of Wasurena, or its beginning is damaged")
        raise BackupRefused(text.format(path=path), code=DAMAGED) from error
    return values


def newer_refused(path: Path, program: str) -> BackupRefused:
    """Return the refusal of a backup that a newer version made."""
    text = _("{path} was made by a newer version of Wasurena ({version}); restore it with that one")
    return BackupRefused(text.format(path=path, version=program))
