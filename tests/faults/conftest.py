"""Real servers with their workers, on disks of their own, and what was acknowledged to a client."""

import os
import random
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import Server, Wasurena, answers, environment, free_port, wait_until
from tests.live_server import prepared_directory

# A kill at random is repeated with the seed that a failure names.
SEED = int(os.environ.get("WASURENA_FAULT_SEED") or random.SystemRandom().randrange(10**6))
QUIET = {"WASURENA_BACKUP_DAILY": "false", "WASURENA_EXTRACTION": "off"}
Start = Callable[..., Server]
# Other tests may use the same processors.
PATIENCE_SECONDS = 240
THINGS = (
    "parcel",
    "umbrella",
    "violin",
    "invoice",
    "passport",
    "cake",
    "bicycle",
    "kitten",
    "ladder",
)
PLACES = (
    "at the station", "in the garden", "with the neighbor", "on the roof", "beside the lake",
    "in the office", "under the bed", "at the dentist", "on the ferry", "in the library",
)  # fmt: skip
MCP_HEADERS = {"Accept": "application/json, text/event-stream"}


@dataclass
class Client:
    """Saves over REST and MCP, and remembers what was acknowledged: a word and the public id."""

    url: str
    token: str
    acknowledged: dict[str, str] = field(default_factory=dict)

    @property
    def http(self) -> httpx.Client:
        """Return a client for one request: the server may have been killed since the last."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=20)

    def save(self, word: str, more: str = "") -> httpx.Response:
        """Save a text over REST."""
        body = {"text": text_of(word) + more, "external_id": word, "pack": "lifelog"}
        with self.http as http:
            answer = http.post("/api/memories/", json=body)
        if answer.status_code in (200, 201):
            self.acknowledged[word] = answer.json()["id"]
        return answer

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call an MCP tool; return its result."""
        body = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": body}
        with self.http as http:
            answer = http.post("/mcp", json=message, headers=MCP_HEADERS)
        answer.raise_for_status()
        result: dict[str, Any] = answer.json()["result"]
        return result

    def save_by_mcp(self, word: str, more: str = "") -> dict[str, Any]:
        """Save a text over MCP."""
        result = self.call(
            "save_memory", text=text_of(word) + more, external_id=word, pack="lifelog"
        )
        if not result.get("isError"):
            self.acknowledged[word] = word
        return result

    def health(self) -> httpx.Response:
        """Ask for the health."""
        with self.http as http:
            return http.get("/health")

    def found(self, query: str, mode: str) -> list[str]:
        """Return the external ids that a search finds."""
        body = {"query": query, "mode": mode, "limit": 50}
        with self.http as http:
            answer = http.post("/api/memories/search/", json=body)
        assert answer.status_code == 200, answer.text
        return [hit["memory"]["external_id"] for hit in answer.json()["results"]]


def text_of(word: str) -> str:
    """Return a text that no other save has, about one of many things."""
    number = zlib.crc32(word.encode())
    thing, place = THINGS[number % len(THINGS)], PLACES[number // 64 % len(PLACES)]
    return f"The {thing} {word} was left {place}."


class Patient(Wasurena):
    """A data directory whose commands may take long."""

    def __call__(
        self, *arguments: str, text: str | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command to its end."""
        return subprocess.run(
            self.command(*arguments),
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            env={**environment(self.data_dir), **self.extra},
        )


def prepare(directory: Path) -> str:
    """Copy a migrated data directory with the person alice; return a token of hers."""
    made, printed = prepared_directory()
    shutil.copytree(made, directory)
    return printed.split()[0]


_started: list[Server] = []


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """End the servers of a test that failed."""
    yield
    for server in _started:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait(20)
    _started.clear()


def start(wasurena: Wasurena, log: Path, *, port: int | None = None) -> Server:
    """Start a server with its worker; its output goes to ``log``."""
    port = port or free_port()
    with log.open("a") as handle:
        process = subprocess.Popen(
            wasurena.command("up", "--no-banner", "--port", str(port)),
            stdin=subprocess.DEVNULL,
            stdout=handle,
            stderr=subprocess.STDOUT,
            text=True,
            env={**environment(wasurena.data_dir), **wasurena.extra},
        )
    server = Server(process, f"http://127.0.0.1:{port}", log)
    _started.append(server)
    wait_until(lambda: process.poll() is not None or answers(server.url), PATIENCE_SECONDS)
    assert process.poll() is None, server.output
    return server


@contextmanager
def small_disk(path: Path, *, size: str) -> Iterator[Path]:
    """Mount a small disk in memory; skips the test where that is not allowed."""
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)]
    mounted = subprocess.run(command, capture_output=True, text=True) if os.geteuid() == 0 else None
    if mounted is None or mounted.returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=False)


def fill_up(disk: Path) -> Path:
    """Write a file until the disk is full; return it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as out, suppress(OSError):
        while True:
            out.write(b"\0" * 4096)
    return filler


def require_sound(wasurena: Wasurena) -> None:
    """Assert that file, index, jobs and journal are in order; no server may run."""
    done = wasurena("doctor", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
