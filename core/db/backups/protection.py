"""The members that hold the database of a backup: plain, or encrypted by ``core.encryption``."""

from collections.abc import Mapping
from pathlib import Path
from typing import IO

from django.utils.translation import gettext as _

from core.encryption import NotOpened, Opening, Protection, decrypt, encrypt

from .archive import CHUNK, Fill, Member
from .problems import BackupRefused

PLAIN_MEMBER = "wasurena.sqlite3"
AGE_MEMBER = "database.age"
KEY_MEMBER = "key.age"


def database_members(database: Path, protection: Protection) -> list[tuple[str, Fill]]:
    """Return the members of a backup of this file, each with the function that writes it."""
    if protection.kind == "none":
        return [(PLAIN_MEMBER, lambda to: _copy(database, to))]
    sealed, recipients = protection.keys()

    def seal(to: IO[bytes]) -> None:
        to.write(sealed)

    def fill(to: IO[bytes]) -> None:
        with database.open("rb") as source:
            encrypt(source, to, recipients)

    return [*([(KEY_MEMBER, seal)] if sealed else []), (AGE_MEMBER, fill)]


def _copy(database: Path, to: IO[bytes]) -> None:
    with database.open("rb") as source:
        while block := source.read(CHUNK):
            to.write(block)


class _Part:
    """The bytes of one member, as a file."""

    def __init__(self, file: IO[bytes], member: Member) -> None:
        self._file, self._left = file, member.size
        file.seek(member.offset)

    def read(self, size: int = -1) -> bytes:
        wanted = self._left if size < 0 else min(size, self._left)
        block = self._file.read(wanted)
        self._left -= len(block)
        return block


def extract(path: Path, members: Mapping[str, Member], opening: Opening, out: IO[bytes]) -> None:
    """Write the database of a backup to ``out``, decrypted as far as the backup encrypted it.

    Raises:
        BackupRefused: the passphrase or identity is wrong or missing, or a part is missing.
    """
    with path.open("rb") as file:
        if PLAIN_MEMBER in members:
            part = _Part(file, members[PLAIN_MEMBER])
            while block := part.read(CHUNK):
                out.write(block)
        elif AGE_MEMBER in members:
            _decrypt(file, members, opening, path, out)
        else:
            raise BackupRefused(_("there is no database in {path}").format(path=path))


def _decrypt(
    file: IO[bytes],
    members: Mapping[str, Member],
    opening: Opening,
    path: Path,
    out: IO[bytes],
) -> None:
    sealed = _Part(file, members[KEY_MEMBER]).read() if KEY_MEMBER in members else b""
    try:
        keys = opening.keys(sealed, str(path))
        decrypt(_Part(file, members[AGE_MEMBER]), out, keys)
    except NotOpened as error:
        raise BackupRefused(error.problems) from error
