import os
import re
import signal
import socket
import time
import urllib.error
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.encrypted_files import encrypt

from .conftest import Server, Wasurena, answers, descendants, free_port, is_running, wait_until

Start = Callable[..., Server]
STOPS_WITHIN_SECONDS = 5


def worker_of(server: Server) -> int:
    """Return the process id of the worker that the server keeps alive."""
    children: list[int] = []

    def found() -> list[int]:
        children[:] = [
            pid for pid in descendants(server.process.pid) if name_of(pid) == "wasurena-worker"
        ]
        return children

    wait_until(found)
    return children[0]


def name_of(pid: int) -> str:
    """Return the name that the system lists a process by; nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text("ascii").strip()
    except OSError:
        return ""


def has_cluster(server: Server) -> bool:
    """Tell whether the worker has forked the process that does its tasks."""
    return len(descendants(worker_of(server))) == 1


def test_the_first_start_shows_what_is_needed_once(empty: Wasurena, start_up: Start) -> None:
    server = start_up(empty, "--owner", "taro")
    wait_until(lambda: "VS Code" in server.output)
    token = re.search(r"API token +(wsr_\S+)", server.output)
    assert token and "Password" in server.output and "Preparing" in server.output
    assert f"{server.url}/mcp" in server.output
    for client in ("Claude Desktop", "Claude Code", "Cursor", "VS Code"):
        assert client in server.output
    assert server.status_of("/api/database/stats", token[1]) == 200
    bridge = empty.data_dir / "bridge_token"
    assert os.stat(bridge).st_mode & 0o777 == 0o600
    assert server.status_of("/api/database/stats", bridge.read_text()) == 200
    database = (empty.data_dir / "wasurena.sqlite3").read_bytes()
    assert token[1].encode() not in database
    server.stop()
    _prepares_nothing_and_shows_no_secret(start_up(empty))


def _prepares_nothing_and_shows_no_secret(second: Server) -> None:
    wait_until(lambda: "wasurena token create" in second.output)
    assert "Preparing" not in second.output
    assert "wsr_" not in second.output and "Password:" not in second.output


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_stopping_leaves_nothing_behind(wasurena: Wasurena, start_up: Start, number: int) -> None:
    server = start_up(wasurena, "--host", "0.0.0.0")
    _refuses_other_hosts_and_warns(server)
    wait_until(lambda: has_cluster(server))
    family, begun = descendants(server.process.pid), time.monotonic()
    assert server.stop(number) == 0
    assert time.monotonic() - begun < STOPS_WITHIN_SECONDS
    assert not [pid for pid in family if is_running(pid)]
    assert not answers(server.url)
    assert not (wasurena.data_dir / "daemon.json").exists()
    assert "Traceback" not in server.output


def _refuses_other_hosts_and_warns(server: Server) -> None:
    assert "WASURENA_ALLOWED_HOSTS" in server.output
    request = urllib.request.Request(f"{server.url}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 400


def test_a_request_that_never_comes_whole_does_not_hold_it_up(
    wasurena: Wasurena, start_up: Start
) -> None:
    server = start_up(wasurena)
    wait_until(lambda: has_cluster(server))
    address = urlsplit(server.url)
    assert address.hostname and address.port
    with socket.create_connection((address.hostname, address.port)) as half:
        half.sendall(
            b"POST /api/memories/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
        )
        time.sleep(0.2)
        begun = time.monotonic()
        assert server.stop(signal.SIGTERM) == 0
    assert time.monotonic() - begun < STOPS_WITHIN_SECONDS


def test_a_killed_worker_is_started_again_and_a_killed_server_takes_it_along(
    wasurena: Wasurena, start_up: Start
) -> None:
    server = start_up(wasurena)
    wait_until(lambda: has_cluster(server))
    for killed in ("guard", "tasks"):
        worker = worker_of(server)
        (tasks,) = descendants(worker)
        os.kill(worker if killed == "guard" else tasks, signal.SIGKILL)
        wait_until(lambda old=worker, its=tasks: not (is_running(old) or is_running(its)))
        wait_until(lambda old=worker: worker_of(server) != old and has_cluster(server))
        assert answers(server.url), killed
    family = descendants(server.process.pid)
    server.process.kill()
    server.process.wait()
    wait_until(lambda: not [pid for pid in family if is_running(pid)])


def test_a_port_in_use_is_one_clear_line(empty: Wasurena) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = empty("up", "--port", port)
    assert done.returncode == 1
    assert done.stderr.strip() == f"wasurena: port {port} is in use; choose another one with --port"
    assert not (empty.data_dir / "wasurena.sqlite3").exists()


# The same secrets are shown below, by a command beside the silent server.
@pytest.mark.slow
def test_a_silent_first_start_keeps_the_secrets_for_a_person(
    nobody: Wasurena, start_up: Start
) -> None:
    silent = start_up(nobody, "--no-banner")
    assert "wsr_" not in silent.output
    silent.stop()
    server = start_up(nobody)
    wait_until(lambda: "API token" in server.output)


def test_a_server_that_an_assistant_started_is_shown(nobody: Wasurena, start_up: Start) -> None:
    silent = start_up(nobody, "--no-banner")
    shown = nobody.ok("up", "--port", str(free_port()))
    assert f"as process {silent.process.pid}" in shown and f"{silent.url}/mcp" in shown
    assert "Password" in shown and "API token" in shown
    assert f'"WASURENA_PORT": "{silent.url.rpartition(":")[2]}"' in shown
    assert answers(silent.url)


def test_an_encrypted_database_needs_its_key(wasurena: Wasurena, start_up: Start) -> None:
    database = wasurena.data_dir / "wasurena.sqlite3"
    encrypt(database, wasurena.data_dir / "encrypted", "open sesame")
    (wasurena.data_dir / "encrypted").replace(database)
    wasurena.extra = {"WASURENA_DB_KEY": "open sesame"}
    start_up(wasurena).stop()
    for extra in ({}, {"WASURENA_DB_KEY": "wrong"}):
        done = Wasurena(wasurena.data_dir, extra)("up", "--port", str(free_port()))
        assert done.returncode == 1
        assert "WASURENA_DB_KEY" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_first_start_with_a_key_makes_an_encrypted_database(
    empty: Wasurena, start_up: Start
) -> None:
    empty.extra = {"WASURENA_DB_KEY": "open sesame"}
    start_up(empty).stop()
    assert not (empty.data_dir / "wasurena.sqlite3").read_bytes().startswith(b"SQLite format 3")
