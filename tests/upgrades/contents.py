"""What a database file holds: rows, hashes of their columns, recorded migrations.

Read beside the product, by the driver, so that every version reads a file in the same way.
"""

import hashlib
import json
import re
import tarfile
from pathlib import Path
from typing import Any

from sqlcipher3 import dbapi2

from core.db.packed_json import unpack

# SQLite holds no column to a length; how vectors are laid out is their table's own affair.
UNHELD = re.compile(r"(?<=varchar)\(\d+\)|,\s*chunk_size=\d+")
Contents = dict[str, Any]
# Columns of JSON that a version stores packed: the hash is that of the text it had before.
PACKED = {
    ("revisions", "before"),
    ("revisions", "after"),
    ("retrieval_runs", "plan"),
    ("retrieval_runs", "candidates"),
    ("retrieval_runs", "selected"),
}
# Tables in which a virtual table keeps its rows; their bytes are its own affair.
SHADOWS = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'"
ORDINARY = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
VIRTUAL = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'"
COLUMNS = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
KEY = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
RECORDED = "SELECT app, name FROM django_migrations ORDER BY app, name"


def opened(path: Path, passphrase: str = "") -> dbapi2.Connection:
    """Open a database file, encrypted or not."""
    connection = dbapi2.connect(str(path))
    if passphrase:
        quoted = passphrase.replace("'", "''")
        connection.execute(f"PRAGMA key = '{quoted}'")
    return connection


def backup_opened(backup: Path, into: Path, passphrase: str = "") -> dbapi2.Connection:
    """Open the database of a backup, taken out by ordinary tools."""
    with tarfile.open(backup) as archive:
        archive.extract("wasurena.sqlite3", into, filter="data")
    return opened(into / "wasurena.sqlite3", passphrase)


def contents(connection: dbapi2.Connection) -> Contents:
    """Return for each table how many rows it has, and for each column a hash of its values."""
    shadows = shadow_tables(connection)
    tables = sorted(
        name
        for (name,) in connection.execute(ORDINARY)
        if not name.startswith("sqlite_") and name not in shadows
    )
    return {
        "tables": {name: _table(connection, name) for name in tables},
        "index_rows": {name: _count(connection, name) for name in sorted(shadows)},
        "migrations": [list(row) for row in connection.execute(RECORDED)],
    }


def shadow_tables(connection: dbapi2.Connection) -> set[str]:
    """Return the tables behind the virtual ones.

    SQLite knows them only where the module of the virtual table is loaded: hence also by name.
    """
    virtual = [name for (name,) in connection.execute(VIRTUAL)]
    named = {
        name
        for (name,) in connection.execute(ORDINARY)
        if any(name.startswith(f"{table}_") for table in virtual)
    }
    return named | {name for (name,) in connection.execute(SHADOWS)}


def _table(connection: dbapi2.Connection, table: str) -> Contents:
    columns = [name for (name,) in connection.execute(COLUMNS, [table])]
    return {
        "rows": _count(connection, table),
        "columns": {column: _hash(connection, table, column) for column in columns},
    }


def _count(connection: dbapi2.Connection, table: str) -> int:
    return int(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])


def _hash(connection: dbapi2.Connection, table: str, column: str) -> str:
    """Hash the values of a column in the order of the table's key."""
    key = ", ".join(f'"{name}"' for (name,) in connection.execute(KEY, [table])) or "rowid"
    digest = hashlib.sha256()
    for (value,) in connection.execute(f'SELECT "{column}" FROM "{table}" ORDER BY {key}'):
        if (table, column) in PACKED and isinstance(value, bytes):
            value = json.dumps(json.loads(unpack(value)))
        digest.update(json.dumps(_plain(value), ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()[:32]


def _plain(value: object) -> object:
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


def schema(connection: dbapi2.Connection) -> dict[str, tuple[str, frozenset[str]]]:
    """Return each table, index and trigger as its parts, whatever the order of a table's columns.

    The tables behind virtual ones are left out.
    """
    shadows = shadow_tables(connection)
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {
        name: _parts(sql)
        for name, sql in made
        if name not in shadows and not name.startswith("sqlite_")
    }


def _parts(sql: str) -> tuple[str, frozenset[str]]:
    """Split a statement at the commas of its outermost parentheses."""
    words = " ".join(UNHELD.sub("", sql).replace('"', "").split())
    head, opens, body = words.partition("(")
    if not words.upper().startswith("CREATE TABLE") or not opens:
        return words, frozenset()
    depth, parts = 0, [""]
    for sign in body[: body.rindex(")")]:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return head.strip(), frozenset(part.strip() for part in parts)
