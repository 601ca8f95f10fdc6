"""Keep the worker running beside the server, and leave no process behind."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from types import TracebackType

logger = logging.getLogger(__name__)
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A worker that ran this long was healthy: its end starts the pauses anew.
HEALTHY_SECONDS = 60.0
STOP_SECONDS = 10.0


class WorkerSupervisor:
    """Runs ``wasurena worker`` as a child and starts it again when it dies.

    The child leads a process group of its own, so that a Ctrl-C reaches the server
    alone and whatever a killed worker leaves behind can be ended. It holds our
    pipe as standard input, and stops when that closes: even a killed server
    leaves no worker behind.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep_running, name="supervisor", daemon=True)

    def __enter__(self) -> "WorkerSupervisor":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._lock:
            self._stopping.set()
            process = self._process
        if process is not None:
            process.terminate()
        self._thread.join(STOP_SECONDS)
        if process is not None:
            _kill_group(process)

    def _keep_running(self) -> None:
        pause = FIRST_PAUSE
        while process := self._start():
            started = time.monotonic()
            code = process.wait()
            if self._stopping.is_set():
                return
            _kill_group(process)
            pause = FIRST_PAUSE if time.monotonic() - started > HEALTHY_SECONDS else pause
            logger.warning("the worker ended (%s) and starts again in %.1f s", code, pause)
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            self._process = None if self._stopping.is_set() else _spawn()
            return self._process


def _spawn() -> "subprocess.Popen[bytes]":
    # What the server does beside its requests, the worker does at once.
    environment = {**os.environ, "WASURENA_BACKGROUND": "inline"}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "memory_site.cli", "worker", "--supervised"],
        stdin=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """End what is left of a worker: the cluster's own processes outlive a killed parent."""
    if process.stdin is not None:
        process.stdin.close()
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()
