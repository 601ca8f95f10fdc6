"""The signing key of cookies and caches, made once per installation."""

import os
import secrets
from pathlib import Path


def read_or_create_secret_key(data_dir: Path) -> str:
    """Return the key kept in ``data_dir``, making it (mode 0600) on first use."""
    path = data_dir / "secret_key"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            handle.write(key := secrets.token_urlsafe(50))
        return key
