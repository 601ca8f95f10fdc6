"""Encrypt a database, and read every byte of an encrypted one, as somebody with the key could."""

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from sqlcipher3 import dbapi2 as driver

from core.db.sqlite.encryption import KEY_BYTES, ROUNDS, SALT_BYTES

PAGE, RESERVED, IV = 4_096, 80, 16


def encrypt(source: Path, target: Path, key: str) -> None:
    """Write a plain database as an encrypted one."""
    with driver.connect(source) as plain:
        plain.execute("ATTACH DATABASE ? AS locked KEY ?", (str(target), key))
        plain.execute("SELECT sqlcipher_export('locked')")
        plain.execute("DETACH DATABASE locked")


def decrypted(path: Path, passphrase: str) -> bytes:
    """Return every page of an encrypted file, free ones too, and every frame of its log."""
    raw = path.read_bytes()
    key = hashlib.pbkdf2_hmac("sha512", passphrase.encode(), raw[:SALT_BYTES], ROUNDS, KEY_BYTES)
    pages = [_page(key, raw[at : at + PAGE], first=at == 0) for at in range(0, len(raw), PAGE)]
    wal = path.with_name(f"{path.name}-wal")
    frames = wal.read_bytes()[32:] if wal.exists() else b""
    size = PAGE + 24
    for at in range(0, len(frames), size):
        number = int.from_bytes(frames[at : at + 4], "big")
        pages.append(_page(key, frames[at + 24 : at + size], first=number == 1))
    return b"".join(pages)


def _page(key: bytes, page: bytes, *, first: bool) -> bytes:
    end = PAGE - RESERVED
    reader = Cipher(algorithms.AES(key), modes.CBC(page[end : end + IV])).decryptor()
    return reader.update(page[SALT_BYTES if first else 0 : end]) + reader.finalize()
