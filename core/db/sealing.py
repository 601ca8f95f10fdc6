"""Encrypt single texts at rest: with the key of the database, or with a file in the data directory."""

import base64
import hashlib
import os
from functools import lru_cache
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import Conflict

KEY_FILE = "sealing.key"
# The key of the database opens the whole file; sealed texts have one of their own that follows from it.
SALT = b"wasurena sealed texts"
ROUNDS = 256_000


class Unreadable(Exception):
    """A text was sealed with another key, or is damaged."""


def seal(text: str) -> bytes:
    """Return a text encrypted (AES-128 in CBC mode with HMAC-SHA256, as Fernet does).

    Raises:
        OSError: the key file cannot be read or written.
        Conflict: the key file holds no key.
    """
    return _cipher().encrypt(text.encode("utf-8", "surrogatepass"))


def unseal(sealed: bytes | memoryview) -> str:
    """Return the text again.

    Raises:
        Unreadable: the key is another one, or the bytes are damaged.
        Conflict: the key file holds no key.
    """
    try:
        return _cipher().decrypt(bytes(sealed)).decode("utf-8", "surrogatepass")
    except InvalidToken as error:
        raise Unreadable("sealed with another key") from error


def _cipher() -> Fernet:
    if key := settings.DATABASE_KEY:
        return Fernet(_derived(key))
    path = Path(settings.DATA_DIR) / KEY_FILE
    try:
        return Fernet(_key_of_file(path))
    except ValueError as error:
        text = _("{path} is no key: put the right file back; without it no original can be opened")
        raise Conflict(text.format(path=path), field="sealing.key", code="sealing_key") from error


@lru_cache(maxsize=2)
def _derived(passphrase: str) -> bytes:
    raw = hashlib.pbkdf2_hmac("sha256", passphrase.encode(), SALT, ROUNDS, 32)
    return base64.urlsafe_b64encode(raw)


def _key_of_file(path: Path) -> bytes:
    """Return the key of the file, which the first text that is sealed creates."""
    if not path.exists():
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
    return path.read_bytes().strip()
