"""A worker process for searches: the parent's handle, and the loop of the worker."""

import gc
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import django
from django.utils.translation import get_language, override

logger = logging.getLogger(__name__)

R = TypeVar("R")

IDLE_SECONDS = 600.0
START_SECONDS = 120.0
ANSWER_SECONDS = 30.0
READY = "ready"


class WorkerUnavailable(Exception):
    """The worker process has ended or cannot answer."""


class SearchWorker:
    """A worker process; only one thread at a time may use it."""

    def __init__(self) -> None:
        # A fork would copy locks that other threads hold.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, IDLE_SECONDS), name="search", daemon=True
        )
        self._process.start()
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


def serve(line: Connection, idle_seconds: float) -> None:
    """Answer each ``(function, arguments, language)`` with the result, until no more arrive.

    An error is answered with None: the parent repeats the call and raises the error itself.
    """
    # Ctrl-C reaches the whole process group; the worker ends when the parent closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
    # Django must be set up before modules with models can be imported.
    from memories.index.embeddings import embedder_for
    from memories.index.tables.vector_tables import active_model
    from memories.index.warming import warm_spaces

    if model := active_model():
        embedder_for(model.name).query("")
    warm_spaces()
    # Objects created at the start live as long as the process.
    gc.collect()
    gc.freeze()
