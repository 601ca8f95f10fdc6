"""The threads that answer requests: kept for the next one, and few of them busy at a time.

One interpreter lock serves all threads. More of them than processors do not answer more;
they take the lock from each other, at half the throughput. So requests take turns, first
come first served; one that takes long, as a large import does, holds up nobody for long.
"""

import asyncio
import contextvars
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

MOST_THREADS = 64
# One more than processors: a search that another process does leaves its thread idle here.
AT_ONCE = min(4, os.cpu_count() or 1) + 1
# Several times what a search takes.
PATIENCE_SECONDS = 0.1


class RequestThreads:
    """A pool of threads with turns."""

    def __init__(self, *, at_once: int = AT_ONCE, patience: float = PATIENCE_SECONDS) -> None:
        self._executor = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="request")
        self._at_once = at_once
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turns = asyncio.Semaphore(at_once)

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
        return loop.run_in_executor(self._executor, lambda: context.run(work, *args, **kwargs))

    def _turns_of(self, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
        # A semaphore belongs to the loop that first waited for it.
        if self._loop is not loop:
            self._loop, self._turns = loop, asyncio.Semaphore(self._at_once)
        return self._turns


request_threads = RequestThreads()
