"""Small databases in files, plain and encrypted, and what is in them."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.db.backups.creation import Order, Source, create_backup
from core.db.backups.folder import Backup
from core.db.sqlite.files import opened, remove_database
from core.encryption import Protection

AT = datetime(2026, 11, 24, 1, 2, 3, tzinfo=UTC)
KEYS = {"plain": "", "encrypted": "森's key"}


def fill(path: Path, key: str, *, rows: int = 300) -> None:
    """Make a database in use: its log holds what was saved last."""
    with opened(path, key) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, raw BLOB)")
        database.execute("BEGIN")
        values = ((f"雨の日 {number}", os.urandom(300)) for number in range(rows))
        database.executemany("INSERT INTO notes (text, raw) VALUES (?, ?)", values)
        database.execute("COMMIT")


def rows_of(path: Path, key: str = "") -> list[tuple[object, ...]]:
    """Return what a database holds."""
    with opened(path, key) as database:
        return list(database.execute("SELECT * FROM notes ORDER BY id"))


@dataclass
class Place:
    """A data directory with one database, and a folder for its backups."""

    data_dir: Path
    key: str

    @property
    def database(self) -> Path:
        return self.data_dir / "wasurena.sqlite3"

    @property
    def source(self) -> Source:
        return Source(self.database, self.key, self.data_dir, "0.2.0")

    def back_up(self, **given: object) -> Backup:
        """Make a backup in the folder."""
        order = {"target": self.data_dir / "backups", "at": AT, **given}
        return create_backup(self.source, Order(**order))  # type: ignore[arg-type]


@pytest.fixture
def make_place(tmp_path: Path) -> Callable[..., Place]:
    """Make a data directory; ``key`` encrypts its database."""

    def make(key: str = "", rows: int = 300) -> Place:
        place = Place(tmp_path / "data", key)
        place.data_dir.mkdir()
        remove_database(place.database)
        fill(place.database, key, rows=rows)
        return place

    return make


@pytest.fixture
def place(make_place: Callable[..., Place]) -> Place:
    """A data directory with a plain database."""
    return make_place()


WITH_PASSPHRASE = Protection(passphrase="correct horse")
