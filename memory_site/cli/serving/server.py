"""The ASGI server on its socket, and the worker that runs beside it."""

import contextlib
import errno
import ipaddress
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from types import FrameType, TracebackType

import uvicorn
from django.conf import settings

from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed

GRACE_SECONDS = 3
logger = logging.getLogger(__name__)
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A worker that ran this long was healthy: its end resets the pauses.
HEALTHY_SECONDS = 60.0
STOP_SECONDS = 10.0


class AnnouncingServer(uvicorn.Server):
    """Tells when it is ready for the first request."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        await super().startup(sockets=sockets)
        if not self.should_exit:
            self._on_ready()


def listening_socket(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done.

    Raises:
        CommandFailed: it is taken, or may not be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY: otherwise every answer on a connection
    # that is kept open waits 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise CommandFailed(_reason(error, host, port)) from error
    return listener


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return _("port {port} is in use; choose another one with --port").format(port=port)
    return _("cannot listen on {host}:{port}: {reason}").format(
        host=host, port=port, reason=error.strerror
    )


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach ``host``."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def leave_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into the interrupt that Ctrl-C is, so that everything unwinds."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, interrupt)


def serve(listener: socket.socket, *, on_ready: Callable[[], None]) -> None:
    """Serve until a signal says stop.

    Raises:
        CommandFailed: the application did not start.
    """
    from memory_site.asgi import application

    config = uvicorn.Config(
        application,
        ssl_certfile=settings.CERTIFICATE or None,
        ssl_keyfile=settings.CERTIFICATE_KEY or None,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # Which proxies are believed is a setting, applied in the application.
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = AnnouncingServer(config, on_ready)
    # WhiteNoise streams files synchronously; they are small, and nobody can act on the warning.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        return
    except SystemExit:
        pass  # What went wrong is logged; whether it had started decides.
    if not server.started:
        raise CommandFailed(_("the server could not start; the log above says why"))


def leave_requests() -> None:
    """End the process if a request is still at work: Python would wait until its thread ends.

    Its client has left, and a transaction that is not committed leaves nothing behind.
    """
    from memory_site.server import request_threads

    if running := request_threads.running:
        logger.warning("%d requests were still at work at the end", running)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


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
    """Kill the remaining processes of a worker: they outlive a killed parent."""
    if process.stdin is not None:
        process.stdin.close()
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()
