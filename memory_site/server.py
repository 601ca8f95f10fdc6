"""Django behind ASGI, each request in one thread, and Python set for a server."""

import asyncio
import contextvars
import gc
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import IO, Any, ParamSpec, TypeVar

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.urls import set_script_prefix

from core.allocation import FREE_SECONDS, free_regularly, give_back
from nlp.trained import held

P = ParamSpec("P")
R = TypeVar("R")

MOST_THREADS = 64
# One more than processors: a search that another process does leaves its thread idle here.
AT_ONCE = min(4, os.cpu_count() or 1) + 1
# Several times what a search takes.
PATIENCE_SECONDS = 0.1
# Nearly everything is freed by its reference count; what is left can wait longer.
THRESHOLDS = (5_000, 20, 100)
# A search lets go of the interpreter some thirty times, for SQL and arrays, and would wait up to
# 5 ms for each turn while another thread computes.
TURN_SECONDS = 0.0005


class RequestThreads:
    """A pool of threads with turns."""

    def __init__(self, *, at_once: int = AT_ONCE, patience: float = PATIENCE_SECONDS) -> None:
        self._executor = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="request")
        self._at_once = at_once
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turns = asyncio.Semaphore(at_once)
        self._lock = threading.Lock()
        self._running = 0

    @property
    def running(self) -> int:
        """How many threads are at work, also for clients that have left."""
        return self._running

    async def run(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Wait for a turn, and return what ``work`` returns in a thread."""
        async with self._turns_of(asyncio.get_running_loop()):
            answer = self._started(work, *args, **kwargs)
            await asyncio.wait([answer], timeout=self._patience)
        return await answer

    async def run_at_once(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what ``work`` returns in a thread: for what takes no time, without a turn."""
        return await self._started(work, *args, **kwargs)

    def _started(
        self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs
    ) -> asyncio.Future[R]:
        # In a copy of the context: what a request activates (language, time zone) ends with it.
        context = contextvars.copy_context()
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(
            self._executor, lambda: context.run(self._counted, work, *args, **kwargs)
        )

    def _counted(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            self._running += 1
        try:
            return work(*args, **kwargs)
        finally:
            with self._lock:
                self._running -= 1

    def _turns_of(self, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
        # A semaphore belongs to the loop that first waited for it.
        if self._loop is not loop:
            self._loop, self._turns = loop, asyncio.Semaphore(self._at_once)
        return self._turns


request_threads = RequestThreads()


def settle() -> None:
    """Leave what exists out of all further collections and freed memory to the system, collect less often."""
    gc.collect()
    gc.freeze()
    give_back()
    free_regularly(first=partial(held.forget_unused, FREE_SECONDS))
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(TURN_SECONDS)


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
