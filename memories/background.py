"""Work that nobody waits for: after commit, beside the caller, or at once.

In the server (``BACKGROUND_MODE = "thread"``) one thread does it, so that work
that piles up is done in one go. In commands and tests it runs inline, after
the commit, so that nothing is left when the process ends.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.db import close_old_connections, transaction

logger = logging.getLogger(__name__)


class Runner:
    """Runs each kind of work at most once at a time; calls while it runs make it run again."""

    def __init__(self) -> None:
        self._wanted: dict[str, Callable[[], object]] = {}
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    def want(self, name: str, work: Callable[[], object]) -> None:
        """Have ``work`` done soon; asking again before it starts changes nothing."""
        with self._condition:
            self._wanted[name] = work
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._wanted:
                    self._condition.wait()
                name, work = next(iter(self._wanted.items()))
                del self._wanted[name]
            done(name, work)


def done(name: str, work: Callable[[], object]) -> None:
    """Do ``work``; a failure is logged, since the outbox it works on is still there."""
    try:
        work()
    except Exception:
        logger.exception("background work “%s” failed and will be tried again", name)
    finally:
        if settings.BACKGROUND_MODE == "thread":
            close_old_connections()


_runner = Runner()


def after_commit(name: str, work: Callable[[], object]) -> None:
    """Do ``work`` once the current transaction is committed."""
    transaction.on_commit(partial(soon, name, work))


def soon(name: str, work: Callable[[], object]) -> None:
    """Do ``work`` now (inline mode), or in the background thread."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.want(name, work)
    else:
        done(name, work)


def beside(name: str, work: Callable[[], object]) -> None:
    """Do ``work`` in the background thread, or not at all where there is none."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.want(name, work)
