"""Run background work in one thread or at once, and count the requests that it yields to."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import close_old_connections, transaction

from core.db.storage.watch import storage_watch

# The file's time is set at most this often.
MARKED_EVERY_SECONDS = 0.2
# What is over by then, is seen by the page that asked for it.
BEGUN_SECONDS = 0.5
# Seconds between attempts while the disk is full or gone.
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0

_lock = threading.Lock()
_running = 0
_marked_at = float("-inf")
logger = logging.getLogger(__name__)


@contextmanager
def track_request() -> Iterator[None]:
    """Count a request until the end of the block."""
    _change(1)
    try:
        yield
    finally:
        _change(-1)


def _change(by: int) -> None:
    global _running, _marked_at
    with _lock:
        _running += by
        now = time.monotonic()
        if now - _marked_at < MARKED_EVERY_SECONDS:
            return
        _marked_at = now
    with suppress(OSError):
        file = Path(settings.LOAD_FILE)
        # Not its parents: a data directory that was moved away is not made again.
        file.parent.mkdir(exist_ok=True)
        file.touch()


def is_busy(*, within: float) -> bool:
    """Return whether any process serves a request, or did so in the last seconds."""
    if _running > 0:
        return True
    try:
        marked_at = Path(settings.LOAD_FILE).stat().st_mtime
    except OSError:
        return False
    # A clock that was ahead may have left a time in the future.
    return abs(time.time() - marked_at) < within


def is_crowded() -> bool:
    """Return whether this process serves several requests at this moment."""
    return _running > 1


Work = Callable[[], object]

_registered: dict[str, Work] = {}
_paused: set[str] = set()


@dataclass(frozen=True, slots=True)
class _Scheduled:
    """Work, and its latest start on the monotonic clock."""

    work: Work
    due: float


class Runner:
    """Runs each kind of work at most once at a time; calls during a run schedule another run."""

    def __init__(self) -> None:
        self._scheduled: dict[str, _Scheduled] = {}
        self._pause = FIRST_PAUSE
        self._rests_until = float("-inf")
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    def schedule(self, name: str, work: Work, *, within: float = 0.0) -> None:
        """Start ``work`` within some seconds; calls before the start add nothing."""
        due = max(time.monotonic() + within, self._rests_until)
        with self._condition:
            if name in self._scheduled and self._scheduled[name].due <= due:
                return
            self._scheduled[name] = _Scheduled(work, due)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
            self._condition.notify()

    def _run(self) -> None:
        while True:
            name, work = self._next()
            if storage_watch.note(run(name, work)):
                self._rest()
                self.schedule(name, work)
            else:
                self._pause = FIRST_PAUSE

    def _rest(self) -> None:
        """Start nothing for a while, each time twice as long: the disk refuses what is written."""
        with self._condition:
            self._rests_until = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            for name, waiting in self._scheduled.items():
                due = max(waiting.due, self._rests_until)
                self._scheduled[name] = _Scheduled(waiting.work, due)

    def _next(self) -> tuple[str, Work]:
        """Wait until work is due, and return it."""
        with self._condition:
            while True:
                name = min(
                    self._scheduled, key=lambda name: self._scheduled[name].due, default=None
                )
                if name is None:
                    self._condition.wait()
                elif (early := self._scheduled[name].due - time.monotonic()) > 0:
                    self._condition.wait(early)
                else:
                    return name, self._scheduled.pop(name).work


_runner = Runner()


def run(name: str, work: Work) -> Exception | None:
    """Run ``work``; a failure is logged and returned, and its jobs stay for the next run."""
    try:
        work()
    except Exception as error:
        logger.exception("background work “%s” failed and will be tried again", name)
        return error
    finally:
        if settings.BACKGROUND_MODE == "thread":
            close_old_connections()
    return None


def register(name: str, work: Work) -> None:
    """Name the work that `wake` starts, so that code that enqueues jobs need not import the worker."""
    _registered[name] = work


def wake(name: str) -> None:
    """Start registered work once the current transaction is committed."""
    transaction.on_commit(partial(_start, name, _registered[name]))


def _start(name: str, work: Work) -> None:
    if name not in _paused:
        run_within(name, work, seconds=0.0)


@contextmanager
def paused(*names: str) -> Iterator[None]:
    """Do not start these kinds of work until the end of the block.

    For commands, which are alone in their process: the pause holds for every thread.
    """
    _paused.update(names)
    try:
        yield
    finally:
        _paused.difference_update(names)


def run_within(name: str, work: Work, *, seconds: float) -> None:
    """Run ``work`` within some seconds in the background thread; without a thread, now."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule(name, work, within=seconds)
    else:
        run(name, work)


def run_in_thread(name: str, work: Work) -> None:
    """Run ``work`` in the background thread; without a thread, do nothing."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule(name, work)


def run_beside(name: str, work: Work) -> None:
    """Run ``work`` in a thread of its own, for what takes minutes; without threads, now.

    Return when it is over, or has run for half a second.
    """
    if settings.BACKGROUND_MODE != "thread":
        run(name, work)
        return
    begun = threading.Thread(target=run, args=(name, work), name=name, daemon=True)
    begun.start()
    begun.join(BEGUN_SECONDS)
