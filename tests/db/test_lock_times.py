"""How long write transactions hold the lock is counted, published and added up."""

import json
import os
import time
from pathlib import Path

import pytest
from django.db import connection, transaction

from core.db.sqlite import base
from core.db.sqlite.write_lock import BOUNDS, KEPT_SECONDS, LockClock, LockTimes, read_lock_times
from tests.db.conftest import UseFile


def test_a_write_transaction_is_counted(
    use_file: UseFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "lock_clock", LockClock())
    use_file(lock_times=str(tmp_path / "locks"))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE t (x)")
    connection.close()
    assert sum(read_lock_times(str(tmp_path / "locks")).counts) >= 1


def test_reading_alone_is_not_counted(use_file: UseFile, tmp_path: Path) -> None:
    use_file(lock_times=str(tmp_path / "locks"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert not (tmp_path / "locks").exists()


def test_processes_are_added_up(tmp_path: Path) -> None:
    for pid, seconds in ((1, 0.02), (2, 5.0)):
        times = LockTimes()
        times.add(seconds, f"process {pid}")
        body = {"counts": times.counts, "longest": seconds, "longest_by": f"process {pid}"}
        (tmp_path / f"{pid}.json").write_text(json.dumps(body), "utf-8")
    total = read_lock_times(str(tmp_path))
    assert (sum(total.counts), total.longest, total.longest_by) == (2, 5.0, "process 2")
    assert len(total.counts) == len(BOUNDS) + 1


def test_what_takes_too_long_is_published_at_once_with_the_code_that_did_it(tmp_path: Path) -> None:
    clock = LockClock()
    clock.record(0.001, str(tmp_path))
    clock.record(2.0, str(tmp_path))
    found = read_lock_times(str(tmp_path))
    assert found.longest == 2.0
    assert "test_what_takes_too_long" in found.longest_by


def test_broken_and_old_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text("{", "utf-8")
    old = tmp_path / "2.json"
    old.write_text(json.dumps({"counts": [1] * 8, "longest": 1, "longest_by": ""}), "utf-8")
    long_ago = time.time() - KEPT_SECONDS - 60
    os.utime(old, (long_ago, long_ago))
    assert sum(read_lock_times(str(tmp_path)).counts) == 0


def test_a_server_that_starts_counts_anew(tmp_path: Path) -> None:
    clock = LockClock()
    clock.record(2.0, str(tmp_path))
    clock.restart(str(tmp_path))
    assert read_lock_times(str(tmp_path)) == LockTimes()
    clock.record(0.1, str(tmp_path))
    assert read_lock_times(str(tmp_path)).longest == 0.1
