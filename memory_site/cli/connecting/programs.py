"""Where each assistant keeps its MCP servers, and in which form."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """The file of one program, and the key of its servers.

    ``is_toml``: TOML instead of JSON.
    """

    path: Path
    servers: str
    is_toml: bool = False


def program_file(
    client: str, home: Path, environment: Mapping[str, str], platform: str = sys.platform
) -> ProgramFile:
    """Return the file in which a program looks for MCP servers of this person."""
    places = {
        "claude-code": (_in(environment, "CLAUDE_CONFIG_DIR", home) / ".claude.json"),
        "claude-desktop": _programs(home, environment, platform)
        / "Claude"
        / "claude_desktop_config.json",
        "codex": _in(environment, "CODEX_HOME", home / ".codex") / "config.toml",
        "cursor": home / ".cursor" / "mcp.json",
        "gemini": home / ".gemini" / "settings.json",
        "vs-code": _programs(home, environment, platform) / "Code" / "User" / "mcp.json",
    }
    keys = {"codex": "mcp_servers", "vs-code": "servers"}
    return ProgramFile(places[client], keys.get(client, "mcpServers"), is_toml=client == "codex")


def _in(environment: Mapping[str, str], name: str, otherwise: Path) -> Path:
    given = environment.get(name, "")
    return Path(given) if given else otherwise


def _programs(home: Path, environment: Mapping[str, str], platform: str) -> Path:
    """Return the folder in which desktop programs keep their settings."""
    if platform == "darwin":
        return home / "Library" / "Application Support"
    if platform == "win32":
        return _in(environment, "APPDATA", home / "AppData" / "Roaming")
    return _in(environment, "XDG_CONFIG_HOME", home / ".config")
