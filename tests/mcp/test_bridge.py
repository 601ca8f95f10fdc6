"""``wasurena mcp``: the official client over pipes, and nothing but protocol on them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from tests.live_server import LiveServer, free_port
from tests.prepared import ROOT, environment, migrated_directory

COMMAND = [sys.executable, "-m", "memory_site.cli", "mcp"]
RUN = """
import sys
from memory_site.mcp.connection import Connection
from memory_site.mcp.stdio import run_bridge
run_bridge(Connection(sys.argv[1], sys.argv[2]))
"""
NOISY = """
import os, sys, threading
from memory_site.mcp.connection import Connection
from memory_site.mcp.stdio import run_bridge
def noise():
    print("a stray print", flush=True)
    os.write(1, b"a stray write\\n")
threading.Timer(0.3, noise).start()
run_bridge(Connection(sys.argv[1], sys.argv[2]))
"""
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}


def environment_of(server: LiveServer) -> dict[str, str]:
    """Return the environment in which the command finds the running server and its token."""
    (server.data_dir / "bridge_token").write_text(server.token)
    port = server.base_url.rsplit(":", 1)[1]
    return environment(server.data_dir) | {"WASURENA_PORT": port}


def exchange(server_url: str, token: str, lines: list[Any], script: str = RUN) -> list[Any]:
    """Run the bridge on these lines and return its output, every line of which must be JSON."""
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    result = subprocess.run(
        [sys.executable, "-c", script, server_url, token],
        input=text.encode("utf-8", "surrogateescape"),
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr.decode()
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    "era",
    ["auto", *(pytest.param(era, marks=pytest.mark.slow) for era in ("legacy", "2026-07-28"))],
)
def test_the_official_client_saves_and_finds_over_pipes(server: LiveServer, era: str) -> None:
    async def conversation() -> CallToolResult:
        parameters = StdioServerParameters(
            command=COMMAND[0], args=COMMAND[1:], env=environment_of(server), cwd=ROOT
        )
        async with Client(stdio_client(parameters), mode=era) as client:
            await client.call_tool("save_memory", {"text": f"橋を渡った記憶 {era}"})
            return await client.call_tool("search_memories", {"query": f"橋 {era}"})

    result = anyio.run(conversation)
    assert result.structured_content
    texts = [hit["text"] for hit in result.structured_content["results"]]
    assert f"橋を渡った記憶 {era}" in texts


def test_standard_output_holds_nothing_but_protocol(server: LiveServer) -> None:
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    initialized = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    slow = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {
            "name": "save_memories",
            "arguments": {"memories": [{"text": f"n {n}"} for n in range(100)]},
        },
    }
    answers = exchange(server.base_url, server.token, [INITIALIZE, initialized, ping, slow], NOISY)
    assert sorted(str(answer["id"]) for answer in answers) == ["1", "2", "p"]
    assert all(answer["jsonrpc"] == "2.0" and "result" in answer for answer in answers)
    assert answers[0]["result"]["protocolVersion"] == "2025-06-18"


def test_a_broken_line_is_answered_and_the_next_one_served(server: LiveServer) -> None:
    lines = ["{\n", "[]\n", "7\n", "\udcff\udcfe\n", '{"a": "\n']
    sent = [line for broken in lines for line in (broken, "\n", INITIALIZE)]
    answers = exchange(server.base_url, server.token, sent)
    codes = [answer["error"]["code"] for answer in answers if "error" in answer]
    assert codes == [-32700] * len(lines)
    assert [answer["id"] for answer in answers if "result" in answer] == [1] * len(lines)


def test_what_is_not_there_is_a_wrong_parameter(server: LiveServer) -> None:
    asked = [
        {"jsonrpc": "2.0", "id": at, "method": method, "params": params}
        for at, (method, params) in enumerate(
            [
                ("tools/call", {"name": "no_such_tool", "arguments": {}}),
                ("prompts/get", {"name": "no_such_prompt"}),
            ],
            start=2,
        )
    ]
    answers = exchange(server.base_url, server.token, [INITIALIZE, *asked])
    codes = {answer["id"]: answer.get("error", {}).get("code") for answer in answers}
    assert codes == {1: None, 2: -32602, 3: -32602}


def test_a_wrong_token_is_explained_to_the_client(server: LiveServer) -> None:
    (answer,) = exchange(server.base_url, "wsr_wrong", [INITIALIZE])
    assert answer["id"] == 1
    assert "token is unknown, revoked or expired" in answer["error"]["message"]


def test_a_daemon_that_is_gone_is_explained_to_the_client() -> None:
    (answer,) = exchange(f"http://127.0.0.1:{free_port()}", "wsr_any", [INITIALIZE])
    assert answer["id"] == 1
    assert "wasurena up" in answer["error"]["message"]


# tests/cli/test_mcp_bridge.py starts it by several bridges at once.
@pytest.mark.slow
def test_the_daemon_is_started_where_it_does_not_run(tmp_path: Path) -> None:
    shutil.copytree(migrated_directory(), tmp_path, dirs_exist_ok=True)
    env = environment(tmp_path) | {"WASURENA_PORT": str(free_port())}
    try:
        result = subprocess.run(
            COMMAND,
            input=json.dumps(INITIALIZE).encode() + b"\n",
            cwd=ROOT,
            env=env,
            capture_output=True,
            timeout=90,
        )
        (line,) = result.stdout.splitlines()
        assert json.loads(line)["result"]["serverInfo"]["name"] == "wasurena", result.stderr
    finally:
        stop_daemon(tmp_path)


def stop_daemon(data_dir: Path) -> None:
    """End the server that a bridge left running, as its record names it."""
    record = data_dir / "daemon.json"
    if not record.exists():
        return
    os.kill(json.loads(record.read_text())["pid"], signal.SIGTERM)
    for _ in range(100):
        if not record.exists():
            return
        time.sleep(0.1)
