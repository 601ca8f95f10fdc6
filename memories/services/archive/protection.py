"""Archives that are encrypted: a zip with the archive for age, and the key if by a passphrase."""

import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from core.encryption import Opening, Protection, decrypt, encrypt

from .refusals import BROKEN, damaged_file

KEY_MEMBER = "key.age"
ARCHIVE_MEMBER = "archive.age"
# As in an archive, so that nothing but the content tells two files apart.
FIXED_TIME = (1980, 1, 1, 0, 0, 0)
MOST_KEY_BYTES = 10_000


def write_protected(
    file: BinaryIO, protection: Protection, write: Callable[[BinaryIO], None]
) -> None:
    """Write an archive to ``file``, encrypted as ``protection`` says.

    Raises:
        InvalidInput: the protection cannot be used.
        OSError: the disk is full; its ``filename`` is the temporary directory if that is on it.
    """
    protection.check()
    if protection.kind == "none":
        return write(file)
    sealed, recipients = protection.keys()
    with tempfile.TemporaryFile() as plain, zipfile.ZipFile(file, "w") as outer:
        with _temporary_directory_named():
            write(cast(BinaryIO, plain))
            plain.seek(0)
        if sealed:
            outer.writestr(_entry(KEY_MEMBER), sealed)
        with outer.open(_entry(ARCHIVE_MEMBER), "w", force_zip64=True) as member:
            encrypt(plain, member, recipients)
    return None


@contextmanager
def unprotected(file: BinaryIO, opening: Opening, name: str) -> Iterator[BinaryIO]:
    """Yield an archive decrypted; one that is not encrypted, as it is.

    Raises:
        NotOpened: the passphrase or identity is wrong or missing; ``name`` is in the text.
        InvalidInput: a byte of the file was changed.
    """
    try:
        outer = zipfile.ZipFile(file)
    except BROKEN:
        # Whoever reads it as an archive says what is wrong.
        file.seek(0)
        yield file
        return
    with outer, tempfile.TemporaryFile() as unnamed:
        if ARCHIVE_MEMBER not in outer.namelist():
            yield file
            return
        plain = cast(BinaryIO, unnamed)
        _check_sums(outer)
        keys = opening.keys(_key(outer), name)
        with outer.open(ARCHIVE_MEMBER) as member, _temporary_directory_named():
            decrypt(member, plain, keys)
            plain.seek(0)
        yield plain


@contextmanager
def _temporary_directory_named() -> Iterator[None]:
    """Say of an error of the unnamed file where it lies."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, tempfile.gettempdir()) from error


def protection_of(file: BinaryIO) -> str:
    """Return how a file is encrypted: passphrase, recipient, or none where it is no archive."""
    try:
        names = zipfile.ZipFile(file).namelist()
    except BROKEN:
        names = []
    file.seek(0)
    if ARCHIVE_MEMBER not in names:
        return "none"
    return "passphrase" if KEY_MEMBER in names else "recipient"


def _check_sums(outer: zipfile.ZipFile) -> None:
    """Refuse a file of which a byte was changed: age would say that the key is another one."""
    try:
        damaged = outer.testzip()
    except BROKEN as error:
        raise damaged_file() from error
    if damaged:
        raise damaged_file(damaged)


def _key(outer: zipfile.ZipFile) -> bytes:
    if KEY_MEMBER not in outer.namelist():
        return b""
    with outer.open(KEY_MEMBER) as member:
        return member.read(MOST_KEY_BYTES)


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FIXED_TIME)
    info.external_attr = 0o600 << 16
    return info
