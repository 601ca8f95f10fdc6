"""Ready configurations that connect an assistant: for the browser and the command line."""

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

NAME = "wasurena"


@dataclass(frozen=True, slots=True)
class Configuration:
    """One client's configuration: what to put where. ``language`` is that of the text."""

    key: str
    title: str
    file_hint: str
    language: str
    text: str


def configurations(base_url: str, token: str) -> list[Configuration]:
    """Return a configuration for each known client."""
    address = f"{base_url.rstrip('/')}/mcp"
    return [
        _claude_desktop(token),
        _claude_code(address, token),
        _cursor(address, token),
        _vs_code(address, token),
    ]


def _claude_desktop(token: str) -> Configuration:
    # Desktop programs start without the shell's search path, so the command is named in full;
    # the bridge finds the server in the data directory.
    environment = {"WASURENA_TOKEN": token}
    if os.environ.get("WASURENA_DATA_DIR"):
        environment["WASURENA_DATA_DIR"] = str(settings.DATA_DIR)
    server: dict[str, object] = {"command": _command(), "args": ["mcp"], "env": environment}
    return Configuration(
        "claude-desktop",
        "Claude Desktop",
        "claude_desktop_config.json",
        "json",
        _json({"mcpServers": {NAME: server}}),
    )


def _command() -> str:
    beside = shutil.which(NAME, path=str(Path(sys.executable).parent))
    return beside or shutil.which(NAME) or NAME


def _claude_code(address: str, token: str) -> Configuration:
    command = (
        f"claude mcp add --transport http --scope user {NAME} {address} \\\n"
        f'  --header "Authorization: Bearer {token}"'
    )
    return Configuration("claude-code", "Claude Code", _("in a terminal"), "shell", command)


def _cursor(address: str, token: str) -> Configuration:
    server = {"url": address, "headers": _headers(token)}
    return Configuration(
        "cursor", "Cursor", "~/.cursor/mcp.json", "json", _json({"mcpServers": {NAME: server}})
    )


def _vs_code(address: str, token: str) -> Configuration:
    server = {"type": "http", "url": address, "headers": _headers(token)}
    return Configuration(
        "vs-code", "VS Code", ".vscode/mcp.json", "json", _json({"servers": {NAME: server}})
    )


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _json(value: object) -> str:
    return json.dumps(value, indent=2)
