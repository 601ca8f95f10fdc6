"""What a start refuses: a second server, a lost database, a database of a newer program."""

import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from sqlcipher3 import dbapi2

from core.db.instance import create_instance, instance_of

from .conftest import Server, Wasurena, answers, environment, free_port, wait_until

Start = Callable[..., Server]
DATABASE = "wasurena.sqlite3"


def execute(wasurena: Wasurena, statement: str, *values: object) -> None:
    """Change the database beside the program."""
    connection = dbapi2.connect(str(wasurena.data_dir / DATABASE))
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def dump(wasurena: Wasurena) -> list[tuple[object, ...]]:
    """Return the migrations, accounts and tables of a database."""
    connection = dbapi2.connect(str(wasurena.data_dir / DATABASE))
    tables = ("sqlite_schema", "django_migrations", "auth_user", "api_tokens", "memories")
    rows = [row for table in tables for row in connection.execute(f"SELECT * FROM {table}")]
    connection.close()
    return rows


def lose(wasurena: Wasurena, how: str) -> None:
    """Lose the database: its file, or all that was in it."""
    path = wasurena.data_dir / DATABASE
    path.unlink()
    if how == "empty":
        path.touch()
    elif how == "no tables":
        dbapi2.connect(str(path)).execute("PRAGMA auto_vacuum=2").connection.execute("VACUUM")


@pytest.mark.slow
def test_of_two_first_starts_one_runs_and_its_password_works(empty: Wasurena) -> None:
    ports = [free_port(), free_port()]
    pipe = subprocess.PIPE
    starts = [
        subprocess.Popen(
            empty.command("up", "--port", str(port)),
            stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True,
            env=environment(empty.data_dir),
        )
        for port in ports
    ]  # fmt: skip
    try:
        wait_until(lambda: any(start.poll() is not None for start in starts))
        lost = next(n for n, start in enumerate(starts) if start.poll() is not None)
        told = starts[lost].communicate()
        url = f"http://127.0.0.1:{ports[1 - lost]}"
        assert starts[lost].returncode == 1 and told[0] == ""
        assert len(told[1].strip().splitlines()) == 1 and url in told[1]
        wait_until(lambda: answers(url))
        assert not answers(f"http://127.0.0.1:{ports[lost]}")
    finally:
        for start in starts:
            if start.poll() is None:
                start.send_signal(signal.SIGTERM)
    printed = starts[1 - lost].communicate()[0]
    passwords = re.findall(r"Password +(\S+)", printed)
    assert len(passwords) == 1
    name = re.search(r"User +(\S+)", printed)
    assert name is not None
    shell = (
        "from django.contrib.auth import authenticate;"
        f"print(authenticate(username={name[1]!r}, password={passwords[0]!r}))"
    )
    assert empty.ok("django", "shell", "--no-imports", "-c", shell).strip() == name[1]


@pytest.mark.slow
def test_the_lock_vanishes_with_a_killed_server(wasurena: Wasurena, start_up: Start) -> None:
    first = start_up(wasurena)
    first.process.kill()
    first.process.wait()
    assert (wasurena.data_dir / "daemon.json").exists()
    second = start_up(wasurena)
    assert answers(second.url)


@pytest.mark.parametrize(
    ("how", "commands"),
    [
        ("missing", ["up", "mcp"]),
        ("empty", ["status"]),
        pytest.param("missing", ["user create carol"], marks=pytest.mark.slow),
        pytest.param("empty", ["up", "worker", "django migrate"], marks=pytest.mark.slow),
        pytest.param("no tables", ["up"], marks=pytest.mark.slow),
    ],
)
def test_a_lost_database_is_never_made_new(
    wasurena: Wasurena, how: str, commands: list[str]
) -> None:
    lose(wasurena, how)
    database = wasurena.data_dir / DATABASE
    before = database.stat().st_size if database.exists() else None
    wasurena.extra = {"WASURENA_PORT": str(free_port())}
    for command in commands:
        done = wasurena(*command.split(), text="")
        assert done.returncode == 1, command
        assert "wasurena up --new" in done.stderr and "Traceback" not in done.stderr
        assert (database.stat().st_size if database.exists() else None) == before


@pytest.mark.slow
def test_a_new_beginning_is_made_on_demand_and_keeps_what_is_left(
    wasurena: Wasurena, start_up: Start
) -> None:
    lose(wasurena, "empty")
    (wasurena.data_dir / f"{DATABASE}-wal").write_bytes(b"what was written last")
    server = start_up(wasurena, "--new")
    wait_until(lambda: "API token" in server.output)
    (left,) = wasurena.data_dir.glob(f"{DATABASE}.lost-*-wal")
    assert left.read_bytes() == b"what was written last"
    server.stop()
    done = wasurena("up", "--new", "--port", str(free_port()))
    assert done.returncode == 1 and "has data" in done.stderr
    assert "alice" not in wasurena.ok("user", "list")


@pytest.mark.parametrize(
    "commands",
    [
        ("up", "save text --user alice"),
        pytest.param(("worker", "mcp", "django migrate"), marks=pytest.mark.slow),
    ],
    ids=["start and use", "the rest"],
)
def test_a_newer_database_is_refused_by_name_and_left_alone(
    wasurena: Wasurena, commands: tuple[str, ...]
) -> None:
    execute(
        wasurena,
        "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
        "memories", "9999_from_next_year", "2030-01-01",
    )  # fmt: skip
    before = dump(wasurena)
    wasurena.extra = {"WASURENA_PORT": str(free_port())}
    for command in commands:
        done = wasurena(*command.split(), text="")
        assert done.returncode == 1, (command, done.stderr)
        assert "memories.9999_from_next_year" in done.stderr and "Traceback" not in done.stderr
    assert "accounts" in wasurena.ok("django", "showmigrations")
    assert dump(wasurena) == before


def test_tables_of_a_pack_that_was_removed_are_no_newer_version(wasurena: Wasurena) -> None:
    execute(
        wasurena,
        "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
        "some_pack", "0001_initial", "2026-01-01",
    )  # fmt: skip
    wasurena.ok("status")


@pytest.mark.slow
def test_a_copy_of_a_directory_is_another_instance(
    wasurena: Wasurena, tmp_path: Path, start_up: Start
) -> None:
    server = start_up(wasurena)
    shutil.copytree(wasurena.data_dir, tmp_path / "copy")
    copy = Wasurena(tmp_path / "copy", {"WASURENA_PORT": server.url.rpartition(":")[2]})
    assert server.url not in copy.ok("status")
    assert server.url in wasurena.ok("status")


def test_a_moved_directory_is_the_same_instance_and_a_copy_is_not(tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    assert instance_of(before) is None
    create_instance(before)
    identity = instance_of(before)
    create_instance(before)
    assert identity and instance_of(before) == identity
    shutil.copytree(before, tmp_path / "copy")
    before.rename(tmp_path / "after")
    assert instance_of(tmp_path / "after") == identity
    assert instance_of(tmp_path / "copy") not in (None, identity)


@pytest.mark.slow
def test_a_worker_mends_what_a_clock_a_year_ahead_has_left(
    wasurena: Wasurena, start_up: Start
) -> None:
    start_up(wasurena).stop()
    ahead = (timezone.now() + timedelta(days=365)).strftime("%Y-%m-%d %H:%M:%S")
    execute(wasurena, "UPDATE django_q_schedule SET next_run = ?", ahead)
    start_up(wasurena)
    status = wasurena.ok("status")
    assert "was ahead" in status and ahead[:4] not in status


@pytest.mark.parametrize(
    "command",
    [
        ("save", "x"),
        ("status",),
        *(
            pytest.param(command, marks=pytest.mark.slow)
            for command in (("doctor",), ("search", "x"), ("token", "create", "--name", "a"))
        ),
    ],
)
def test_a_mistyped_directory_stays_away(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = Wasurena(tmp_path / "mistyped")(*command)
    assert done.returncode == 1 and "there is no data in" in done.stderr
    assert not (tmp_path / "mistyped").exists()
