"""Closed connections are lent again, but never dirty, never to another process or file."""

import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models, transaction

from core.db.sqlite.pool import MOST_IDLE, idle_connections, most_idle

from .conftest import UseFile


def opened() -> Any:
    """Return the driver's connection behind this thread's Django connection."""
    connection.ensure_connection()
    return connection.connection


def reopened() -> Any:
    connection.close()
    return opened()


def value(sql: str) -> Any:
    with connection.cursor() as cursor:
        return cursor.execute(sql).fetchone()[0]


@pytest.fixture(autouse=True)
def _file(use_file: UseFile) -> None:
    use_file()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)")
        cursor.executemany("INSERT INTO note (body) VALUES (%s)", [(str(n),) for n in range(1000)])


def test_a_closed_connection_is_reused() -> None:
    first = opened()

    assert reopened() is first
    assert value("SELECT count(*) FROM note") == 1000


def test_another_thread_reuses_it() -> None:
    first = opened()
    connection.close()

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(opened).result() is first


def test_not_in_a_transaction() -> None:
    first = opened()
    connection.cursor().execute("BEGIN")
    connection.cursor().execute("INSERT INTO note (body) VALUES ('lost')")

    assert reopened() is not first
    assert value("SELECT count(*) FROM note") == 1000


def test_not_when_closed_inside_an_atomic_block() -> None:
    first = opened()
    with pytest.raises(RuntimeError), transaction.atomic():
        connection.close()
        raise RuntimeError

    assert reopened() is not first


def test_not_after_the_file_was_replaced(tmp_path: Path) -> None:
    first = opened()
    first.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(tmp_path / "memory.sqlite3", tmp_path / "restored.sqlite3")
    connection.close()
    os.replace(tmp_path / "restored.sqlite3", tmp_path / "memory.sqlite3")

    assert opened() is not first


def test_not_when_the_name_changed_while_it_was_open(tmp_path: Path) -> None:
    """Django's test runner renames the database of a connection that is still open."""
    first = opened()
    (tmp_path / "other.sqlite3").touch()
    connection.settings_dict["NAME"] = tmp_path / "other.sqlite3"

    assert reopened() is not first
    assert value("SELECT count(*) FROM sqlite_master") == 0


def test_not_with_other_options() -> None:
    first = opened()
    connection.settings_dict["OPTIONS"]["load_vectors"] = False

    assert reopened() is not first
    assert not connection.has_vectors


def test_settings_of_the_borrower_do_not_stay() -> None:
    first = opened()
    first.isolation_level = ""
    first.row_factory = lambda cursor, row: list(row)
    first.text_factory = bytes
    first.execute("PRAGMA query_only = ON")
    connection.disable_constraint_checking()

    again = reopened()
    assert again is first
    assert again.isolation_level is None
    assert again.execute("SELECT body FROM note").fetchone() == ("0",)
    assert value("PRAGMA foreign_keys") == 1
    assert value("PRAGMA query_only") == 0


def test_a_failed_schema_change_leaves_foreign_keys_on() -> None:
    class Broken(models.Model):
        class Meta:
            app_label = "tests"
            db_table = "note"

    with pytest.raises(Exception, match="already exists"), connection.schema_editor() as editor:
        editor.create_model(Broken)
    reopened()

    assert value("PRAGMA foreign_keys") == 1


@pytest.mark.parametrize(
    "sql", ["CREATE TEMP TABLE scratch (a)", "ATTACH DATABASE ':memory:' AS scratch"]
)
def test_not_with_what_cannot_be_undone(sql: str) -> None:
    first = opened()
    connection.cursor().execute(sql)

    assert reopened() is not first


def test_an_unfinished_query_does_not_pin_its_snapshot() -> None:
    first = opened()
    unfinished = connection.cursor()
    unfinished.execute("SELECT body FROM note")
    unfinished.fetchone()
    connection.close()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(write_with_another_connection).result()

    assert opened() is first
    assert value("SELECT count(*) FROM note") == 1001
    with transaction.atomic():
        connection.cursor().execute("INSERT INTO note (body) VALUES ('mine')")


def write_with_another_connection() -> None:
    other = connection.copy()
    other.settings_dict["OPTIONS"] = {**other.settings_dict["OPTIONS"], "pooled": False}
    with other.cursor() as cursor:
        cursor.execute("INSERT INTO note (body) VALUES ('theirs')")
    other.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_not_across_fork() -> None:
    parked = opened()
    connection.close()

    assert exit_code_of_child(lambda: opened() is not parked) == 0
    assert opened() is parked


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_connection_open_at_the_fork_is_left_alone() -> None:
    parents = opened()

    assert exit_code_of_child(lambda: reopened() is not parents) == 0
    assert value("SELECT count(*) FROM note") == 1000


def exit_code_of_child(check: Any) -> int:
    pid = os.fork()
    if pid == 0:
        passed = False
        try:
            passed = check() and value("SELECT count(*) FROM note") == 1000
        finally:
            os._exit(0 if passed else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_sixteen_threads_share_it() -> None:
    lent: dict[int, int] = {}
    clashes: list[int] = []
    lock = threading.Lock()

    def work(number: int) -> None:
        for _ in range(25):
            mine = id(opened())
            with lock:
                clashes.extend([mine] if mine in lent else [])
                lent[mine] = number
            with transaction.atomic():
                connection.cursor().execute("INSERT INTO note (body) VALUES (%s)", [number])
            with lock:
                del lent[mine]
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(work, range(16)))

    assert not clashes
    assert value("SELECT count(*) FROM note") == 1000 + 16 * 25
    assert sum(map(len, idle_connections._idle.values())) <= MOST_IDLE


def test_large_page_caches_are_parked_sparingly() -> None:
    assert most_idle(16_384) == MOST_IDLE
    assert most_idle(262_144) == 2
    assert most_idle(10_000_000) == 1
