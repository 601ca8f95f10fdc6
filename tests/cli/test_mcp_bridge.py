import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import anyio
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client

from .conftest import Server, Wasurena, answers, environment, free_port, is_running, wait_until

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


@contextmanager
def own_server(wasurena: Wasurena) -> Iterator[Wasurena]:
    """Stop the server that the bridge has started for this directory."""
    wasurena.extra = {"WASURENA_PORT": str(free_port())}
    yield wasurena
    if (pid := server_pid(wasurena)) is not None and is_running(pid):
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not is_running(pid))


@pytest.fixture
def own_daemon(empty: Wasurena) -> Iterator[Wasurena]:
    """A directory that does not exist yet, whose server the bridge starts."""
    with own_server(empty) as wasurena:
        yield wasurena


@pytest.fixture
def migrated_daemon(nobody: Wasurena) -> Iterator[Wasurena]:
    """A migrated directory, whose server the bridge starts."""
    with own_server(nobody) as wasurena:
        yield wasurena


def server_pid(wasurena: Wasurena) -> int | None:
    """Return the process that the directory's record names."""
    record = wasurena.data_dir / "daemon.json"
    return int(json.loads(record.read_text())["pid"]) if record.exists() else None


def kill(wasurena: Wasurena) -> int:
    """Kill the server without a chance to tidy up; return its process id."""
    pid = server_pid(wasurena)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid))
    return pid


def client_of(wasurena: Wasurena, log: TextIO = sys.stderr) -> Client:
    """Return the official client on a bridge of its own."""
    command, *arguments = wasurena.command("mcp")
    env = {**environment(wasurena.data_dir), **wasurena.extra}
    parameters = StdioServerParameters(command=command, args=arguments, env=env)
    return Client(stdio_client(parameters, errlog=log))


def has_unread_request(port: str) -> bool:
    """Tell whether a connection to this port holds bytes that its server has not read."""
    for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
        _, local, _, _, queues, *_ = line.split()
        if int(local.split(":")[1], 16) == int(port) and int(queues.split(":")[1], 16):
            return True
    return False


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


def test_bridges_that_start_together_share_one_server(migrated_daemon: Wasurena) -> None:
    _share_one_server(migrated_daemon)


# A first start makes a database in test_up.
@pytest.mark.slow
def test_bridges_that_start_together_on_an_empty_directory_share_one_server(
    own_daemon: Wasurena,
) -> None:
    _share_one_server(own_daemon)


def _share_one_server(own_daemon: Wasurena) -> None:
    lines = "".join(json.dumps(message) + "\n" for message in (HELLO, READY, LIST)).encode()
    env = {**environment(own_daemon.data_dir), **own_daemon.extra}
    pipe = subprocess.PIPE
    bridges = [
        subprocess.Popen(own_daemon.command("mcp"), stdin=pipe, stdout=pipe, stderr=pipe, env=env)
        for _ in range(3)
    ]
    for bridge in bridges:
        assert bridge.stdin is not None
        bridge.stdin.write(lines)
        bridge.stdin.close()
    for bridge in bridges:
        assert bridge.stdout is not None and bridge.stderr is not None
        said, told = bridge.stdout.read(), bridge.stderr.read()
        assert bridge.wait() == 0, told
        # Nothing but protocol is printed.
        assert {json.loads(line)["id"] for line in said.splitlines()} == {1, 2}
        assert b"save_memory" in said
    assert answers(f"http://127.0.0.1:{own_daemon.extra['WASURENA_PORT']}")
    log = (own_daemon.data_dir / "daemon.log").read_text()
    assert "in use" not in log and "wsr_" not in log


def test_a_killed_server_is_started_again_between_calls(migrated_daemon: Wasurena) -> None:
    async def conversation() -> Any:
        async with client_of(migrated_daemon) as client:
            await client.call_tool("save_memory", {"text": "橋の前の記憶"})
            first = kill(migrated_daemon)
            await client.call_tool("save_memory", {"text": "橋の後の記憶"})
            assert server_pid(migrated_daemon) != first
            return await client.call_tool("search_memories", {"query": "橋"})

    found = anyio.run(conversation).structured_content
    texts = {hit["text"] for hit in found["results"]}
    assert texts == {"橋の前の記憶", "橋の後の記憶"}


@pytest.mark.slow
def test_calls_under_way_when_the_server_is_killed_are_answered_or_retryable(
    migrated_daemon: Wasurena,
) -> None:
    port = migrated_daemon.extra["WASURENA_PORT"]
    outcomes: dict[str, Any] = {}

    async def call(client: Client, name: str, arguments: dict[str, Any]) -> None:
        try:
            outcomes[name] = await client.call_tool(name, arguments)
        except MCPError as error:
            outcomes[name] = error

    async def lose(client: Client, name: str, arguments: dict[str, Any]) -> None:
        pid = server_pid(migrated_daemon)
        assert pid is not None
        # A stopped process takes the request into its socket and never answers it.
        os.kill(pid, signal.SIGSTOP)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call, client, name, arguments)
            while not has_unread_request(port):
                await anyio.sleep(0.05)
            kill(migrated_daemon)

    async def conversation() -> Any:
        async with client_of(migrated_daemon) as client:
            kept = await client.call_tool("save_memory", {"text": "to be kept"})
            await lose(client, "search_memories", {"query": "kept"})
            await lose(client, "save_memory", {"text": "saved while the server died"})
            uid = kept.structured_content["id"]
            await lose(client, "forget", {"ids": [uid], "confirm": True})
            return await client.call_tool("search_memories", {"query": "kept saved died"})

    found = anyio.run(conversation).structured_content
    assert not outcomes["search_memories"].is_error and not outcomes["save_memory"].is_error
    assert isinstance(outcomes["forget"], MCPError)
    assert outcomes["forget"].error.data == {"retryable": True, "may_be_done": True}
    texts = [hit["text"] for hit in found["results"]]
    assert sorted(texts) == ["saved while the server died", "to be kept"]


@pytest.mark.slow
def test_a_bridge_never_talks_to_the_server_of_another_directory(
    wasurena: Wasurena, tmp_path: Path, start_up: Callable[..., Server]
) -> None:
    server = start_up(wasurena)
    stranger = Wasurena(tmp_path / "other", {"WASURENA_PORT": server.url.rpartition(":")[2]})
    stranger.ok("user", "create", "carol")
    assert json.loads(stranger.ok("status", "--json"))["server"] is None
    done = stranger("mcp", text=json.dumps(HELLO) + "\n")
    assert done.returncode == 1 and done.stdout == ""
    assert "in use" in done.stderr
    stranger.extra["WASURENA_URL"] = server.url
    done = stranger("mcp", text=json.dumps(HELLO) + "\n")
    assert done.returncode == 1 and "WASURENA_TOKEN" in done.stderr
