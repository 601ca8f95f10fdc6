"""Run searches in this process or, while it is busy, in worker processes."""

import gc
import itertools
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, PriorityQueue
from typing import Any, TypeVar

import django
from django.conf import settings
from django.db import connection
from django.utils.translation import get_language, override

from core.allocation import free_regularly, give_back, limit_arenas
from core.template import Copy, NotForked, Template

logger = logging.getLogger(__name__)

R = TypeVar("R")

IDLE_SECONDS = 600.0
START_SECONDS = 120.0
ANSWER_SECONDS = 30.0
READY = "ready"
IN_PROCESS = 0
# So many waits within so many seconds start a process.
WAITS_TO_START = 20
WITHIN_SECONDS = 5.0


class WorkerUnavailable(Exception):
    """The worker process has ended or cannot answer."""


class SearchWorker:
    """A worker process; only one thread at a time may use it."""

    def __init__(self, template: Template | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = _forked(template, theirs) or _started(theirs)
        theirs.close()
        if self._answer(START_SECONDS) != READY:
            raise WorkerUnavailable

    @property
    def is_alive(self) -> bool:
        """Whether the process runs; it ends after ten minutes without work."""
        return self._process.is_alive()

    def run(self, work: Callable[..., R], *args: Any) -> R:
        """Call ``work``, a module-level function, in the process and return its result.

        Raises:
            Gone: the process has ended, or ``work`` raised an error in it.
        """
        try:
            self._line.send((work, args, get_language()))
        except OSError as error:
            raise WorkerUnavailable from error
        answer: R | None = self._answer(ANSWER_SECONDS)
        if answer is None:
            raise WorkerUnavailable
        return answer

    def _answer(self, within: float) -> Any:
        try:
            if self._line.poll(within):
                return self._line.recv()
        except (EOFError, OSError) as error:
            raise WorkerUnavailable from error
        # A late answer would be taken for the answer of the next search.
        self.end()
        raise WorkerUnavailable

    def end(self) -> None:
        """Stop the process."""
        self._process.terminate()


def _forked(template: Template | None, line: Connection) -> Copy | None:
    if template is None:
        return None
    try:
        return template.fork(_serve_file, files=[line.fileno()], name="wasurena-search")
    except NotForked:
        logger.warning("no process can be forked; one for searches is started anew")
        return None


def _started(line: Connection) -> BaseProcess:
    # A fork of this process would copy locks that other threads hold.
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(line, IDLE_SECONDS), name="search", daemon=True
    )
    process.start()
    return process


def _serve_file(number: int) -> None:
    serve(Connection(number), IDLE_SECONDS)


def serve(line: Connection, idle_seconds: float) -> None:
    """Answer each ``(function, arguments, language)`` with the result, until no more arrive.

    An error is answered with None: the parent repeats the call and raises the error itself.
    """
    # Ctrl-C reaches the whole process group; the worker ends when the parent closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_arenas()
    _set_up()
    try:
        line.send(READY)
        while line.poll(idle_seconds):
            work, arguments, language = line.recv()
            try:
                answer = _call(work, arguments, language)
            except Exception:
                logger.debug("a search failed in process %s", os.getpid(), exc_info=True)
                answer = None
            line.send(answer)
    except (EOFError, OSError):
        return


def _call(work: Callable[..., object], arguments: Sequence[object], language: str) -> object:
    # Notes of a search are in the caller's language.
    with override(language):
        return work(*arguments)


def _set_up() -> None:
    django.setup()
    # Django must be set up before modules with models can be imported; those of a search are
    # imported before the first one waits for them.
    import memories.search.candidates.collect
    import memories.search.explain.hits  # noqa: F401
    from memories.index import query_vectors
    from nlp.answers.question import load_patterns

    query_vectors.warm()
    load_patterns()
    query_vectors.warm_spaces()
    # Objects created at the start live as long as the process.
    gc.collect()
    gc.freeze()
    give_back()
    free_regularly()


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
        self.template: Template | None = None

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
            self._workers[number] = SearchWorker(self.template)
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
