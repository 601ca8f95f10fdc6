"""Look at a database file without changing a byte of it: is it whole, and where is it not?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlcipher3 import dbapi2 as Database

from core.db.sqlite.encryption import PLAIN_HEADER
from core.db.sqlite.files import opened

MOST_SAID = 20
# Of a damaged table, each page that it no longer reaches is named; behind them may be worse.
MOST_READ = 20_000
HEADER_BYTES = 100
TREE = re.compile(r"Tree (\d+)|btreeInitPage\(\) returns error code|Freelist")
# What concerns the lookup structures beside the rows only, which the rows can make again.
LOOKUPS = re.compile(
    r"^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index)"
)
# A heading, and what follows from a page that cannot be read.
CONSEQUENCE = re.compile(r"\*\*\* in database|Page \d+: never used")
# The tables of vectors begin so; a page of theirs holds nothing else.
VECTORS = "vss_"
WORDS = re.compile(r"fts5|malformed inverted index", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a file: ``kind`` is truncated, damaged, lookups, words or vectors."""

    kind: str
    said: tuple[str, ...]
    tables: tuple[str, ...] = ()


def damages_of(path: Path, *, key: str) -> list[Damage]:
    """Read a database from end to end; return what is wrong with it.

    Raises:
        WrongKey: it cannot be read with this key.
    """
    if missing := _missing_bytes(path):
        return [Damage("truncated", (f"{missing:,} bytes of it are missing",))]
    for look in (_checked, _checked_by_table):
        try:
            with opened(path, key, is_read_only=True) as connection:
                return look(connection, is_encrypted=bool(key))
        except Database.DatabaseError as error:
            problem = str(error)
    return [Damage("damaged", (problem,))]


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
    said = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_READ})")]
    if is_encrypted:
        # Each page of an encrypted file is signed.
        pages = connection.execute("PRAGMA cipher_integrity_check")
        said += [str(row[0]) for row in pages.fetchmany(MOST_SAID)]
    lines = [line for text in said if text != "ok" for line in text.splitlines() if line]
    problems = [line for line in lines if not CONSEQUENCE.match(line)] or lines
    tables = _tables(connection)
    by_kind: dict[str, list[str]] = {}
    for line in problems:
        by_kind.setdefault(_kind_of(line, tables), []).append(line)
    if len(lines) >= MOST_READ:
        by_kind.setdefault("damaged", []).append(f"{len(lines):,} problems, and more")
    return [
        Damage(kind, tuple(some[:MOST_SAID]), _tables_of(some, tables))
        for kind, some in by_kind.items()
    ]


def _checked_by_table(connection: Any, *, is_encrypted: bool) -> list[Damage]:
    """Check one table after the other: a check of all ends at the first page of a certain damage."""
    listed = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')"
    )
    damaged: dict[str, list[str]] = {"vectors": [], "damaged": []}
    for (name,) in listed.fetchall():
        kind = "vectors" if name.startswith(VECTORS) and not is_encrypted else "damaged"
        if not _is_whole(connection, name):
            damaged[kind].append(name)
    return [
        Damage(kind, ("its pages cannot be read",), tuple(names))
        for kind, names in damaged.items()
        if names
    ]


def _is_whole(connection: Any, table: str) -> bool:
    quoted = table.replace("'", "''")
    try:
        rows = connection.execute(f"PRAGMA integrity_check('{quoted}')").fetchall()
    except Database.DatabaseError:
        return False
    return bool(rows == [("ok",)])


def _kind_of(line: str, tables: Mapping[int, str]) -> str:
    if LOOKUPS.match(line):
        return "lookups"
    if _table(line, tables).startswith(VECTORS):
        return "vectors"
    return "words" if WORDS.search(line) else "damaged"


def _table(line: str, tables: Mapping[int, str]) -> str:
    """Return the table whose pages a problem names; empty if it names none."""
    found = TREE.search(line)
    return tables.get(int(found[1]), "") if found and found[1] else ""


def _tables_of(lines: Sequence[str], tables: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(sorted({_table(line, tables) for line in lines} - {""}))


def _tables(connection: Any) -> dict[int, str]:
    """Return the tables by their first pages."""
    try:
        return dict(connection.execute("SELECT rootpage, tbl_name FROM sqlite_master").fetchall())
    except Database.DatabaseError:
        return {}


def broken_references(path: Path, *, key: str) -> dict[str, int]:
    """Return by table how many rows refer to a row that does not exist."""
    found: dict[str, int] = {}
    with opened(path, key, is_read_only=True) as connection:
        for table, *_rest in connection.execute("PRAGMA foreign_key_check"):
            found[str(table)] = found.get(str(table), 0) + 1
    return found


def counts_of(path: Path, *, key: str) -> dict[str, int]:
    """Return the number of rows of every ordinary table."""
    with opened(path, key, is_read_only=True) as connection:
        listed = connection.execute(
            "SELECT name, type FROM pragma_table_list WHERE schema = 'main'"
        )
        names = [name for name, kind in listed.fetchall() if kind == "table"]
        return {
            name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for name in names
        }
