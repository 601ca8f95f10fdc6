"""A process for searches, as the one that started it sees it."""

import multiprocessing
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import get_language

from .child import READY, serve

R = TypeVar("R")

IDLE_SECONDS = 600.0
START_SECONDS = 120.0
ANSWER_SECONDS = 30.0


class Gone(Exception):
    """The process has ended, or cannot answer this."""


class Beside:
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
            raise Gone

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
            raise Gone from error
        answer: R | None = self._answer(ANSWER_SECONDS)
        if answer is None:
            raise Gone
        return answer

    def _answer(self, within: float) -> Any:
        try:
            if self._line.poll(within):
                return self._line.recv()
        except (EOFError, OSError) as error:
            raise Gone from error
        # Too late for this question, and its answer would be taken for that of the next.
        self.end()
        raise Gone

    def end(self) -> None:
        """Stop the process."""
        self._process.terminate()
