"""The record of a data directory's server: where it listens, and the key by which it is asked.

A command that only asks the server reads this, so nothing here imports Django.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memory_site import __version__
from memory_site.settings.paths import configuration_file

FILE_NAME = "daemon.json"
# What the server and a command may be told differently, or a command tells the server itself.
TOLD_APART = frozenset(
    f"WASURENA_{name}"
    for name in ("DATA_DIR", "CONFIG", "HOST", "PORT", "LANGUAGE", "BACKGROUND", "URL", "TOKEN")
)
# A digest of a passphrase could be guessed from the file.
SECRETS = ("KEY", "PASSPHRASE")


@contextmanager
def recorded(data_dir: Path, url: str) -> Iterator[None]:
    """Keep the record of this process; only the owner of the directory can read its key."""
    path = data_dir / FILE_NAME
    _write(path, {"url": url, "pid": os.getpid(), "key": secrets.token_hex(32), **traits(data_dir)})
    try:
        yield
    finally:
        if read(data_dir).get("pid") == os.getpid():
            path.unlink(missing_ok=True)


def _write(path: Path, record: dict[str, Any]) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        json.dump(record, handle)
    draft.replace(path)


def read(data_dir: Path) -> dict[str, Any]:
    """Return the record; empty if there is none that can be read."""
    try:
        record = json.loads((data_dir / FILE_NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def traits(data_dir: Path) -> dict[str, str]:
    """Return what must be alike for a server to answer as this process would."""
    given = {
        name: "" if name.endswith(SECRETS) else value
        for name, value in sorted(os.environ.items())
        if name.startswith("WASURENA_") and name not in TOLD_APART
    }
    file = configuration_file(data_dir).absolute()
    try:
        state = file.stat()
        written = f"{file} {state.st_mtime_ns} {state.st_size}"
    except OSError:
        written = ""
    settings = hashlib.sha256(json.dumps([given, written]).encode()).hexdigest()
    return {"version": __version__, "settings": settings}


def proof(key: str, *parts: bytes) -> str:
    """Return what only a holder of ``key`` can say about ``parts``."""
    digests = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hmac.new(key.encode(), digests, hashlib.sha256).hexdigest()


def is_proven(given: str, key: str, *parts: bytes) -> bool:
    """Tell whether ``given`` is the proof, in the same time for right and wrong ones."""
    return bool(key) and hmac.compare_digest(given.encode(), proof(key, *parts).encode())
