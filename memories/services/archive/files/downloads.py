"""The archive of a person as a file to download, which can be resumed for a day."""

from datetime import datetime
from typing import BinaryIO

from django.utils import timezone

from core.caller import Caller, Scope
from memories.schemas.archive import ArchiveExport
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
    )


def earlier_download(caller: Caller, sha256: str = "") -> KeptFile | None:
    """Open the archive that was written last, if it is still there and has this hash."""
    _check(caller)
    return find(caller.base_user, SUFFIX, sha256)


def download_name(caller: Caller, now: datetime | None = None) -> str:
    """Return what the file is called: ``wasurena-2026-11-24.wasurena`` in the caller's zone."""
    day = (now or timezone.now()).astimezone(caller.zone).date()
    return f"wasurena-{day:%Y-%m-%d}{SUFFIX}"


def _check(caller: Caller) -> None:
    caller.require(Scope.READ)
    caller.require_owner()
