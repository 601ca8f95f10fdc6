"""Where data is kept: how the database is opened, and the caches."""

import os
from pathlib import Path
from typing import Any

from .config import ConfigurationError
from .sections import Database

# SQLite takes 512 bytes, with what it appends for its log.
LONGEST_PATH = 500
MOST_FAILED = 10_000
# An encrypted page has to be decrypted again each time that it is read. Mapping the file into
# memory instead makes searches a tenth slower, and the process look twice as large. A plain
# page is in the system's cache, which all connections of all processes share.
ENCRYPTED_CACHE_KIB, PLAIN_CACHE_KIB = 262_144, 4_096


def database_path(database: Database, data_dir: Path) -> Path:
    """Return the file of the database.

    Raises:
        ConfigurationError: its path is longer than SQLite takes.
    """
    path = Path(database.path or data_dir / "wasurena.sqlite3")
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise ConfigurationError(
            f"SQLite opens no file whose path has more than {LONGEST_PATH} bytes;"
            f" choose a shorter one (WASURENA_DATA_DIR) than {path}"
        )
    return path


def page_cache_kib(database: Database, *, is_encrypted: bool) -> int:
    """Return how much of the database a connection keeps in memory, in KiB."""
    if database.cache_kib is not None:
        return database.cache_kib
    return ENCRYPTED_CACHE_KIB if is_encrypted else PLAIN_CACHE_KIB


def connection_options(database: Database) -> dict[str, Any]:
    """Return how each connection to the database is opened, but for its key and its cache."""
    return {
        "timeout": database.busy_timeout_seconds,
        "transaction_mode": "IMMEDIATE",
        "auto_vacuum": "INCREMENTAL",
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=NORMAL;"
            # What is deleted is overwritten: `forget` leaves no bytes behind.
            "PRAGMA secure_delete=ON;"
            "PRAGMA temp_store=MEMORY"
        ),
        "load_vectors": database.vectors,
        "pooled": True,
    }


def caches(directory: Path) -> dict[str, dict[str, Any]]:
    """Return the setting ``CACHES``: files below ``directory``, or the memory of the server."""
    return {
        # django-q2 keeps the cluster's heartbeat there, which both processes have to see.
        "default": {
            "BACKEND": "core.db.storage.cache.LenientCache",
            "LOCATION": directory,
        },
        # Failed log-ins: few, and kept over a restart.
        "log_ins": {
            "BACKEND": "core.db.storage.cache.DataCache",
            "LOCATION": directory / "log_ins",
            "OPTIONS": {"MAX_ENTRIES": MOST_FAILED},
        },
        # Failed tokens: counted in the memory of the one server, so that they cost no write.
        "tokens": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "tokens",
            "OPTIONS": {"MAX_ENTRIES": MOST_FAILED},
        },
        # New tokens on their way to the page that shows them once: never on a disk.
        "new_secrets": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "new_secrets",
        },
    }
