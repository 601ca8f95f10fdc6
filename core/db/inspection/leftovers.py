"""Find files that interrupted work has left in the data directory, and a log that has grown."""

import time
from collections.abc import Iterator
from pathlib import Path

# Drafts, copies and trials; whoever makes them removes them, unless the process is killed.
PATTERNS = (
    "*.partial",
    ".*.part",
    "*.restoring*",
    "*.repairing*",
    "*.trial-*",
    "instance_id.[0-9]*",
    "daemon.json.[0-9]*",
    "backup_*.json.[0-9]*",
    "cache/*.part",
    "cache/lock_times/*.part",
)
# What is younger may be in use.
OLD_SECONDS = 3_600
LARGE_LOG_BYTES = 64_000_000


def leftover_files(*directories: Path) -> list[Path]:
    """Return temporary files that are older than an hour, by name."""
    return sorted({path for directory in directories for path in _old(directory)})


def _old(directory: Path) -> Iterator[Path]:
    before = time.time() - OLD_SECONDS
    for pattern in PATTERNS:
        for path in directory.glob(pattern):
            if path.is_file() and path.stat().st_mtime < before:
                yield path


def log_bytes(database: Path) -> int:
    """Return the size of a write-ahead log that has grown far beyond its usual size; else 0."""
    log = database.with_name(f"{database.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    return size if size > LARGE_LOG_BYTES else 0
