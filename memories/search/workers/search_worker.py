"""A process for searches, as the one that started it sees it."""

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
    """The process has ended, or cannot answer this."""


class SearchWorker:
    """A process of our own; one thread at a time may use it."""

    def __init__(self) -> None:
        # A fork would take along locks that other threads hold.
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
        """Whether it still runs; after ten minutes without work it does not."""
        return self._process.is_alive()

    def run(self, work: Callable[..., R], *args: Any) -> R:
        """Have the process call ``work``, a function of a module, and return what it returns.

        Raises:
            Gone: it has ended, or ``work`` raised there.
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
        # Too late for this question, and its answer would be taken for that of the next.
        self.end()
        raise WorkerUnavailable

    def end(self) -> None:
        """Stop the process."""
        self._process.terminate()


def serve(line: Connection, idle_seconds: float) -> None:
    """Answer each ``(function, arguments, language)`` with its result until nobody asks any more.

    What fails is answered with None: the asker does it again, and raises what there is to raise.
    """
    # Ctrl-C goes to the whole group: the parent decides, and its end closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _set_up()
    try:
        line.send(READY)
        while line.poll(idle_seconds):
            work, arguments, language = line.recv()
            try:
                answer = _done(work, arguments, language)
            except Exception:
                logger.debug("a search failed in process %s", os.getpid(), exc_info=True)
                answer = None
            line.send(answer)
    except (EOFError, OSError):
        return


def _done(work: Callable[..., object], arguments: Sequence[object], language: str) -> object:
    # Notes of a search are in the asker's language.
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
    # What the start leaves is never garbage.
    gc.collect()
    gc.freeze()
