"""Encrypt files with a passphrase or for age recipients (age-encryption.org).

A passphrase encrypts a key made for one file, and that key the file: a passphrase alone would
need all of the file in memory.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

import pyrage
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pyrage import passphrase as by_passphrase
from pyrage import ssh, x25519

from .errors import InvalidInput, WasurenaError


class NotOpened(WasurenaError):
    """A file cannot be decrypted with what was given."""

    code = "not_opened"
    title = gettext_lazy("The file cannot be opened.")


@dataclass(frozen=True, slots=True)
class Protection:
    """What a file is encrypted with: a passphrase, or age recipients; else nothing."""

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

    def require(self) -> None:
        """Refuse to encrypt with nothing.

        Raises:
            InvalidInput: neither a passphrase nor a recipient is given.
        """
        if self.kind == "none":
            text = _("give a passphrase or recipients; without them the file is not encrypted")
            raise InvalidInput(text, field="passphrase", code="missing")

    def keys(self) -> tuple[bytes, list[Any]]:
        """Return the encrypted key to keep beside the file, if there is one, and the recipients."""
        if self.recipients:
            return b"", _recipients(self.recipients)
        own = x25519.Identity.generate()
        return by_passphrase.encrypt(str(own).encode(), self.passphrase), [own.to_public()]


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens a file: a passphrase, or the lines of age identity files."""

    passphrase: str = ""
    identities: Sequence[str] = ()

    def keys(self, sealed: bytes, name: str) -> list[Any]:
        """Return the identities that open a file, which has ``sealed`` if by a passphrase.

        Raises:
            NotOpened: the passphrase or identity is wrong or missing.
        """
        if not sealed:
            return _identities(self.identities, name)
        if not self.passphrase:
            raise _passphrase_missing(name)
        try:
            own = by_passphrase.decrypt(sealed, self.passphrase)
        except pyrage.DecryptError as error:
            text = _("the passphrase does not open {path}; try the one of the day it was made")
            text = text.format(path=name or _("the file"))
            raise NotOpened(text, field="passphrase", code="wrong_passphrase") from error
        return [x25519.Identity.from_str(own.decode())]


class Written:
    """A file that keeps the checksum of what is written to it, and the error if that fails.

    pyrage reports errors of files as texts.
    """

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.digest = hashlib.sha256()
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write a block."""
        try:
            self.digest.update(data)
            return self._out.write(data)
        except OSError as error:
            self.error = error
            raise

    def flush(self) -> None:
        """Write out what is buffered."""
        self._out.flush()


def encrypt(source: Any, out: Any, recipients: Sequence[Any]) -> None:
    """Write a file encrypted.

    Raises:
        OSError: the disk is full.
    """
    to = Written(out)
    try:
        pyrage.encrypt_io(source, to, recipients)
    except pyrage.EncryptError as error:
        raise to.error or error from None


def decrypt(source: Any, out: IO[bytes], identities: Sequence[Any]) -> None:
    """Write a file decrypted.

    Raises:
        NotOpened: the identities are those of another file, or a byte of it was changed.
        OSError: the disk is full.
    """
    to = Written(out)
    try:
        pyrage.decrypt_io(source, to, identities)
    except pyrage.DecryptError as error:
        if to.error:
            raise to.error from None
        text = _("this key does not open the file: it is of another one")
        raise NotOpened(text, field="identity", code="wrong_key") from error
    except OSError as error:
        # The system's errors have a number, age's own have none.
        if to.error or error.errno is not None:
            raise to.error or error from None
        text = _("the file was damaged after it was encrypted; copy it again, or make it anew")
        raise NotOpened(text, field="file", code="damaged") from error


def _passphrase_missing(name: str) -> NotOpened:
    text = _(
        "{path} is encrypted with a passphrase: give it (on the command line:"
        " --passphrase-file FILE)"
    ).format(path=name)
    if not name:
        text = _("the file is encrypted with a passphrase: send it as “passphrase” in a form")
    return NotOpened(text, field="passphrase", code="passphrase_missing")


def _identity_missing(name: str) -> NotOpened:
    text = _(
        "{path} is encrypted for an age recipient: give its identity (on the command line:"
        " --identity FILE)"
    ).format(path=name)
    if not name:
        text = _("the file is encrypted for an age recipient: send its “identity” in a form")
    return NotOpened(text, field="identity", code="identity_missing")


def _recipients(given: Sequence[str]) -> list[Any]:
    return [_recipient(one.strip()) for one in given]


def _recipient(text: str) -> Any:
    try:
        kind = ssh if text.startswith("ssh-") else x25519
        return kind.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        problem = _("“{text}” is no age recipient (age1…, or ssh-ed25519 …)").format(text=text)
        raise InvalidInput(problem, field="recipient", code="recipient") from error


def _identities(lines: Iterable[str], name: str) -> list[Any]:
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not found:
        raise _identity_missing(name)
    text = "\n".join(found)
    try:
        if "PRIVATE KEY-----" in text:
            return [ssh.Identity.from_buffer(text.encode() + b"\n")]
        return [x25519.Identity.from_str(line) for line in found]
    except pyrage.IdentityError as error:
        problem = _("this is no age identity (AGE-SECRET-KEY-1…, or a private SSH key)")
        raise NotOpened(problem, field="identity", code="identity") from error
