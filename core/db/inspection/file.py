"""Look at a database file without changing a byte of it: is it whole, and where is it not?"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db.backends.sqlite3._functions import (  # type: ignore[import-untyped]
    register as register_functions,
)
from sqlcipher3 import dbapi2 as Database

from core.db.sqlite.base import load_vectors
from core.db.sqlite.encryption import PLAIN_HEADER, unlock, wrong_key_reported

MOST_SAID = 20
HEADER_BYTES = 100
TREE = re.compile(r"Tree (\d+)|btreeInitPage\(\) returns error code|Freelist")
# What concerns the lookup structures beside the rows only, which the rows can make again.
LOOKUPS = re.compile(
    r"^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index)"
)
WORDS = re.compile(r"fts5|malformed inverted index", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a file: ``kind`` is truncated, damaged, lookups or words."""

    kind: str
    said: tuple[str, ...]
    tables: tuple[str, ...] = ()


@contextmanager
def looked_at(path: Path, key: str) -> Iterator[Any]:
    """Open a database for reading only, by the driver alone; its log is not moved into it.

    Raises:
        WrongKey: the file cannot be read with this key, or without one.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    connection = Database.connect(address, uri=True, timeout=30.0, isolation_level=None)
    try:
        with wrong_key_reported(str(path), key):
            unlock(connection, str(path), key)
        register_functions(connection)
        load_vectors(connection)
        yield connection
    finally:
        connection.close()


def damages_of(path: Path, *, key: str) -> list[Damage]:
    """Read a database from end to end; return what is wrong with it.

    Raises:
        WrongKey: it cannot be read with this key.
    """
    if missing := _missing_bytes(path):
        return [Damage("truncated", (f"{missing:,} bytes of it are missing",))]
    try:
        with looked_at(path, key) as connection:
            return _checked(connection, is_encrypted=bool(key))
    except Database.DatabaseError as error:
        return [Damage("damaged", (str(error),))]


def _missing_bytes(path: Path) -> int:
    """Return how much shorter a plain file is than its first page says, if all of it is in there."""
    log = path.with_name(f"{path.name}-wal")
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if not header.startswith(PLAIN_HEADER) or (log.exists() and log.stat().st_size):
        return 0
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return max(0, pages * (65_536 if page == 1 else page) - path.stat().st_size)


def _checked(connection: Any, *, is_encrypted: bool) -> list[Damage]:
    said = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_SAID})")]
    if is_encrypted:
        # Each page of an encrypted file is signed.
        pages = connection.execute("PRAGMA cipher_integrity_check")
        said += [str(row[0]) for row in pages.fetchmany(MOST_SAID)]
    problems = [line for text in said if text != "ok" for line in text.splitlines() if line]
    by_kind: dict[str, list[str]] = {}
    for line in problems:
        by_kind.setdefault(_kind_of(line), []).append(line)
    tables = _tables_named(connection, problems)
    return [Damage(kind, tuple(lines), tables) for kind, lines in by_kind.items()]


def _kind_of(line: str) -> str:
    if LOOKUPS.match(line):
        return "lookups"
    return "words" if WORDS.search(line) else "damaged"


def _tables_named(connection: Any, problems: list[str]) -> tuple[str, ...]:
    """Return the tables whose pages the problems name."""
    roots = {int(found[1]) for line in problems if (found := TREE.search(line)) and found[1]}
    try:
        rows = connection.execute("SELECT rootpage, tbl_name FROM sqlite_master").fetchall()
    except Database.DatabaseError:
        return ()
    return tuple(sorted({name for root, name in rows if root in roots}))


def broken_references(path: Path, *, key: str) -> dict[str, int]:
    """Return by table how many rows refer to a row that does not exist."""
    found: dict[str, int] = {}
    with looked_at(path, key) as connection:
        for table, *_rest in connection.execute("PRAGMA foreign_key_check"):
            found[str(table)] = found.get(str(table), 0) + 1
    return found


def counts_of(path: Path, *, key: str) -> dict[str, int]:
    """Return the number of rows of every ordinary table."""
    with looked_at(path, key) as connection:
        listed = connection.execute(
            "SELECT name, type FROM pragma_table_list WHERE schema = 'main'"
        )
        names = [name for name, kind in listed.fetchall() if kind == "table"]
        return {
            name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for name in names
        }
