"""Run the product as people do: `wasurena up` in its own processes, with their CPU and memory use."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 300.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.02
HOST = "127.0.0.1"
KILOBYTE = 1024


class NotStarted(Exception):
    """The server did not start; the text is its output."""


@dataclass(frozen=True, slots=True)
class BenchServer:
    """A running server; ``started_in`` seconds passed from its start to its first answer."""

    port: int
    pid: int
    data_dir: Path
    started_in: float

    @property
    def mcp_url(self) -> str:
        """The MCP address."""
        return f"http://{HOST}:{self.port}/mcp"

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the server and its children, so far.

        None if the system tells nothing.
        """
        told = [_stat(pid) for pid in (self.pid, *_descendants(self.pid))]
        ticks = [int(fields[11]) + int(fields[12]) for fields in told if fields]
        return sum(ticks) / os.sysconf("SC_CLK_TCK") if ticks else None

    def own_memory(self) -> int | None:
        """Return the bytes of memory that are the server's own; None if the system tells nothing.

        Pages of files that it has mapped are not among them: the system takes them
        back when it needs them.
        """
        return _memory(self.pid, "RssAnon")

    def resident(self) -> int | None:
        """Return the bytes of memory of the server with the files that it has mapped."""
        return _memory(self.pid, "VmRSS")

    def together(self) -> int | None:
        """Return the bytes of memory of the server and all processes that it has started.

        A page that several share counts once; None if the system tells nothing.
        """
        return self._sum("Pss:")

    def anonymous(self) -> int | None:
        """Return what all processes hold together that is no page of a file.

        Pages of files can be dropped, and count less where processes of others read them too.
        """
        return self._sum("Pss_Anon:")

    def _sum(self, field: str) -> int | None:
        pids = (self.pid, *_descendants(self.pid))
        return sum(_memory(pid, field, "smaps_rollup") or 0 for pid in pids) or None

    def held(self) -> tuple[int, int]:
        """Return the open descriptors and the threads of the server and all it has started."""
        descriptors = threads = 0
        for pid in (self.pid, *_descendants(self.pid)):
            # A process may end meanwhile.
            with suppress(OSError):
                descriptors += len(os.listdir(f"/proc/{pid}/fd"))
                threads += len(os.listdir(f"/proc/{pid}/task"))
        return descriptors, threads

    def log(self) -> int:
        """Return the bytes of the write-ahead log."""
        path = self.data_dir / "wasurena.sqlite3-wal"
        return path.stat().st_size if path.exists() else 0

    def disk(self) -> int:
        """Return the bytes of the database with its write-ahead log."""
        files = self.data_dir.glob("wasurena.sqlite3*")
        return sum(file.stat().st_size for file in files)


@contextmanager
def served(data_dir: Path, port: int) -> Iterator[BenchServer]:
    """Start the product on a data directory, and stop it at the end.

    Raises:
        NotStarted: it ended, or said nothing for five minutes.
    """
    port = port or _free_port()
    log = data_dir / "server.log"
    started = time.perf_counter()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command(data_dir, "up", "--no-banner", "--port", str(port)),
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(port, process, log)
            yield BenchServer(port, process.pid, data_dir, time.perf_counter() - started)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def command(data_dir: Path, *arguments: str) -> list[str]:
    """Return the command line of ``wasurena ARGUMENTS`` on a data directory."""
    interpreter = [sys.executable, "-P", "-m", "memory_site.cli"]
    return [*interpreter, "--data-dir", str(data_dir), *arguments]


def _environment() -> dict[str, str]:
    # The server works in the background as it always does, and not as this process.
    ours = {"WASURENA_BACKGROUND", "WASURENA_EXTRACTION"}
    return {name: value for name, value in os.environ.items() if name not in ours}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if _answers(port):
            return
        time.sleep(POLL_SECONDS)
    raise NotStarted(log.read_text("utf-8", "replace")[-2_000:])


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _stat(pid: int) -> list[str] | None:
    """Return the fields of a process from its state on, as Linux tells them."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def _memory(pid: int, what: str, file: str = "status") -> int | None:
    try:
        status = Path(f"/proc/{pid}/{file}").read_text()
    except OSError:
        return None
    sizes = [line.split()[1] for line in status.splitlines() if line.startswith(what)]
    return int(sizes[0]) * KILOBYTE if sizes else None


def _descendants(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        if fields := _stat(int(entry.name)):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found
