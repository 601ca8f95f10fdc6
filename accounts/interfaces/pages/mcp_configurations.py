"""Configurations that connect an assistant, for the browser and the command line."""

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

NAME = "wasurena"
DEFAULT_PORT = 8377


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of one client; ``language`` is the syntax of its text."""

    key: str
    title: str
    file_hint: str
    language: str
    text: str


def configurations(base_url: str, token: str) -> list[Configuration]:
    """Return a configuration for each known client."""
    address = f"{base_url.rstrip('/')}/mcp"
    return [
        _claude_desktop(base_url, token),
        _claude_code(address, token),
        _cursor(address, token),
        _vs_code(address, token),
    ]


def _claude_desktop(base_url: str, token: str) -> Configuration:
    # Desktop programs start without the shell's search path, so the command has a full path. The
    # bridge finds the server of the data directory, or starts one.
    environment = {"WASURENA_TOKEN": token, **_nonstandard_settings(base_url)}
    server: dict[str, object] = {"command": command_path(), "args": ["mcp"], "env": environment}
    return Configuration(
        "claude-desktop",
        "Claude Desktop",
        "claude_desktop_config.json",
        "json",
        _json({"mcpServers": {NAME: server}}),
    )


def _nonstandard_settings(base_url: str) -> dict[str, str]:
    found = {}
    if os.environ.get("WASURENA_DATA_DIR"):
        found["WASURENA_DATA_DIR"] = str(settings.DATA_DIR)
    address = urlsplit(base_url)
    if address.hostname in ("127.0.0.1", "localhost") and address.port not in (None, DEFAULT_PORT):
        found["WASURENA_PORT"] = str(address.port)
    return found


def command_path() -> str:
    """Return the path of the command ``wasurena`` of this installation."""
    own = shutil.which(NAME, path=str(Path(sys.executable).parent))
    return own or shutil.which(NAME) or NAME


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
