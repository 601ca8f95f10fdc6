"""The ASGI application behind ``/mcp``: check host, origin and token, then run the SDK's session manager."""

import contextlib
import io
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext_lazy as _
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from accounts.authentication import bearer_secret
from accounts.models import ApiToken
from accounts.throttling import admitted_token
from core.errors import Forbidden, InsufficientScope, NotAuthenticated, WasurenaError
from core.interfaces.api.errors import as_wasurena_error, error_headers, problem_document
from memory_site.server import request_threads

from .compatibility import django_request_ctx
from .protocol.plain_errors import with_plain_errors
from .protocol.scopes import is_beyond_scopes

logger = logging.getLogger(__name__)
# 1,000 memories of several thousand characters each.
MAX_BODY = 32 * 1024 * 1024
INVALID_TOKEN = frozenset({"invalid_token", "wrong_audience"})
Authenticate = Callable[[HTTPConnection], Any]


class WrongHost(WasurenaError):
    """The request was meant for another server."""

    status = 421
    code = "wrong_host"
    title = _("This server does not answer to that name.")


class WrongOrigin(Forbidden):
    """A web page that is not trusted sent the request."""

    code = "wrong_origin"
    title = _("Pages of that origin may not use this server.")


def check_origin(headers: Mapping[str, str]) -> None:
    """Refuse requests to another host or from a foreign web page.

    Raises:
        WrongHost: Host is none of ALLOWED_HOSTS.
        WrongOrigin: Origin is there, and neither loopback nor in ALLOWED_ORIGINS.
    """
    host = headers.get("host", "")
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        raise WrongHost("add it to WASURENA_ALLOWED_HOSTS if it is yours", field="Host")
    origin = headers.get("origin")
    if origin is not None and not _is_trusted(origin):
        raise WrongOrigin("add it to WASURENA_ALLOWED_ORIGINS if it is yours", field="Origin")


def _is_trusted(origin: str) -> bool:
    if origin in settings.ALLOWED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.hostname in ("localhost", "127.0.0.1", "::1")


class McpEndpoint:
    """Serve one MCP server over streamable HTTP, inside the lifespan of the process.

    Stateless with plain JSON answers is what the product runs: every request
    stands for itself, so any number of assistants and restarts are fine.
    """

    def __init__(
        self,
        server: Callable[[], Server[Any]],
        *,
        authenticate: Authenticate | None = None,
        stateless: bool = True,
        **manager_options: Any,
    ) -> None:
        self._server = server
        self._authenticate = authenticate or token_of
        self._stateless = stateless
        self._options = {"json_response": stateless, **manager_options}
        self._manager: StreamableHTTPSessionManager | None = None

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Any = None) -> AsyncIterator[None]:
        """Run the session manager from the start of the process to its end."""
        server = await sync_to_async(self._server)()
        self._manager = StreamableHTTPSessionManager(
            server, stateless=self._stateless, max_request_body_size=MAX_BODY, **self._options
        )
        async with self._manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        connection, send = HTTPConnection(scope), _without_storing(with_plain_errors(send))
        try:
            check_origin(connection.headers)
            token = await request_threads.run_at_once(self._authenticated, connection)
        except Exception as raised:
            error = as_wasurena_error(raised)
            if error is None:
                raise
            await _refusal(error, connection)(scope, receive, send)
            return
        if self._stateless and scope["method"] != "POST":
            # Without sessions there is no stream to open or end: a GET would wait for ever.
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        messages = await _read_ahead(receive)
        if messages is None:
            logger.debug("a client went away before its request was whole")
            return
        if is_beyond_scopes(token, messages):
            error = InsufficientScope("connect again and allow writing", field="token")
            await _refusal(error, connection)(scope, receive, send)
            return

        async def again() -> Message:
            return messages.popleft() if messages else await receive()

        await self._serve(token, scope, again, send)

    def _authenticated(self, connection: HTTPConnection) -> Any:
        try:
            return self._authenticate(connection)
        finally:
            close_old_connections()

    async def _serve(self, token: Any, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, with what toolsets read as ``self.request`` in its context."""
        if self._manager is None:
            raise RuntimeError("the server was started without its lifespan")
        request = ASGIRequest(scope, io.BytesIO())
        request.auth = token  # type: ignore[attr-defined]
        if isinstance(token, ApiToken):
            request.user = token.user
        mark = django_request_ctx.set(request)
        try:
            await self._manager.handle_request(scope, receive, send)
        finally:
            django_request_ctx.reset(mark)


def token_of(connection: HTTPConnection) -> ApiToken:
    """Return the token that a request carries.

    Raises:
        NotAuthenticated: there is none, or it is unknown, revoked or expired.
        TooManyAttempts: too many wrong ones came from this address.
    """
    secret = bearer_secret(connection.headers.get("authorization", ""))
    if secret is None:
        raise NotAuthenticated("send “Authorization: Bearer <token>”", field="Authorization")
    address = connection.client.host if connection.client else ""
    return admitted_token(secret, address, resource=f"{_origin(connection)}/mcp")


def _origin(connection: HTTPConnection) -> str:
    return f"{connection.scope['scheme']}://{connection.headers.get('host', '')}"


def _without_storing(send: Send) -> Send:
    """Say with every answer that nobody may keep it: it is one person's."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
        await send(message)

    return sent


async def _read_ahead(receive: Receive) -> deque[Message] | None:
    """Read the body, and return its messages; None if the client went away meanwhile.

    The SDK would log that as an error. More than it accepts is left for it to refuse.
    """
    messages: deque[Message] = deque()
    length, is_whole = 0, False
    while not is_whole and length <= MAX_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        messages.append(message)
        length += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
    return messages


def _refusal(error: WasurenaError, connection: HTTPConnection) -> JSONResponse:
    headers = error_headers(error, challenge=_challenge(error, connection))
    return JSONResponse(problem_document(error), status_code=error.status, headers=headers)


def _challenge(error: WasurenaError, connection: HTTPConnection) -> str:
    """Return what to do for a token: OAuth clients read where the log-in is described."""
    if not settings.OAUTH:
        return 'Bearer realm="wasurena"'
    described = f"{_origin(connection)}/.well-known/oauth-protected-resource/mcp"
    parts = ['realm="wasurena"', f'resource_metadata="{described}"', 'scope="read write"']
    if isinstance(error, InsufficientScope):
        parts.append(f'error="{error.code}"')
    elif any(problem.code in INVALID_TOKEN for problem in error.problems):
        parts.append('error="invalid_token"')
    return f"Bearer {', '.join(parts)}"
