"""The ASGI server on its socket."""

import atexit
import errno
import ipaddress
import logging
import os
import signal
import socket
import sys
import warnings
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import uvicorn
from django.conf import settings

from core.allocation import uncollected
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed

GRACE_SECONDS = 2
logger = logging.getLogger(__name__)


class AnnouncingServer(uvicorn.Server):
    """Tells when it is ready for the first request, and when it begins to stop."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        await super().startup(sockets=sockets)
        if not self.should_exit:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell, then wait for the requests under way."""
        self._on_stop()
        await super().shutdown(sockets=sockets)


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


def serve(
    listener: socket.socket, *, on_ready: Callable[[], None], on_stop: Callable[[], object]
) -> None:
    """Serve until a signal says stop.

    Raises:
        CommandFailed: the application did not start.
    """
    with uncollected():
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
    server = AnnouncingServer(config, on_ready, on_stop)
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


def leave() -> NoReturn:
    """End the process at once, after what is registered for its end.

    Python would wait for requests that are still at work, whose clients have left; and a thread that
    loads a model meanwhile would abort the process. What is not committed leaves nothing behind.
    """
    from memory_site.server import request_threads

    if running := request_threads.running:
        logger.warning("%d requests were still at work at the end", running)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
