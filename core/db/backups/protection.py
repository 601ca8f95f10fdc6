"""Encryption of a backup with a passphrase or for age recipients (age-encryption.org).

A passphrase encrypts a key made for this one backup, and that key the database: a passphrase alone
would need all of the database in memory.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyrage
from django.utils.translation import gettext as _
from pyrage import passphrase as by_passphrase
from pyrage import ssh, x25519

from core.errors import InvalidInput

from .archive import CHUNK, Fill, Member, Written
from .problems import BackupRefused

PLAIN_MEMBER = "wasurena.sqlite3"
AGE_MEMBER = "database.age"
KEY_MEMBER = "key.age"


@dataclass(frozen=True, slots=True)
class Protection:
    """What a backup is encrypted with: a passphrase, or age recipients; else nothing."""

    passphrase: str = ""
    recipients: Sequence[str] = ()

    @property
    def kind(self) -> str:
        """Return none, passphrase or recipient."""
        return "recipient" if self.recipients else "passphrase" if self.passphrase else "none"

    def check(self) -> None:
        """Refuse what cannot be used.

        Raises:
            InvalidInput: both are given, or a recipient is none.
        """
        if self.passphrase and self.recipients:
            text = _("a passphrase and recipients exclude each other")
            raise InvalidInput(text, field="recipient", code="both")
        _recipients(self.recipients)

    def members(self, database: Path) -> list[tuple[str, Fill]]:
        """Return the members of a backup of this file, each with the function that writes it."""
        if self.kind == "none":
            return [(PLAIN_MEMBER, lambda to: _copy(database, to))]
        if self.recipients:
            return [(AGE_MEMBER, _encrypting(database, _recipients(self.recipients)))]
        own = x25519.Identity.generate()
        sealed = by_passphrase.encrypt(str(own).encode(), self.passphrase)

        def seal(to: IO[bytes]) -> None:
            to.write(sealed)

        return [(KEY_MEMBER, seal), (AGE_MEMBER, _encrypting(database, [own.to_public()]))]


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens a backup: a passphrase, or the lines of age identity files."""

    passphrase: str = ""
    identities: Sequence[str] = ()


def _recipients(given: Sequence[str]) -> list[Any]:
    return [_recipient(one.strip()) for one in given]


def _recipient(text: str) -> Any:
    try:
        kind = ssh if text.startswith("ssh-") else x25519
        return kind.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        problem = _("“{text}” is no age recipient (age1…, or ssh-ed25519 …)").format(text=text)
        raise InvalidInput(problem, field="recipient", code="recipient") from error


def _encrypting(database: Path, recipients: Sequence[Any]) -> Fill:
    def encrypt(to: IO[bytes]) -> None:
        with database.open("rb") as source:
            pyrage.encrypt_io(source, to, recipients)

    return encrypt


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
            _decrypt(file, members, _identities(file, members, opening, path), out)
        else:
            raise BackupRefused(_("there is no database in {path}").format(path=path))


def _decrypt(
    file: IO[bytes], members: Mapping[str, Member], identities: Sequence[Any], out: IO[bytes]
) -> None:
    to = Written(out)
    try:
        pyrage.decrypt_io(_Part(file, members[AGE_MEMBER]), to, identities)
    except pyrage.DecryptError as error:
        if to.error:
            raise to.error from None
        text = _("the backup cannot be opened with this key: it is of another one")
        raise BackupRefused(text, field="identity", code="wrong_key") from error


def _identities(
    file: IO[bytes], members: Mapping[str, Member], opening: Opening, path: Path
) -> list[Any]:
    if KEY_MEMBER not in members:
        return _given_identities(opening.identities, path)
    if not opening.passphrase:
        text = _("{path} is encrypted with a passphrase: name the file that holds it")
        raise BackupRefused(text.format(path=path), field="passphrase", code="passphrase_missing")
    sealed = _Part(file, members[KEY_MEMBER]).read()
    try:
        own = by_passphrase.decrypt(sealed, opening.passphrase)
    except pyrage.DecryptError as error:
        text = _("the passphrase does not open {path}; try the one of the day it was made")
        raise BackupRefused(
            text.format(path=path), field="passphrase", code="wrong_passphrase"
        ) from error
    return [x25519.Identity.from_str(own.decode())]


def _given_identities(lines: Iterable[str], path: Path) -> list[Any]:
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not found:
        text = _("{path} is encrypted for an age recipient: name the file with its identity")
        raise BackupRefused(text.format(path=path), field="identity", code="identity_missing")
    text = "\n".join(found)
    try:
        if "PRIVATE KEY-----" in text:
            return [ssh.Identity.from_buffer(text.encode() + b"\n")]
        return [x25519.Identity.from_str(line) for line in found]
    except pyrage.IdentityError as error:
        problem = _("this is no age identity (AGE-SECRET-KEY-1…, or a private SSH key)")
        raise BackupRefused(problem, field="identity", code="identity") from error
