"""Several processes write while others read: nothing is lost, nothing is locked."""

import multiprocessing
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2 as driver

WRITERS = 4
READERS = 2
ROWS = 200


def _models() -> tuple[Any, Any]:
    import django

    django.setup()
    from memories.models import Memory, Session

    return Memory, Session


def write(number: int, failures: Any) -> None:
    """Save memories by single statements and by transactions that read first."""
    try:
        memory_model, session_model = _models()
        from django.db import connection, transaction
        from django.utils import timezone

        now = timezone.now()
        space = f"writer{number}#work"
        session = session_model.objects.create(user_id=space, key="s", **_times(now))
        for row in range(ROWS):
            values = {
                "user_id": space,
                "session": session,
                "raw_text": f"memory {row}",
                "content_hash": f"{number}-{row}",
                "created_at": now,
                "recorded_at": now,
            }
            if row % 2:
                memory_model.objects.create(**values)
            else:
                with transaction.atomic():
                    memory_model.objects.filter(user_id=space).count()
                    memory_model.objects.create(**values)
            if row % 20 == 0:
                connection.close()
    except BaseException as error:
        failures.put(f"writer {number}: {error!r}")


def _times(now: Any) -> dict[str, Any]:
    return {"started_at": now, "last_activity": now}


def read(number: int, stop: Any, failures: Any) -> None:
    """Read until the writers are done; a count never goes down."""
    try:
        memory_model, _ = _models()
        from django.db import connection

        seen = 0
        while not stop.is_set():
            count = memory_model.objects.count()
            assert count >= seen, (count, seen)
            seen = count
            list(memory_model.objects.order_by("-id")[:20])
            connection.close()
    except BaseException as error:
        failures.put(f"reader {number}: {error!r}")


@pytest.fixture
def shared_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that the processes started by this test will use."""
    path = tmp_path / "memory.sqlite3"
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "memory_site.settings.base")
    monkeypatch.setenv("WASURENA_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("WASURENA_DB_PATH", str(path))
    return path


def test_nothing_is_lost(shared_file: Path, migrated_file: Path) -> None:
    shutil.copy(migrated_file, shared_file)
    spawn = multiprocessing.get_context("spawn")
    failures, stop = spawn.Queue(), spawn.Event()
    writers = [spawn.Process(target=write, args=(n, failures)) for n in range(WRITERS)]
    readers = [spawn.Process(target=read, args=(n, stop, failures)) for n in range(READERS)]
    for process in [*writers, *readers]:
        process.start()
    for process in writers:
        process.join()
    stop.set()
    for process in readers:
        process.join()

    assert [failures.get() for _ in range(failures.qsize())] == []
    database = driver.connect(shared_file)
    by_writer = database.execute("SELECT user_id, count(*) FROM memories GROUP BY 1").fetchall()
    assert by_writer == [(f"writer{n}#work", ROWS) for n in range(WRITERS)]
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def open_new_file(barrier: Any, failures: Any) -> None:
    """Open a file that does not exist yet at the same moment as others."""
    try:
        _models()
        from django.db import connection

        barrier.wait(timeout=60)
        connection.ensure_connection()
    except BaseException as error:
        failures.put(repr(error))


@pytest.mark.parametrize("key", [pytest.param("", marks=pytest.mark.slow), "a passphrase"])
def test_a_new_file_is_opened_by_several_at_once(
    shared_file: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    spawn = multiprocessing.get_context("spawn")
    failures, barrier = spawn.Queue(), spawn.Barrier(4)
    monkeypatch.setenv("WASURENA_DB_KEY", key)
    processes = [spawn.Process(target=open_new_file, args=(barrier, failures)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert [failures.get() for _ in range(failures.qsize())] == []
    assert shared_file.read_bytes().startswith(b"SQLite") == (not key)
