"""A pool of search workers: this process, and further processes that start under load.

Because of the interpreter lock, concurrent searches in one process share one processor. If
searches keep waiting, another process is started. It reads the same database, and ends after
ten minutes without work (docs/decisions/0010-search-processes.md).
"""

import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import Empty, PriorityQueue
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection

from .search_worker import SearchWorker, WorkerUnavailable

logger = logging.getLogger(__name__)

R = TypeVar("R")

IN_PROCESS = 0
# So many waits within so many seconds start a process.
WAITS_TO_START = 20
WITHIN_SECONDS = 5.0


class WorkerPool:
    """Runs each search in a free process: this one if possible, otherwise a worker."""

    def __init__(self) -> None:
        self._free: PriorityQueue[int] = PriorityQueue()
        self._free.put(IN_PROCESS)
        self._workers: dict[int, SearchWorker] = {}
        self._numbers = itertools.count(IN_PROCESS + 1)
        self._waits: deque[float] = deque(maxlen=WAITS_TO_START)
        self._starting = threading.Lock()
        self.searches_in_workers = 0

    @property
    def processes(self) -> int:
        """The number of running worker processes."""
        return sum(process.is_alive for process in list(self._workers.values()))

    def run(self, work: Callable[..., R], *args: Any) -> R:
        """Return ``work(*args)``; arguments and result must be picklable."""
        if not settings.SEARCH_PROCESSES or connection.in_atomic_block:
            return work(*args)
        number = self._taken()
        try:
            return self._run_in(number, work, *args)
        finally:
            if number == IN_PROCESS or number in self._workers:
                self._free.put(number)

    def _taken(self) -> int:
        try:
            return self._free.get_nowait()
        except Empty:
            self._note_wait()
            return self._free.get()

    def _run_in(self, number: int, work: Callable[..., R], *args: Any) -> R:
        if number == IN_PROCESS:
            return work(*args)
        try:
            found = self._workers[number].run(work, *args)
        except WorkerUnavailable:
            if not self._workers[number].is_alive:
                del self._workers[number]
            return work(*args)
        self.searches_in_workers += 1
        return found

    def _note_wait(self) -> None:
        now = time.monotonic()
        self._waits.append(now)
        often = len(self._waits) == WAITS_TO_START and now - self._waits[0] < WITHIN_SECONDS
        if (
            often
            and len(self._workers) < settings.SEARCH_PROCESSES
            and self._starting.acquire(blocking=False)
        ):
            threading.Thread(target=self._start, name="search-start", daemon=True).start()

    def _start(self) -> None:
        try:
            number = next(self._numbers)
            self._workers[number] = SearchWorker()
            self._free.put(number)
        except (WorkerUnavailable, OSError):
            logger.warning("no process for searches could be started", exc_info=True)
        finally:
            self._waits.clear()
            self._starting.release()

    def end(self) -> None:
        """Stop all worker processes."""
        for process in list(self._workers.values()):
            process.end()


search_workers = WorkerPool()
