"""Fetch the document of an app that describes itself at an address (OAuth client ID metadata)."""

import socket
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from threading import Thread, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.contrib.auth.models import User
from oauth2_provider import cimd
from oauth2_provider.models import Application
from oauth2_provider.settings import oauth2_settings

from .oauth import redirect_problem
from .throttling import admitted_document


class ForPeople(cimd.HostAllowlistCIMDPermission):  # type: ignore[misc]
    """Fetches documents for a person who is asked to allow an app, and for nobody else.

    The library asks this also for whoever sends an address to ``/token``, before any log-in.
    """

    def has_permission(self, request: Any, client_id: str) -> bool:
        """Return whether a person asks, and the host is an allowed one."""
        try:
            return isinstance(request, User) and super().has_permission(request, client_id)
        except ValueError:
            return False


def fetch_description(client_id: str, person: User) -> None:
    """Store what an app says of itself at its address, unless what is stored is fresh.

    Raises:
        TooManyAttempts: the person was asked about too many new apps within a day.
    """
    app = Application.objects.filter(client_id=client_id).first()
    if app is not None:
        cimd.refresh_if_stale(app, request=person)
    elif cimd.is_cimd_client_id(client_id):
        admitted_document(person.username)
        cimd.resolve_cimd_application(client_id, request=person)


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
        document, seconds = self._fetched(urlsplit(client_id))
        if text := redirect_problem(document.get("redirect_uris")):
            raise cimd.CIMDError(text)
        return document, seconds

    def _fetched(self, parsed: SplitResult) -> tuple[dict[str, Any], int]:
        deadline = time.monotonic() + oauth2_settings.CIMD_FETCH_TIMEOUT_SECONDS
        problem: Exception | None = None
        # Connected to the very addresses that were checked: a second look-up may find others.
        for ip in _public_addresses(parsed, oauth2_settings.CIMD_FETCH_TIMEOUT_SECONDS):
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


def _public_addresses(parsed: SplitResult, seconds: float) -> list[str]:
    """Look a host up in a thread of its own: the system's look-up takes no deadline."""
    found: Future[list[str]] = Future()

    def look_up() -> None:
        try:
            found.set_result(cimd._resolve_and_validate(parsed.hostname, parsed.port or 443))
        except Exception as error:
            found.set_exception(error)

    Thread(target=look_up, daemon=True).start()
    try:
        return found.result(seconds)
    except TimeoutError as error:
        raise cimd.CIMDError("looking up the client_id host took too long") from error
    except UnicodeError as error:
        raise cimd.CIMDError("the client_id host is no name") from error


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
