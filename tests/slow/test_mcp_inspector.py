"""The official inspector against the running product, over both transports and both eras."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.live_server import LiveServer
from tests.prepared import ROOT, environment

from .node_tools import NODE, node_modules

__all__ = ["node_modules"]
pytestmark = [pytest.mark.slow, pytest.mark.parametrize("era", ["modern", "legacy"])]

SAVE = ["--method", "tools/call", "--tool-name", "save_memory", "--tool-arg"]
SEARCH = ["--method", "tools/call", "--tool-name", "search_memories", "--tool-arg"]


@pytest.fixture(params=["http", "stdio"])
def target(request: pytest.FixtureRequest, server: LiveServer) -> list[str]:
    """Return the options by which the inspector reaches the product."""
    if request.param == "http":
        return [server.mcp_url, "--header", f"Authorization: Bearer {server.token}"]
    (server.data_dir / "bridge_token").write_text(server.token)
    settings = environment(server.data_dir)
    port = server.base_url.rsplit(":", 1)[1]
    wanted = {
        "WASURENA_DATA_DIR": settings["WASURENA_DATA_DIR"],
        "WASURENA_PORT": port,
        "PYTHONPATH": settings["PYTHONPATH"],
    }
    given = [part for name, value in wanted.items() for part in ("-e", f"{name}={value}")]
    return [sys.executable, "-m", "memory_site.cli", "mcp", *given]


def inspect(node_modules: Path, target: list[str], era: str, *options: str) -> Any:
    """Run the inspector once and return what it printed."""
    transport = "http" if target[0].startswith("http") else "stdio"
    program = node_modules / "inspector" / "clients" / "launcher" / "build" / "index.js"
    result = subprocess.run(
        [
            NODE,
            str(program),
            "--cli",
            *target,
            "--transport",
            transport,
            "--protocol-era",
            era,
            *options,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_tools_are_listed_and_portable(node_modules: Path, target: list[str], era: str) -> None:
    listed = inspect(node_modules, target, era, "--method", "tools/list", "--strict")
    names = {tool["name"] for tool in listed["tools"]}
    assert names >= {"save_memory", "search_memories", "build_context", "forget"}


def test_a_memory_is_saved_and_found(node_modules: Path, target: list[str], era: str) -> None:
    text = f"検査官が覚えた {era} {target[0][:4]}"
    saved = inspect(node_modules, target, era, *SAVE, f"text={text}")
    assert saved["structuredContent"]["action"] == "created"
    found = inspect(node_modules, target, era, *SEARCH, "query=検査官")
    assert text in [hit["text"] for hit in found["structuredContent"]["results"]]
