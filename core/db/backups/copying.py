"""Copy a database that is in use, page by page, and check the copy.

The copy is of one moment: its connection keeps one snapshot of the write-ahead log from the first
page to the last, so that saves go on meanwhile and nothing is copied twice.
"""

import time
from collections.abc import Callable
from pathlib import Path

from django.utils.translation import gettext as _
from sqlcipher3 import dbapi2 as Database

from core.db.sqlite.files import opened

from .problems import BackupRefused

# Pages of 4 KB that are copied at a time, and the pause after them in seconds.
PAGES_AT_ONCE = 256
PAUSE = 0.003

Report = Callable[[str, int, int], None]


def report_nothing(stage: str, done: int, total: int) -> None:
    """Take a report of progress, for callers that show none."""


def copy_database(source: Path, copy: Path, *, key: str, report: Report) -> None:
    """Write a copy of ``source`` as it is now, encrypted with the same key, in one file."""
    with opened(source, key) as reading, opened(copy, key) as writing:
        writing.execute("PRAGMA synchronous = OFF")
        reading.execute("BEGIN")
        # The snapshot begins with the first read.
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()

        def rest(_status: int, remaining: int, total: int) -> None:
            report("copying", total - remaining, total)
            time.sleep(PAUSE)

        reading.backup(writing, pages=PAGES_AT_ONCE, progress=rest)
        reading.execute("ROLLBACK")
        # One file, which needs none beside it.
        writing.execute("PRAGMA journal_mode = DELETE")


def check_database(path: Path, *, key: str) -> int:
    """Read a database from end to end; return the number of its tables.

    Raises:
        BackupRefused: it is damaged.
        WrongKey: it cannot be read with this key.
    """
    try:
        with opened(path, key) as connection:
            found = connection.execute("PRAGMA integrity_check(3)").fetchall()
            problems = [str(row[0]) for row in found if row[0] != "ok"]
            if key:
                # Each page of an encrypted file is signed.
                problems += [str(row[0]) for row in connection.execute(
                    "PRAGMA cipher_integrity_check").fetchmany(3)]  # fmt: skip
            count = connection.execute("SELECT count(*) FROM pragma_table_list").fetchone()[0]
    except Database.DatabaseError as error:
        problems, count = [str(error)], 0
    if problems:
        text = _("the database is damaged: {problem}")
        raise BackupRefused(text.format(problem="; ".join(problems)))
    return int(count)


def recorded_migrations(path: Path, *, key: str) -> list[str]:
    """Return the migrations that a database has recorded, as ``app.name``; none for a new one."""
    with opened(path, key) as connection:
        named = "SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'"
        if connection.execute(named).fetchone() is None:
            return []
        rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        return [f"{app}.{name}" for app, name in rows]
