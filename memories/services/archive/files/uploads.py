"""Import an archive that was sent: checked and kept first, or stored at once."""

import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from typing import BinaryIO, cast

from django.conf import settings

from core.caller import Caller
from core.errors import InvalidInput, TooLarge
from memories.schemas.archive import ArchiveImported
from memories.services.archive.storing import ImportedArchive, check_may_import, import_archive

from .kept import DIGEST, find, is_keeping, keep

SUFFIX = ".upload"
MIB = 1024 * 1024


def check_size(size: int) -> None:
    """Refuse an archive that is larger than the settings allow.

    Raises:
        TooLarge: it has more bytes.
    """
    if size > settings.IMPORT_MB * MIB:
        raise TooLarge(
            f"at most {settings.IMPORT_MB:,} MiB; the command line takes any size",
            field="file",
            code="too_many_bytes",
        )


def import_blocks(caller: Caller, blocks: Iterable[bytes], *, is_check: bool) -> ArchiveImported:
    """Import the archive of these bytes, or only check it.

    Raises:
        Forbidden: the caller may not import.
        TooLarge: the file is larger than allowed.
        InvalidInput: it is no archive that can be imported; nothing was stored.
    """
    check_may_import(caller)
    with tempfile.TemporaryFile() as unnamed:
        file = cast(BinaryIO, unnamed)
        _receive(blocks, file)
        return as_schema(import_archive(caller, file, is_check=is_check))


def check_and_keep(caller: Caller, blocks: Iterable[bytes]) -> tuple[ArchiveImported, str]:
    """Check an archive; return what an import would do, and the hash by which it is imported.

    The hash is empty where files are not kept.

    Raises:
        Forbidden, TooLarge, InvalidInput: as ``import_blocks``.
    """
    check_may_import(caller)
    kept = keep(caller.base_user, SUFFIX, lambda file: _receive(blocks, file))
    with kept.file:
        checked = as_schema(import_archive(caller, kept.file, is_check=True))
    return checked, kept.sha256 if is_keeping() else ""


def import_kept(caller: Caller, sha256: str) -> ArchiveImported:
    """Import the archive that was checked last.

    Raises:
        Forbidden: the caller may not import.
        InvalidInput: it is no longer there, or cannot be imported now; nothing was stored.
    """
    check_may_import(caller)
    found = find(caller.base_user, SUFFIX, sha256) if DIGEST.fullmatch(sha256) else None
    if found is None:
        raise InvalidInput(
            "this file is no longer there: choose it again", field="file", code="gone"
        )
    with found.file:
        return as_schema(import_archive(caller, found.file))


def as_schema(done: ImportedArchive) -> ArchiveImported:
    """Return what an import did, with the sums of all members."""
    members = {
        name: asdict(count)
        for name, count in done.members.items()
        if count.created or count.unchanged or count.left_out
    }
    sums = {
        name: sum(count[name] for count in members.values())
        for name in ("created", "unchanged", "left_out")
    }
    return ArchiveImported.model_validate(
        {
            "is_check": done.is_check,
            "members": members,
            **sums,
            "conflict_count": done.conflict_count,
            "conflicts": [asdict(one) for one in done.conflicts],
        }
    )


def _receive(blocks: Iterable[bytes], file: BinaryIO) -> None:
    """Write blocks to a file, up to the limit."""
    size = 0
    for block in blocks:
        size += len(block)
        check_size(size)
        file.write(block)
    file.seek(0, os.SEEK_SET)
