"""Connecting assistants by their files: one entry of ours, all else as it was, and back again."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import ApiToken
from accounts.services.tokens import token_authenticate
from core.caller import Caller
from core.errors import NotAuthenticated
from memory_site.cli.connecting.editing import BrokenFile, entry_in, with_entry
from memory_site.cli.connecting.programs import program_file

from .conftest import Done

Cli = Callable[..., Done]
ENTRY = {"command": "wasurena", "args": ["mcp"], "env": {"WASURENA_TOKEN": 'a"\\b'}}
FILES = {
    "claude-code": ".claude.json",
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "codex": ".codex/config.toml",
    "cursor": ".cursor/mcp.json",
    "gemini": ".gemini/settings.json",
    "vs-code": ".config/Code/User/mcp.json",
}
KEYS = {"codex": "mcp_servers", "vs-code": "servers"}
TOML = '# mine\nmodel = "gpt-5"\n\n[mcp_servers.other]\ncommand = "x"\n\n# last\n[tui]\ntheme = "dark"\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def servers(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    whole = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    found = [whole[key] for key in ("mcpServers", "mcp_servers", "servers") if key in whole]
    return dict(found[0]) if found else {}


def secret_in(entry: dict[str, Any]) -> str:
    headers = entry.get("headers") or entry.get("http_headers") or {}
    header = str(headers.get("Authorization", ""))
    return header.removeprefix("Bearer ") or str(entry["env"]["WASURENA_TOKEN"])


@pytest.mark.parametrize("client", FILES)
def test_each_program_is_connected_and_taken_back(
    cli: Cli, owner: Caller, home: Path, client: str
) -> None:
    path = home / FILES[client]
    done = cli("connect", client, "--write", "--user", "alice")
    assert done.returncode == 0 and str(path) in done.stdout
    assert path.stat().st_mode & 0o077 == 0
    secret = secret_in(servers(path)["wasurena"])
    assert token_authenticate(secret).user.username == "alice"
    before, count = path.read_bytes(), ApiToken.objects.count()
    assert "already" in cli("connect", client, "--write", "--user", "alice").stdout
    assert path.read_bytes() == before and ApiToken.objects.count() == count
    assert cli("connect", client, "--undo").returncode == 0
    assert not path.exists()
    with pytest.raises(NotAuthenticated):
        token_authenticate(secret)
    assert "nothing of Wasurena" in cli("connect", client, "--undo").stdout


@pytest.mark.parametrize("client", FILES)
def test_what_is_in_the_file_stays(cli: Cli, owner: Caller, home: Path, client: str) -> None:
    path = home / FILES[client]
    path.parent.mkdir(parents=True, exist_ok=True)
    own = {"テーマ": "暗い", KEYS.get(client, "mcpServers"): {"other": {"command": "x"}}}
    text = TOML if client == "codex" else json.dumps(own, indent=4, ensure_ascii=False) + "\n"
    path.write_text(text, "utf-8")
    path.chmod(0o644)
    done = cli("connect", client, "--write", "--user", "alice")
    copy = path.with_name(f"{path.name}.before-wasurena")
    assert str(copy) in done.stderr and copy.read_text("utf-8") == text
    assert servers(path).keys() == {"other", "wasurena"}
    assert path.stat().st_mode & 0o777 == 0o644
    if client != "codex":
        changed = path.read_text("utf-8").replace("暗い", "明るい")
        path.write_text(changed, "utf-8")
    cli("connect", client, "--undo")
    assert path.read_text("utf-8") == text.replace("暗い", "明るい") and not copy.exists()


def test_an_entry_of_before_comes_back(cli: Cli, owner: Caller, home: Path) -> None:
    path = home / FILES["gemini"]
    path.parent.mkdir()
    mine = {"mcpServers": {"wasurena": {"command": "my-own"}}}
    path.write_text(json.dumps(mine))
    cli("connect", "gemini", "--write", "--user", "alice")
    assert servers(path)["wasurena"]["args"] == ["mcp"]
    cli("connect", "gemini", "--undo")
    assert json.loads(path.read_text()) == mine


def test_a_dry_run_shows_the_lines_and_writes_nothing(cli: Cli, owner: Caller, home: Path) -> None:
    path = home / FILES["codex"]
    path.parent.mkdir()
    path.write_text(TOML)
    shown = cli("connect", "codex", "--dry-run", "--user", "alice").stdout
    assert "+[mcp_servers.wasurena]" in shown and "Bearer wsr_…" in shown
    assert path.read_text() == TOML and not ApiToken.objects.exists()
    cli("connect", "codex", "--write", "--user", "alice")
    assert "Nothing would change" in cli("connect", "codex", "--dry-run", "--user", "alice").stdout
    other = cli("connect", "codex", "--dry-run", "--token", "wsr_other", "--user", "alice").stdout
    assert "wsr_…" in other and "wsr_other" not in other


@pytest.mark.parametrize(
    ("client", "content"),
    [
        ("gemini", b'{"mcpServers": {}, // note\n}'), ("cursor", b'{"a": 1, "a": 2}'),
        ("vs-code", b'{"servers": []}'), ("claude-code", b"[1]"), ("claude-desktop", b"\xff\xfe{}"),
        ("codex", b"model = "), ("codex", b"mcp_servers = {other = {command = 'x'}}\n"),
        ("codex", b"mcp_servers = 5\n"), ("gemini", b"[" * 100_000),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_and_nothing_changes(
    cli: Cli, owner: Caller, home: Path, client: str, content: bytes
) -> None:
    path = home / FILES[client]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    for way in ("--write", "--dry-run"):
        done = cli("connect", client, way, "--user", "alice")
        assert done.returncode == 2 and str(path) in done.stderr
    assert path.read_bytes() == content and list(path.parent.glob("*wasurena")) == []
    assert not ApiToken.objects.exists()


def test_a_folder_in_the_way(cli: Cli, owner: Caller, home: Path) -> None:
    (home / FILES["cursor"]).mkdir(parents=True)
    done = cli("connect", "cursor", "--write", "--user", "alice")
    assert done.returncode == 2 and "mcp.json" in done.stderr and not ApiToken.objects.exists()


def test_a_linked_file_stays_a_link(cli: Cli, owner: Caller, home: Path) -> None:
    (home / "dotfiles").mkdir()
    (home / "dotfiles" / "mcp.json").write_text("{}")
    (home / ".cursor").mkdir()
    path = home / FILES["cursor"]
    path.symlink_to(home / "dotfiles" / "mcp.json")
    cli("connect", "cursor", "--write", "--user", "alice")
    assert path.is_symlink() and "wasurena" in servers(home / "dotfiles" / "mcp.json")


def test_one_way_at_a_time(cli: Cli, owner: Caller, home: Path) -> None:
    with pytest.raises(SystemExit):
        cli("connect", "cursor", "--write", "--undo")
    assert not (home / ".cursor").exists()


@pytest.mark.parametrize(
    ("platform", "path"),
    [("darwin", "Library/Application Support/Claude"), ("win32", "AppData/Roaming/Claude"),
     ("linux", ".config/Claude")],
)  # fmt: skip
def test_where_desktop_programs_look(platform: str, path: str) -> None:
    found = program_file("claude-desktop", Path("/home/a"), {}, platform)
    assert found.path == Path("/home/a") / path / "claude_desktop_config.json"
    elsewhere = program_file("codex", Path("/home/a"), {"CODEX_HOME": "/c"}, platform)
    assert elsewhere.path == Path("/c/config.toml")


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True).filter(
    lambda name: name != "wasurena"
)
TABLES = st.dictionaries(NAMES, st.dictionaries(NAMES, st.text(max_size=8), max_size=3), max_size=4)


@given(TABLES)
def test_toml_is_the_same_after_undo(tables: dict[str, dict[str, str]]) -> None:
    text = "".join(
        f"# about {name}\n[{'mcp_servers.' if at % 2 else ''}{name}]\n"
        + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
        for at, (name, values) in enumerate(tables.items())
    )
    try:
        before = tomllib.loads(text)
        written = with_entry(text, "mcp_servers", "wasurena", ENTRY, is_toml=True)
    except (tomllib.TOMLDecodeError, BrokenFile):
        return
    assert entry_in(written, "mcp_servers", "wasurena", is_toml=True) == ENTRY
    back = with_entry(written, "mcp_servers", "wasurena", None, is_toml=True)
    assert back == text and tomllib.loads(back) == before


@given(TABLES, st.sampled_from([2, 4, "\t"]))
def test_json_is_the_same_after_undo(tables: dict[str, dict[str, str]], indent: Any) -> None:
    whole = {"mcpServers": {"other": {"command": "x"}}, **tables}
    text = json.dumps(whole, indent=indent, ensure_ascii=False) + "\n"
    written = with_entry(text, "mcpServers", "wasurena", ENTRY, is_toml=False)
    assert entry_in(written, "mcpServers", "wasurena", is_toml=False) == ENTRY
    assert with_entry(written, "mcpServers", "wasurena", None, is_toml=False) == text
