"""Work that nobody waits for: after commit, beside the caller, or at once.

In the server (``BACKGROUND_MODE = "thread"``) one thread does it, so that work
that piles up is done in one go. In commands and tests it runs inline, after
the commit, so that nothing is left when the process ends.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import close_old_connections, transaction

logger = logging.getLogger(__name__)


Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Work to do, and when it has to start at the latest (on the monotonic clock)."""

    work: Work
    due: float


class Runner:
    """Runs each kind of work at most once at a time; calls while it runs make it run again."""

    def __init__(self) -> None:
        self._wanted: dict[str, _Wanted] = {}
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    def want(self, name: str, work: Work, *, within: float = 0.0) -> None:
        """Have ``work`` begun within some seconds; asking again before it starts adds nothing."""
        due = time.monotonic() + within
        with self._condition:
            if name in self._wanted and self._wanted[name].due <= due:
                return
            self._wanted[name] = _Wanted(work, due)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
            self._condition.notify()

    def _run(self) -> None:
        while True:
            done(*self._next())

    def _next(self) -> tuple[str, Work]:
        """Wait until something is due, and return it."""
        with self._condition:
            while True:
                name = min(self._wanted, key=lambda name: self._wanted[name].due, default=None)
                if name is None:
                    self._condition.wait()
                elif (early := self._wanted[name].due - time.monotonic()) > 0:
                    self._condition.wait(early)
                else:
                    return name, self._wanted.pop(name).work


def done(name: str, work: Work) -> None:
    """Do ``work``; a failure is logged, since the outbox it works on is still there."""
    try:
        work()
    except Exception:
        logger.exception("background work “%s” failed and will be tried again", name)
    finally:
        if settings.BACKGROUND_MODE == "thread":
            close_old_connections()


_runner = Runner()
_held: set[str] = set()


@contextmanager
def held(name: str) -> Iterator[None]:
    """Leave out one kind of work until the end of the block, for whoever does all of it then.

    For commands, which are alone in their process: it holds for every thread.
    """
    _held.add(name)
    try:
        yield
    finally:
        _held.discard(name)


def after_commit(name: str, work: Work) -> None:
    """Do ``work`` once the current transaction is committed."""
    transaction.on_commit(partial(soon, name, work))


def soon(name: str, work: Work) -> None:
    """Do ``work`` now (inline mode), or in the background thread."""
    if name in _held:
        return
    if settings.BACKGROUND_MODE == "thread":
        _runner.want(name, work)
    else:
        done(name, work)


def later(name: str, work: Work, *, within: float) -> None:
    """Do ``work`` within some seconds in the background thread; where there is none, now."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.want(name, work, within=within)
    else:
        done(name, work)


def beside(name: str, work: Work) -> None:
    """Do ``work`` in the background thread, or not at all where there is none."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.want(name, work)
