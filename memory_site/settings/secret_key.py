"""The signing key of cookies and caches, made once per installation."""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from .config import ConfigurationError

READ_ATTEMPTS = 50
READ_PAUSE = 0.02


def read_or_create_secret_key(data_dir: Path) -> str:
    """Return the key kept in ``data_dir``, making it (mode 0600) on first use.

    Raises:
        ConfigurationError: the file is there, but stays empty.
    """
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            _create(path)
    # Another process may have made the file a moment ago, and be about to write it.
    for _attempt in range(READ_ATTEMPTS):
        if key := path.read_text("ascii").strip():
            return key
        time.sleep(READ_PAUSE)
    raise ConfigurationError(f"{path} is empty; remove it to have a new key made")


def _create(path: Path) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secrets.token_urlsafe(50))
