"""Fetch the document of an app that describes itself at an address (OAuth client ID metadata)."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from oauth2_provider import cimd
from oauth2_provider.settings import oauth2_settings


class BoundedFetcher(cimd.SafeMetadataFetcher):  # type: ignore[misc]
    """The library's fetcher, with one deadline for all that it waits for.

    The library gives the time limit to each read, so a server that sends a byte now and then would
    hold a thread for hours.
    """

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        """Return the document and how many seconds it may be kept.

        Raises:
            CIMDError: the address is no public one, or the answer is late, too large or no document.
        """
        cimd._validate_client_id_url(client_id)
        parsed = urlsplit(client_id)
        deadline = time.monotonic() + oauth2_settings.CIMD_FETCH_TIMEOUT_SECONDS
        problem: Exception | None = None
        # Connected to the very addresses that were checked: a second look-up may find others.
        for ip in cimd._resolve_and_validate(parsed.hostname, parsed.port or 443):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            try:
                return self._asked(ip, parsed, left)
            except (OSError, HTTPException) as error:
                problem = error
        raise cimd.CIMDError(f"could not fetch client_id document: {problem or 'too late'}")

    def _asked(self, ip: str, parsed: SplitResult, seconds: float) -> tuple[dict[str, Any], int]:
        with (
            socket.create_connection((ip, parsed.port or 443), seconds) as plain,
            _ended_after(seconds, plain),
            ssl.create_default_context().wrap_socket(
                plain, server_hostname=parsed.hostname
            ) as secured,
        ):
            connection = HTTPConnection(ip)
            connection.sock = secured
            path = parsed.path + (f"?{parsed.query}" if parsed.query else "")
            headers = {"Host": parsed.netloc, "Accept": "application/json, application/*+json"}
            connection.request("GET", path, headers={**headers, "Connection": "close"})
            with connection.getresponse() as response:
                found: tuple[dict[str, Any], int] = self._read_document(response)
        return found


@contextmanager
def _ended_after(seconds: float, connection: socket.socket) -> Iterator[None]:
    """Have a connection end after so long, whatever is waited for: also a handshake or a header."""
    # TLS takes the socket over, and this number of it stays.
    with connection.dup() as same:

        def end() -> None:
            with suppress(OSError):
                same.shutdown(socket.SHUT_RDWR)

        timer = Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
