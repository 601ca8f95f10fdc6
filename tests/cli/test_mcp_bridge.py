import json
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from .conftest import Server, Wasurena, answers, free_port, is_running, wait_until

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


def spoken(wasurena: Wasurena) -> list[dict[str, object]]:
    """Say hello, ask for the tools, and return every line of the answer."""
    lines = "".join(json.dumps(message) + "\n" for message in (HELLO, READY, LIST))
    done = wasurena("mcp", text=lines)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def own_daemon(empty: Wasurena) -> Iterator[Wasurena]:
    """A data directory whose server, which the bridge starts, is stopped at the end."""
    empty.extra = {"WASURENA_PORT": str(free_port())}
    yield empty
    record = empty.data_dir / "daemon.json"
    pid = int(json.loads(record.read_text())["pid"])
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not is_running(pid))


def test_the_bridge_starts_the_server_and_only_protocol_is_printed(own_daemon: Wasurena) -> None:
    messages = spoken(own_daemon)
    assert {message["id"] for message in messages} == {1, 2}
    assert "save_memory" in json.dumps(messages)
    assert answers(f"http://127.0.0.1:{own_daemon.extra['WASURENA_PORT']}")
    assert "wsr_" not in (own_daemon.data_dir / "daemon.log").read_text()


def test_the_bridge_finds_a_server_on_any_port(
    wasurena: Wasurena, start_up: Callable[..., Server]
) -> None:
    server = start_up(wasurena)
    wasurena.extra = {"WASURENA_PORT": str(free_port())}
    assert len(spoken(wasurena)) == 2
    assert server.process.poll() is None


def test_a_server_elsewhere_is_never_started(wasurena: Wasurena) -> None:
    wasurena.extra = {"WASURENA_URL": f"http://127.0.0.1:{free_port()}", "WASURENA_TOKEN": "wsr_x"}
    done = wasurena("mcp", text="")
    assert done.returncode == 1 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1 and "no server answers" in done.stderr
