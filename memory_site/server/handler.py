"""Django behind ASGI, each request in one thread from the first middleware to the last.

Django's own handler runs synchronous middleware and views by handing over between threads
at every border. All of ours are synchronous, so there is one border: ours.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from typing import IO, Any

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.urls import set_script_prefix

from .request_threads import request_threads

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class OneThreadHandler(ASGIHandler):
    """Answer whole requests in the threads that ``request_threads`` keeps."""

    def __init__(self) -> None:
        # Not the parent's, which would load the middleware for coroutines.
        self.load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request; what a client that went away no longer reads is finished too."""
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            response = await request_threads.run(self._answer, scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await request_threads.run_at_once(response.close)

    def _answer(self, scope: Mapping[str, Any], body: IO[bytes]) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else refusal
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # Its text is there: the connection need not wait until it is sent.
            response.close()
        return response


def django_application() -> OneThreadHandler:
    """Set Django up, and return its part of the ASGI application."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
