"""Maintain the database file, and inspect its size and tables."""

from pathlib import Path

from django.db import connection
from django.db.models import Model

# About 8 MB at SQLite's page size of 4 KB: short enough not to keep writers waiting.
PAGES_AT_ONCE = 2_000
ANALYSIS_LIMIT = 400
# ANALYZE tables that need it (2), also those that this connection did not query (0x10000).
OPTIMIZE = 0x10002
CHECKPOINT_MS = 500


def has_vectors() -> bool:
    """Whether sqlite-vec works on this connection."""
    return bool(getattr(connection, "has_vectors", False))


def optimize() -> int:
    """Refresh the planner's statistics and free unused pages; return how many pages."""
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
    """Move the write-ahead log into the file and truncate it.

    Until then the log holds earlier versions of changed pages, with erased text. Return False
    if a reader or the caller's own transaction still needs the log; the next call, or
    :func:`optimize`, truncates it then.
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
    """Return the size of the database with its free pages."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def log_size_in_bytes() -> int:
    """Return the size of the write-ahead log; 0 without one."""
    try:
        return Path(f"{connection.settings_dict['NAME']}-wal").stat().st_size
    except OSError:
        return 0


def is_migrated(model: type[Model]) -> bool:
    """Return whether the table exists with all its columns: migrations may run backwards."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return False
        described = connection.introspection.get_table_description(cursor, table)
    columns = {column.name for column in described}
    return {field.column for field in model._meta.local_concrete_fields} <= columns


def _free_pages(cursor: object) -> int:
    cursor.execute("PRAGMA freelist_count")  # type: ignore[attr-defined]
    return int(cursor.fetchone()[0])  # type: ignore[attr-defined]
