"""The worker that runs beside the server, forked or started anew, and started again when it dies."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType

from core.db.storage.watch import storage_watch
from core.jobs.worker import worker_watch
from core.template import NotForked, Template

logger = logging.getLogger(__name__)
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A worker that ran this long was healthy: its end resets the pauses.
HEALTHY_SECONDS = 60.0
STOP_SECONDS = 10.0
# A worker that hangs as long as this is ended, and starts again.
HUNG_SECONDS = 120.0
LOOK_SECONDS = 10.0
COMMAND = ("worker", "--supervised")
# What a fork does, given the file of its standard input.
Work = Callable[[int], object]


class WorkerSupervisor:
    """Runs ``wasurena worker`` and starts it again when it dies.

    The worker leads a process group of its own, so that a Ctrl-C reaches the server
    alone and whatever a killed worker leaves behind can be ended. It holds our
    pipe as standard input, and stops when that closes: even a killed server
    leaves no worker behind.

    Args:
        template: forks the worker, and ends with it; without one it is started anew.
        work: what a fork does.
    """

    def __init__(self, template: Template | None, work: Work) -> None:
        self._template = template
        self._work = work
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._process: _Forked | _Spawned | None = None
        self._thread = threading.Thread(target=self._keep_running, name="supervisor", daemon=True)

    def __enter__(self) -> "WorkerSupervisor":
        self._thread.start()
        threading.Thread(target=self._end_hung, name="watch", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        process = self.begin_to_stop()
        self._thread.join(STOP_SECONDS)
        if process is not None:
            process.kill_group()
        if self._template is not None:
            self._template.end()

    def begin_to_stop(self) -> "_Forked | _Spawned | None":
        """Ask the worker to end, and return its process; the end of the block waits for it."""
        with self._lock:
            is_asked = self._stopping.is_set()
            self._stopping.set()
            process = self._process
        if process is not None and not is_asked:
            process.terminate()
        return process

    def _keep_running(self) -> None:
        pause = FIRST_PAUSE
        while process := self._start():
            started = time.monotonic()
            code = process.wait()
            if self._stopping.is_set():
                return
            process.kill_group()
            pause = FIRST_PAUSE if time.monotonic() - started > HEALTHY_SECONDS else pause
            ended = "the worker ended" if code is None else f"the worker ended with {code}"
            logger.warning("%s and starts again in %.1f s", ended, pause)
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _end_hung(self) -> None:
        """End a worker that gives no sign of life; on a full disk none can be seen."""
        while not self._stopping.wait(LOOK_SECONDS):
            silence = worker_watch.look()
            if silence < HUNG_SECONDS or storage_watch.current():
                continue
            worker_watch.begin_anew()
            with self._lock:
                process = self._process
            if process is not None:
                logger.error("the worker has given no sign of life for %.0f s", silence)
                process.kill_group()

    def _start(self) -> "_Forked | _Spawned | None":
        with self._lock:
            self._process = None if self._stopping.is_set() else self._worker()
            return self._process

    def _worker(self) -> "_Forked | _Spawned":
        if self._template is not None:
            try:
                return _Forked(self._template, self._work)
            except NotForked:
                logger.warning("no process can be forked; the worker is started anew")
        return _Spawned()


class _Spawned:
    """A worker with an interpreter of its own."""

    def __init__(self) -> None:
        # What the server does beside its requests, the worker does at once.
        environment = {**os.environ, "WASURENA_BACKGROUND": "inline"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "memory_site.cli", *COMMAND],
            stdin=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )

    def wait(self) -> int | None:
        """Wait for the end, and return the exit code."""
        return self._process.wait()

    def terminate(self) -> None:
        """Ask the worker to end."""
        self._process.terminate()

    def kill_group(self) -> None:
        """Kill what is left of it: its processes outlive a killed parent."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if hasattr(os, "killpg"):
            _kill_group(self._process.pid)
        elif self._process.poll() is None:
            self._process.kill()
        self._process.wait()


class _Forked:
    """A worker that shares what it has loaded with the server."""

    def __init__(self, template: Template, work: Work) -> None:
        theirs, self._input = os.pipe()
        try:
            self._process = template.fork(work, files=[theirs], name="wasurena-worker")
        except NotForked:
            os.close(self._input)
            raise
        finally:
            os.close(theirs)

    def wait(self) -> int | None:
        """Wait for the end; the exit code is not known."""
        self._process.wait()
        return None

    def terminate(self) -> None:
        """Ask the worker to end."""
        self._process.terminate()

    def kill_group(self) -> None:
        """Kill what is left of it: its processes outlive a killed parent."""
        _kill_group(self._process.pid)
        self._process.wait(STOP_SECONDS)


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
