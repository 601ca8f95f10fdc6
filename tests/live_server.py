"""A real server for tests: uvicorn in a process of its own, on a data directory of its own."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.prepared import ROOT, environment, made_once, migrated_directory, run_code

# A machine that is busy with other work is slow.
START_SECONDS = 240

PREPARE = """
import django
django.setup()
from accounts.services.tokens import token_create
from accounts.services.users import user_create
for name in ("alice", "bob"):
    user_create(
        name=name, password="correct horse", time_zone="Asia/Tokyo", is_owner=name == "alice"
    )
    print(token_create(user_name=name, name="test")[1])
print(token_create(user_name="alice", name="reader", scopes=["read"])[1])
"""


@dataclass(frozen=True, slots=True)
class LiveServer:
    """Where the server is, and whose tokens it knows."""

    base_url: str
    data_dir: Path
    token: str
    other_token: str
    read_token: str

    @property
    def mcp_url(self) -> str:
        """The MCP address."""
        return f"{self.base_url}/mcp"

    def client(self, token: str | None = None, **options: object) -> httpx.Client:
        """Return an HTTP client that carries alice's token, or the one given."""
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return httpx.Client(
            base_url=self.base_url, headers=headers, timeout=START_SECONDS, **options
        )


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(application: str, data_dir: Path, **extra: str) -> Iterator[str]:
    """Run ``application`` under uvicorn and yield its address; stop it afterwards."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        application,
        "--port",
        str(port),
        "--log-level",
        "warning",
        # As `wasurena up` runs it: the application decides which proxies it believes.
        "--no-proxy-headers",
    ]
    with (data_dir / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(data_dir) | extra,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(port, process, data_dir / "server.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=START_SECONDS)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text('utf-8')[-4000:]}")


def prepared_directory() -> tuple[Path, str]:
    """Return a data directory with an empty database and two people, and the tokens."""

    def make(directory: Path) -> None:
        shutil.copytree(migrated_directory(), directory)
        (directory.parent / "tokens").write_text(run_code(PREPARE, directory))

    made = made_once("people", make)
    return made, (made.parent / "tokens").read_text()


@contextmanager
def live_server(
    data_dir: Path,
    *,
    background: str = "inline",
    application: str = "memory_site.asgi:application",
    **settings: str,
) -> Iterator[LiveServer]:
    """Migrate an empty database, make alice and bob, and serve the product.

    ``background="thread"`` is how people run it; inline, a test finds at once what it saved.
    """
    prepared, printed = prepared_directory()
    shutil.copytree(prepared, data_dir, dirs_exist_ok=True)
    token, other_token, read_token = printed.split()
    extra = {"WASURENA_BACKGROUND": background, **settings}
    with serving(application, data_dir, **extra) as base_url:
        yield LiveServer(base_url, data_dir, token, other_token, read_token)
