"""Import an archive that was sent: checked and kept first, or stored at once."""

import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import BinaryIO, cast

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.encryption import Opening
from core.errors import InvalidInput, TooLarge
from memories.schemas.archive import ArchiveImported
from memories.services.archive.importing.storing import (
    ImportedArchive,
    ImportOptions,
    check_may_import,
    import_archive,
)

from . import progress
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
            format_lazy(
                _("at most {import_mb} MiB; the command line takes any size"),
                import_mb=f"{settings.IMPORT_MB:,}",
            ),
            field="file",
            code="too_many_bytes",
        )


def import_blocks(
    caller: Caller, blocks: Iterable[bytes], opening: Opening, *, is_check: bool = False
) -> ArchiveImported:
    """Import the archive of these bytes, or only check it.

    Raises:
        Forbidden: the caller may not import.
        TooLarge: the file is larger than allowed.
        NotOpened: it is encrypted with something else.
        InvalidInput: it is no archive that can be imported; nothing was stored.
    """
    check_may_import(caller)
    with tempfile.TemporaryFile() as unnamed:
        file = cast(BinaryIO, unnamed)
        _receive(blocks, file)
        return _import(caller, file, ImportOptions(is_check, opening))


def check_and_keep(
    caller: Caller, blocks: Iterable[bytes], opening: Opening
) -> tuple[ArchiveImported, str]:
    """Check an archive; return what an import would do, and the hash by which it is imported.

    The hash is empty where files are not kept.

    Raises:
        Forbidden, TooLarge, NotOpened, InvalidInput: as ``import_blocks``.
    """
    check_may_import(caller)
    kept = keep(caller.base_user, SUFFIX, lambda file: _receive(blocks, file))
    with kept.file:
        checked = _import(caller, kept.file, ImportOptions(is_check=True, opening=opening))
    return checked, kept.sha256 if is_keeping() else ""


def import_kept(caller: Caller, sha256: str, opening: Opening) -> ArchiveImported:
    """Import the archive that was checked last.

    Raises:
        Forbidden: the caller may not import.
        NotOpened: it is encrypted with something else.
        InvalidInput: it is no longer there, or cannot be imported now; nothing was stored.
    """
    check_may_import(caller)
    found = find(caller.base_user, SUFFIX, sha256=sha256) if DIGEST.fullmatch(sha256) else None
    if found is None:
        raise InvalidInput(
            _("this file is no longer there: choose it again"), field="file", code="gone"
        )
    with found.file:
        return _import(caller, found.file, ImportOptions(opening=opening))


def _import(caller: Caller, file: BinaryIO, options: ImportOptions) -> ArchiveImported:
    """Import an archive; a page can show how far it is."""
    with progress.followed(caller.base_user) as report:
        return as_schema(import_archive(caller, file, replace(options, report=report)))


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
            **asdict(done.cleaned),
            "restored": done.restored,
            "hidden": done.hidden,
            "asked": done.asked,
            "change_id": done.change_id,
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
