"""An encrypted archive opens with its passphrase or identity only."""

import io
import zipfile
from collections.abc import Callable
from typing import Any, BinaryIO

import pytest
from pyrage import x25519

from core.caller import Caller
from core.encryption import NotOpened, Opening, Protection, decrypt, encrypt
from core.errors import InvalidInput
from memories.services.archive.exporting.writing import export_archive
from memories.services.archive.protection import write_protected

from .conftest import exported, imported, stored

Save = Callable[..., Any]
IDENTITY = x25519.Identity.generate()
BY_PASSPHRASE = Protection(passphrase="correct horse")
BY_AGE = Protection(recipients=[str(IDENTITY.to_public())])


def sealed(caller: Caller, protection: Protection) -> bytes:
    """Return an encrypted archive."""
    file = io.BytesIO()

    def write(to: BinaryIO) -> None:
        export_archive(caller, to)

    write_protected(file, protection, write)
    return file.getvalue()


@pytest.fixture
def filled(owner: Caller, save: Save) -> Caller:
    """Alice, with one memory."""
    save(owner, "The fig tree is old.", pack="lifelog")
    return owner


@pytest.mark.parametrize(
    ("protection", "opening"),
    [
        (BY_PASSPHRASE, Opening(passphrase="correct horse")),
        (BY_AGE, Opening(identities=["# a comment", str(IDENTITY)])),
    ],
    ids=["passphrase", "recipient"],
)
def test_what_was_encrypted_is_imported(
    filled: Caller, protection: Protection, opening: Opening
) -> None:
    raw = sealed(filled, protection)
    assert b"fig tree" not in raw and b"memories" not in raw
    done = imported(filled, raw, opening=opening, is_check=True)
    assert done.members["memories"].unchanged == 1


@pytest.mark.parametrize(
    ("protection", "opening", "code"),
    [
        (BY_PASSPHRASE, Opening(), "passphrase_missing"),
        (BY_PASSPHRASE, Opening(passphrase="battery staple"), "wrong_passphrase"),
        (BY_AGE, Opening(), "identity_missing"),
        (BY_AGE, Opening(identities=["not a key"]), "identity"),
        (BY_AGE, Opening(identities=[str(x25519.Identity.generate())]), "wrong_key"),
    ],
)
def test_another_key_is_refused_by_name(
    filled: Caller, protection: Protection, opening: Opening, code: str
) -> None:
    before = stored()
    with pytest.raises(NotOpened) as refused:
        imported(filled, sealed(filled, protection), opening=opening, name="me.wasurena")
    assert refused.value.problems[0].code == code
    assert stored() == before


def test_a_changed_byte_is_refused_by_name(filled: Caller) -> None:
    raw, opening = sealed(filled, BY_PASSPHRASE), Opening(passphrase="correct horse")
    before, said = stored(), set()
    for at in [3, *range(40, len(raw), len(raw) // 25)]:
        changed = bytearray(raw)
        changed[at] ^= 1
        try:
            imported(filled, bytes(changed), opening=opening)
        except InvalidInput as error:
            said.add(error.message)
        # Some bytes of a zip say nothing: times, and rights of files.
    assert "file: archive.age: its bytes are not those that were written" in str(said)
    assert stored() == before


def test_what_a_key_opens_may_be_damaged_behind_its_start() -> None:
    own = x25519.Identity.generate()
    sealed_to = io.BytesIO()
    encrypt(io.BytesIO(bytes(300_000)), sealed_to, [own.to_public()])
    raw = bytearray(sealed_to.getvalue())
    raw[-200_000] ^= 1
    with pytest.raises(NotOpened, match="damaged after it was encrypted"):
        decrypt(io.BytesIO(bytes(raw)), io.BytesIO(), [own])


def test_a_plain_archive_needs_nothing(filled: Caller) -> None:
    raw = sealed(filled, Protection())
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(raw)).namelist()
    assert imported(filled, raw, opening=Opening(passphrase="unused")).asked == 0
    assert exported(filled)
