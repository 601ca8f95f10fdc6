"""Encryption at rest: SQLCipher's key set-up, derived once per process.

SQLCipher derives its key with 256,000 rounds of PBKDF2 on every connection,
which costs more than a search. The same derivation is done here once, and the
raw key is handed over, so that ``sqlcipher`` opens the file with the passphrase.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db import OperationalError
from sqlcipher3 import dbapi2 as Database

PLAIN_HEADER = b"SQLite format 3\x00"
SALT_BYTES = 16
ROUNDS = 256_000
KEY_BYTES = 32


class WrongKey(OperationalError):
    """The database file cannot be read with the key that was given, or needs one."""


def unlock(connection: Any, path: str, passphrase: str | None) -> None:
    """Give ``connection`` its key, and read a first page with it."""
    # SQLCipher itself writes an error to standard error; WrongKey is clearer.
    connection.execute("PRAGMA cipher_log_level = NONE")
    if passphrase:
        salt = _header(path) or _fresh_salt(path)
        raw = _derived(passphrase, salt)
        connection.execute(f"PRAGMA key = \"x'{raw.hex()}{salt.hex()}'\"")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


@contextmanager
def wrong_key_reported(path: str, passphrase: str | None) -> Iterator[None]:
    """Turn the driver's "file is not a database" into an error about the key.

    Raises:
        WrongKey: the file cannot be read with this passphrase, or without one.
    """
    try:
        yield
    except Database.DatabaseError as error:
        if error.sqlite_errorname != "SQLITE_NOTADB":
            raise
        raise WrongKey(f"{path}: {_reason(path, passphrase)}") from error


def _reason(path: str, passphrase: str | None) -> str:
    if not passphrase:
        return "the file is encrypted (or no database): set WASURENA_DB_KEY"
    if _header(path) == PLAIN_HEADER:
        return "the file is not encrypted, but WASURENA_DB_KEY is set"
    return "the file cannot be opened with this key (WASURENA_DB_KEY)"


@lru_cache(maxsize=8)
def _derived(passphrase: str, salt: bytes) -> bytes:
    return hashlib.pbkdf2_hmac("sha512", passphrase.encode(), salt, ROUNDS, KEY_BYTES)


def _header(path: str) -> bytes | None:
    """Read the file's first 16 bytes: the salt of an encrypted file; None for a new file."""
    try:
        with Path(path).open("rb") as handle:
            header = handle.read(SALT_BYTES)
    except FileNotFoundError:
        return None
    return header if len(header) == SALT_BYTES else None


@lru_cache(maxsize=8)
def _fresh_salt(path: str) -> bytes:
    # Cached: connections opened before the first page is written must agree.
    return os.urandom(SALT_BYTES)
