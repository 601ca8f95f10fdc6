"""The assistants: how each is installed, told of Wasurena, and asked one question."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.live_server import LiveServer
from tests.prepared import environment
from tests.slow.node_tools import NODE, NPM

from .anthropic_api import Messages
from .gemini_api import GenerateContent
from .model_api import ModelApi
from .openai_api import Responses

QUESTION = "When is my dentist's appointment?"
VERSIONS = json.loads(Path(__file__).with_name("package.json").read_text("utf-8"))["dependencies"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wasurena-client-tests"
INSTALL_SECONDS = 600
RUN_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Run:
    """Where one run happens: an own home, the memory, the stub of the model, the program."""

    home: Path
    server: LiveServer
    model_url: str
    program: Path

    def environment(self, **settings: str) -> dict[str, str]:
        """Return a bare environment, whose only ways out are the server and the stub."""
        return {
            "HOME": str(self.home),
            "PATH": os.pathsep.join([str(self.home / "bin"), str(Path(NODE).parent), os.defpath]),
            "LANG": "C.UTF-8",
            "HTTP_PROXY": self.model_url,
            "HTTPS_PROXY": self.model_url,
            "NO_PROXY": "127.0.0.1,localhost",
            "PYTHONPATH": environment(self.home)["PYTHONPATH"],
            **settings,
        }

    def execute(self, command: list[str], settings: dict[str, str]) -> str:
        """Run ``command`` to its end in an empty folder and return what it printed."""
        folder = self.home / "work"
        folder.mkdir(exist_ok=True)
        done = subprocess.run(
            command,
            cwd=folder,
            env=settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
        )
        assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    def connect(self, client: str, *options: str) -> str:
        """Run ``wasurena connect`` in the home of this run, and return what it prints."""
        port = self.server.base_url.rsplit(":", 1)[1]
        command = [sys.executable, "-m", "memory_site.cli", "connect", client, "--user", "alice"]
        settings = environment(self.server.data_dir)
        settings |= {"WASURENA_PORT": port, "HOME": str(self.home)}
        return self.execute([*command, "--token", self.server.token, *options], settings)


@dataclass(frozen=True, slots=True)
class Program:
    """One assistant: its npm package, the file that starts it, its API, and how to ask it."""

    package: str
    entry: str
    api: ModelApi
    ask: Callable[[Run], str]
    # Whether the model gets structured content or the text of a result.
    reads_structure: bool

    def install(self) -> Path:
        """Return the program, installed once per version; skip the test where npm cannot."""
        version = VERSIONS[self.package]
        folder = CACHE / f"{self.package.replace('/', '-').lstrip('@')}-{version}"
        started = folder / "node_modules" / self.package / self.entry
        if not (folder / "installed").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            (folder / "package.json").write_text("{}")
            options = [
                "install",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "--fetch-retries=1",
            ]
            _npm(folder, [*options, f"{self.package}@{version}"])
            (folder / "installed").touch()
        return started


def _npm(folder: Path, options: list[str]) -> None:
    done = subprocess.run(
        [*NPM, *options], cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS
    )
    if done.returncode:
        code = next((line for line in done.stderr.splitlines() if "error code" in line), "")
        pytest.skip(
            f"npm could not install {options[-1]}: {code.rpartition(' ')[2] or 'no reason'}"
        )


def _ask_claude_code(run: Run) -> str:
    """Run the printed command, then ask."""
    settings = run.environment(
        ANTHROPIC_BASE_URL=run.model_url,
        ANTHROPIC_API_KEY="dummy",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
        DISABLE_AUTOUPDATER="1",
    )
    started = run.home / "bin" / "claude"
    started.parent.mkdir()
    started.write_text(f'#!/bin/sh\nexec {shlex.join([NODE, str(run.program)])} "$@"\n')
    started.chmod(0o755)
    run.execute(["sh", "-c", run.connect("claude-code")], settings)
    return run.execute(
        ["sh", "-c", shlex.join(["claude", "-p", QUESTION, "--allowedTools", "mcp__wasurena"])],
        settings,
    )


CODEX_CONFIGURATION = """
model = "gpt-5"
model_provider = "stub"
check_for_update_on_startup = false
analytics.enabled = false

# Each of these asks hosts outside for what it shows.
[features]
apps = false
plugins = false

[model_providers.stub]
name = "stub"
base_url = "{model_url}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
"""


def _ask_codex(run: Run) -> str:
    """Have the server, by HTTP, written into the file that is there, then ask."""
    file = run.home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(CODEX_CONFIGURATION.format(model_url=run.model_url))
    run.connect("codex", "--write")
    settings = run.environment(STUB_KEY="dummy")
    command = [NODE, str(run.program), "exec", "--skip-git-repo-check", QUESTION]
    return run.execute(command, settings)


def _ask_gemini_cli(run: Run) -> str:
    """Have the server, by the stdio bridge, written into the file that is there, then ask."""
    quiet = {
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False},
        "security": {"auth": {"selectedType": "gemini-api-key"}},
    }
    file = run.home / ".gemini" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(quiet))
    run.connect("gemini", "--write")
    written = json.loads(file.read_text())
    # The bridge of this checkout, wherever the command comes from.
    bridge = written["mcpServers"]["wasurena"]["env"]
    bridge["PYTHONPATH"] = environment(run.home)["PYTHONPATH"]
    file.write_text(json.dumps(written))
    settings = run.environment(
        GEMINI_API_KEY="dummy",
        GOOGLE_GEMINI_BASE_URL=run.model_url,
        GEMINI_CLI_TRUST_WORKSPACE="true",
    )
    # A named model: choosing one is a question of its own.
    options = ["--model", "gemini-2.5-flash", "--approval-mode", "yolo", "--prompt", QUESTION]
    return run.execute([NODE, str(run.program), *options], settings)


CLAUDE_CODE = Program(
    "@anthropic-ai/claude-code", "cli-wrapper.cjs", Messages(), _ask_claude_code, True
)
CODEX = Program("@openai/codex", "bin/codex.js", Responses(), _ask_codex, True)
GEMINI_CLI = Program(
    "@google/gemini-cli", "bundle/gemini.js", GenerateContent(), _ask_gemini_cli, False
)
