"""Every connection: sqlite-vec, the pragmas, and a plain file that anything opens."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from core.db.sqlite import base
from core.db.sqlite.base import DatabaseWrapper

from .conftest import UseFile
from .rows import make_row


def value(sql: str) -> Any:
    with connection.cursor() as cursor:
        return cursor.execute(sql).fetchone()[0]


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [
        ("auto_vacuum", 2),
        ("journal_mode", "wal"),
        ("synchronous", 1),
        ("foreign_keys", 1),
        ("busy_timeout", 30_000),
        ("cache_size", -4_096),
        ("soft_heap_limit", 16_777_216),
        ("temp_store", 2),
    ],
)
@pytest.mark.parametrize("key", ["", "a passphrase"])
def test_pragmas(use_file: UseFile, pragma: str, expected: Any, key: str) -> None:
    use_file(encryption_key=key)

    assert value(f"PRAGMA {pragma}") == expected


@pytest.mark.parametrize("key", ["", "a passphrase"])
def test_a_new_connection_reads_while_another_one_writes(use_file: UseFile, key: str) -> None:
    use_file(pooled=False, timeout=0, encryption_key=key)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE kept (x)")
    second = connection.copy()
    with transaction.atomic(), second.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    second.close()


def test_every_connection_has_vectors(use_file: UseFile) -> None:
    use_file(pooled=False)
    for _ in range(3):
        assert value("SELECT vec_version()") == "v0.1.9"
        assert connection.has_vectors
        connection.close()


def test_transactions_take_the_write_lock_at_once(use_file: UseFile, tmp_path: Path) -> None:
    use_file()
    with transaction.atomic():
        assert value("SELECT 1") == 1
        second = connection.copy()
        second.settings_dict["OPTIONS"] = {**second.settings_dict["OPTIONS"], "timeout": 0}
        with pytest.raises(Exception, match="locked"), second.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
        second.close()


def test_a_plain_file_opens_with_the_standard_library(
    migrated: DatabaseWrapper, tmp_path: Path
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (body TEXT)")
        cursor.execute("INSERT INTO note VALUES (%s)", ["忘れな"])

    make_row("memory_links", "alice#work")

    other = sqlite3.connect(tmp_path / "memory.sqlite3")
    assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    other.execute("UPDATE tags SET user_id = user_id")
    assert other.execute("SELECT body FROM note").fetchone() == ("忘れな",)
    assert other.execute("SELECT count(*) FROM memories").fetchone() == (2,)
    other.close()


def test_without_vectors(use_file: UseFile) -> None:
    use_file(load_vectors=False)

    # What a migration makes then is in test_migrations.
    assert not connection.has_vectors


def test_an_extension_that_cannot_be_loaded_is_reported_once(
    use_file: UseFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sqlite_vec.loadable_path", lambda: "/nowhere/vec0")
    base._report_once.cache_clear()
    use_file(pooled=False)
    for _ in range(2):
        assert not connection.has_vectors
        connection.close()

    assert [record.name for record in caplog.records] == ["core.db.sqlite.base"]


def test_a_directory_that_is_missing_is_named_as_such(use_file: UseFile) -> None:
    use_file("missing/memory.sqlite3")

    with pytest.raises(Exception, match="unable to open database file"):
        connection.ensure_connection()
