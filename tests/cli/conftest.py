"""The command line as a person runs it: real processes, real data directories."""

import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.utils import translation

from memory_site.cli import main
from tests.prepared import ROOT, made_once, migrated_directory

# A machine that is busy with other work.
START_SECONDS = 240.0
Done = subprocess.CompletedProcess[str]


def environment(data_dir: Path) -> dict[str, str]:
    """Return a bare environment: nothing of the developer's settings leaks in."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "HOME": str(data_dir.parent),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "WASURENA_DATA_DIR": str(data_dir),
        "COLUMNS": "160",
    }


@dataclass
class Wasurena:
    """One data directory and the commands that work on it."""

    data_dir: Path
    extra: dict[str, str] = field(default_factory=dict)

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of ``wasurena ARGUMENTS``."""
        return [sys.executable, "-P", "-m", "memory_site.cli", *arguments]

    def __call__(self, *arguments: str, text: str | None = None) -> Done:
        """Run a command to its end."""
        return subprocess.run(
            self.command(*arguments),
            input=text,
            capture_output=True,
            text=True,
            timeout=180,
            env={**environment(self.data_dir), **self.extra},
        )

    def ok(self, *arguments: str, text: str | None = None) -> str:
        """Run a command that has to succeed; return its standard output."""
        done = self(*arguments, text=text)
        assert done.returncode == 0, done.stderr
        return done.stdout


@dataclass
class Server:
    """A running ``wasurena up``."""

    process: "subprocess.Popen[str]"
    url: str
    log: Path

    @property
    def output(self) -> str:
        """Return what it has printed so far."""
        return self.log.read_text("utf-8")

    def status_of(self, path: str, token: str = "") -> int:
        """Return the HTTP status of a GET."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as response:
            return int(response.status)

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal and wait for the end; return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(20)


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], object], seconds: float = START_SECONDS) -> None:
    """Wait for ``condition`` to become true; fail at the time limit."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def answers(url: str) -> bool:
    """Tell whether a page can be fetched."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def descendants(pid: int) -> list[int]:
    """Return the processes below ``pid``, however deep."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (parent := _parent(entry)):
            parents.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def _parent(process: Path) -> int | None:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError):
        return None


def is_running(pid: int) -> bool:
    """Tell whether a process is there and not merely waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def cli(
    db: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Done]]:
    """Run commands in this process on the test database: as real, and quicker."""
    before, umask = dict(os.environ), os.umask(0o077)
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str, text: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(arguments)
        return Done(list(arguments), code, *capsys.readouterr())

    yield run
    os.umask(umask)
    os.environ.clear()
    os.environ.update(before)
    translation.deactivate()


@pytest.fixture
def empty(tmp_path: Path) -> Wasurena:
    """A data directory that does not exist yet."""
    return Wasurena(tmp_path / "data")


@pytest.fixture(scope="session")
def prepared() -> Path:
    """A migrated data directory with the people alice and bob, to be copied."""

    def make(directory: Path) -> None:
        shutil.copytree(migrated_directory(), directory)
        template = Wasurena(directory)
        template.ok("user", "create", "alice", "--password", "correct horse")
        template.ok("user", "create", "bob")

    return made_once("alice and bob", make)


@pytest.fixture
def nobody(tmp_path: Path) -> Wasurena:
    """A migrated data directory that no server has run on: a first start, and quicker."""
    shutil.copytree(migrated_directory(), tmp_path / "data")
    return Wasurena(tmp_path / "data")


@pytest.fixture
def wasurena(prepared: Path, tmp_path: Path) -> Wasurena:
    """A data directory of one's own with the people alice and bob."""
    shutil.copytree(prepared, tmp_path / "data")
    return Wasurena(tmp_path / "data")


@pytest.fixture
def start_up(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers; whatever still runs at the end is stopped."""
    servers: list[Server] = []

    def start(wasurena: Wasurena, *options: str) -> Server:
        port = free_port()
        log = tmp_path / f"up-{len(servers)}.log"
        with log.open("w") as handle:
            process = subprocess.Popen(
                wasurena.command("up", "--port", str(port), *options),
                stdin=subprocess.DEVNULL,
                stdout=handle,
                stderr=subprocess.STDOUT,
                text=True,
                env={**environment(wasurena.data_dir), **wasurena.extra},
            )
        server = Server(process, f"http://127.0.0.1:{port}", log)
        servers.append(server)
        wait_until(lambda: process.poll() is not None or answers(server.url))
        assert process.poll() is None, server.output
        return server

    yield start
    for server in servers:
        server.stop(signal.SIGTERM)
