"""Encrypt single texts at rest: with the key of the database, or with a file in the data directory."""

import base64
import hashlib
import os
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import Conflict

KEY_FILE, LATER_KEYS = "sealing.key", "sealing-*.key"
# The key of the database opens the whole file; sealed texts have one of their own that follows from it.
SALT = b"wasurena sealed texts"
ROUNDS = 256_000


class Unreadable(Exception):
    """A text was sealed with another key, or is damaged."""


def seal(text: str, *, is_first: bool) -> bytes:
    """Return a text encrypted (AES-128 in CBC mode with HMAC-SHA256, as Fernet does).

    A first key is made where there is none. Unless ``is_first``, one was lost: the new one gets
    another name, so that the lost one can be put back, and both open what they have sealed.

    Raises:
        OSError: a key file cannot be read or written.
        Conflict: a key file holds no key.
    """
    if not settings.DATABASE_KEY and not _key_files():
        name = KEY_FILE if is_first else f"sealing-{datetime.now():%Y%m%d}.key"
        _create_key(Path(settings.DATA_DIR) / name)
    return _cipher().encrypt(text.encode("utf-8", "surrogatepass"))


def unseal(sealed: bytes | memoryview) -> str:
    """Return the text again.

    Raises:
        Unreadable: the key is another one or missing, or the bytes are damaged.
        Conflict: the key file holds no key.
    """
    try:
        return _cipher().decrypt(bytes(sealed)).decode("utf-8", "surrogatepass")
    except InvalidToken as error:
        raise Unreadable("sealed with another key") from error


def _cipher() -> MultiFernet:
    if key := settings.DATABASE_KEY:
        return MultiFernet([Fernet(_derived(key))])
    if not (files := _key_files()):
        raise InvalidToken
    return MultiFernet([_of_file(path) for path in files])


def _of_file(path: Path) -> Fernet:
    try:
        return Fernet(path.read_bytes().strip())
    except ValueError as error:
        text = _("{path} is no key: put the right file back; without it no original can be opened")
        raise Conflict(text.format(path=path), field=KEY_FILE, code="sealing_key") from error


def _key_files() -> list[Path]:
    """Return the files with keys, the first one first."""
    directory = Path(settings.DATA_DIR)
    first = directory / KEY_FILE
    return [*([first] if first.exists() else []), *sorted(directory.glob(LATER_KEYS))]


@lru_cache(maxsize=2)
def _derived(passphrase: str) -> bytes:
    raw = hashlib.pbkdf2_hmac("sha256", passphrase.encode(), SALT, ROUNDS, 32)
    return base64.urlsafe_b64encode(raw)


def _create_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(Fernet.generate_key())
        file.flush()
        os.fsync(file.fileno())
    try:
        # Of two processes that begin at once, one key stays.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
