"""The archive of a person as a file to download, which can be resumed for a day."""

import hashlib
from datetime import datetime
from typing import BinaryIO

from django.utils import timezone

from core.caller import Caller, Scope
from memories.schemas.archive import ArchiveExport, ExportPart
from memories.services.archive.exporting.writing import export_archive
from memories.services.archive.protection import write_protected

from .kept import KeptFile, find, keep

SUFFIX = ".wasurena"


def new_download(caller: Caller, asked: ArchiveExport | None = None) -> KeptFile:
    """Write an archive and open it.

    Raises:
        Forbidden: the caller is not the owner, or is limited to a part.
        InvalidInput: there is no such pack, or what it is encrypted with cannot be used.
        OSError: the disk is full.
    """
    _check(caller)
    wanted = asked or ArchiveExport()

    def write(file: BinaryIO) -> None:
        export_archive(caller, file, wanted)

    return keep(
        caller.base_user,
        SUFFIX,
        lambda file: write_protected(file, wanted.protection, write),
        key=_key(wanted),
    )


def earlier_download(caller: Caller, asked: ArchiveExport, sha256: str = "") -> KeptFile | None:
    """Open the archive that was written last, if it is still there: that of a hash, or of this order."""
    _check(caller)
    return find(caller.base_user, SUFFIX, sha256=sha256, key=_key(asked))


def _key(asked: ArchiveExport) -> str:
    """Return what tells orders apart: the part, and whether it is encrypted, without the secret."""
    part = asked.model_dump_json(include=set(ExportPart.model_fields))
    said = f"{asked.protection.kind} {part}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def download_name(caller: Caller, now: datetime | None = None) -> str:
    """Return what the file is called: ``wasurena-2026-11-24.wasurena`` in the caller's zone."""
    day = (now or timezone.now()).astimezone(caller.zone).date()
    return f"wasurena-{day:%Y-%m-%d}{SUFFIX}"


def _check(caller: Caller) -> None:
    caller.require(Scope.READ)
    caller.require_owner()
