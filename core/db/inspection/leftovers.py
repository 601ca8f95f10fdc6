"""Find files that interrupted work has left in the data directory, and a log that has grown."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

from core.db.backups.creation import COPY
from core.db.backups.folder import PART_OLD_SECONDS, is_part
from core.db.sqlite.files import COMPANIONS

# Drafts, copies and trials; whoever makes them removes them, unless the process is killed.
_COMPANION = f"({'|'.join(COMPANIONS)})?"
IN_DATA_DIR = re.compile(
    rf"{re.escape(COPY)}{_COMPANION}|(instance_id|daemon\.json|backup_failed\.json)\.\d+"
)
BESIDE_DATABASE = re.compile(rf"\.(restoring(-\d+)?|repairing){_COMPANION}|\.trial-\d+")
IN_CACHE = re.compile(r"backup_progress\.json\.\d+")
IN_LOCK_TIMES = re.compile(r"\d{1,20}\.part")
LARGE_LOG_BYTES = 64_000_000


def leftover_files(data_dir: Path, database: Path, backups: Path) -> list[Path]:
    """Return temporary files that are older than an hour, by name.

    Only those with a name that this program gives: people keep files of their own there.
    """
    return sorted({path for path in _temporary(data_dir, database, backups) if _is_old(path)})


def _temporary(data_dir: Path, database: Path, backups: Path) -> Iterator[Path]:
    cache = data_dir / "cache"
    for directory, prefix, pattern in (
        (data_dir, "", IN_DATA_DIR),
        (database.parent, database.name, BESIDE_DATABASE),
        (cache, "", IN_CACHE),
        (cache / "lock_times", "", IN_LOCK_TIMES),
    ):
        for path in directory.glob("*"):
            if path.name.startswith(prefix) and pattern.fullmatch(path.name, len(prefix)):
                yield path
    yield from (path for path in backups.glob(".*") if is_part(path.name))


def _is_old(path: Path) -> bool:
    return path.is_file() and path.stat().st_mtime < time.time() - PART_OLD_SECONDS


def log_bytes(database: Path) -> int:
    """Return the size of a write-ahead log that has grown far beyond its usual size; else 0."""
    log = database.with_name(f"{database.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    return size if size > LARGE_LOG_BYTES else 0
