"""Ready MCP configurations of the assistants that people use."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

NAME = "wasurena"


@dataclass(frozen=True, slots=True)
class Configuration:
    """One assistant's configuration: where it belongs, its language and its text."""

    title: str
    file_hint: str
    language: str
    text: str


def configurations(base_url: str, token: str) -> list[Configuration]:
    """Return a configuration for each known assistant, with this address and token."""
    url, headers = f"{base_url}/mcp", {"Authorization": f"Bearer {token}"}
    return [
        Configuration(
            "Claude Desktop",
            "claude_desktop_config.json",
            "json",
            _json({"mcpServers": {NAME: bridge()}}),
        ),
        Configuration(
            "Claude Code",
            "terminal",
            "shell",
            f'claude mcp add --transport http {NAME} {url} --header "Authorization: Bearer {token}"',
        ),
        Configuration(
            "Cursor",
            "~/.cursor/mcp.json",
            "json",
            _json({"mcpServers": {NAME: {"url": url, "headers": headers}}}),
        ),
        Configuration(
            "VS Code",
            ".vscode/mcp.json",
            "json",
            _json({"servers": {NAME: {"type": "http", "url": url, "headers": headers}}}),
        ),
    ]


def bridge() -> dict[str, Any]:
    """Return the command of the bridge, for assistants that only start programs.

    It needs no token in the file: the bridge has one of its own in the data directory.
    """
    program = Path(sys.executable).with_name("wasurena")
    start = (
        {"command": str(program), "args": ["mcp"]}
        if program.exists()
        else {"command": sys.executable, "args": ["-m", "memory_site.cli", "mcp"]}
    )
    if "WASURENA_DATA_DIR" in os.environ:
        start["env"] = {"WASURENA_DATA_DIR": str(settings.DATA_DIR)}
    return start


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
