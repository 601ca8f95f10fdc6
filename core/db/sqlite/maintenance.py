"""Upkeep, size and copies of the database file."""

import os
from pathlib import Path

from django.db import connection

# About 8 MB at SQLite's page size of 4 KB: short enough not to keep writers waiting.
PAGES_AT_ONCE = 2_000
ANALYSIS_LIMIT = 400
# ANALYZE if it helps (2), for all tables and not only those that this connection read (0x10000).
OPTIMIZE = 0x10002
CHECKPOINT_MS = 500


def optimize() -> int:
    """Refresh the query planner's statistics and free unused pages; return how many were freed."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {ANALYSIS_LIMIT}")
        cursor.execute(f"PRAGMA optimize = {OPTIMIZE}")
        before = _free_pages(cursor)
        # The pragma frees one page for each row that is read from it.
        cursor.execute(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")
        cursor.fetchall()
        freed = before - _free_pages(cursor)
    empty_log()
    return freed


def empty_log() -> bool:
    """Move the write-ahead log into the file and cut it to nothing.

    Until then the log holds earlier versions of changed pages, erased text too.
    Return False if a reader or the caller's own transaction still needs the log;
    the next call, or :func:`optimize`, empties it then.
    """
    if connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        (patience,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        # Writers wait as long as this waits for a reader.
        cursor.execute(f"PRAGMA busy_timeout = {CHECKPOINT_MS}")
        try:
            (is_busy, _, _) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
    return not is_busy


def size_in_bytes() -> int:
    """Return how large the database is, its free pages included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def write_copy(copy: Path) -> None:
    """Write a consistent copy of the database, encrypted alike, and wait until the disk has it.

    By SQLite: a program that opens the file itself would release the locks of this process.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [os.fspath(copy)])
        with copy.open("rb+") as written:
            os.fsync(written.fileno())
    except BaseException:
        copy.unlink(missing_ok=True)
        raise


def _free_pages(cursor: object) -> int:
    cursor.execute("PRAGMA freelist_count")  # type: ignore[attr-defined]
    return int(cursor.fetchone()[0])  # type: ignore[attr-defined]
