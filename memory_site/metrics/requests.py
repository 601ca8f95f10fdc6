"""Count the requests of this process, and the seconds that they took, by interface and status."""

import time
from collections.abc import Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Seconds; a search is to be answered in 0.025 to 0.08.
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
INTERFACES: Mapping[str, str] = {
    "mcp": "mcp",
    "api": "rest",
    "admin": "admin",
    "static": "static",
    "health": "health",
    "metrics": "metrics",
    "cli": "cli",
    ".well-known": "oauth",
    "authorize": "oauth",
    "token": "oauth",
    "revoke": "oauth",
    "register": "oauth",
}
# A request that ended without an answer.
ABORTED = "aborted"

registry = CollectorRegistry()
seconds = Histogram(
    "wasurena_request_seconds",
    "Seconds until the whole answer was sent, by interface and status",
    ("interface", "status"),
    buckets=BOUNDS,
    registry=registry,
)


class CountRequests:
    """ASGI middleware that measures every request. Addresses are no labels: they hold ids."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and count it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, begun = ABORTED, time.perf_counter()

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = f"{message['status'] // 100}xx"
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        finally:
            labels = (interface_of(scope), status)
            seconds.labels(*labels).observe(time.perf_counter() - begun)


def interface_of(scope: Mapping[str, Any]) -> str:
    """Return which interface a request is for: everything else is a page."""
    first = str(scope.get("path", "")).lstrip("/").partition("/")[0]
    return INTERFACES.get(first, "pages")
