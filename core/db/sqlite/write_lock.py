"""The lock for writes: a FIFO queue in each process, and how long each transaction held it."""

from __future__ import annotations

import json
import logging
import os
import threading
import time
import traceback
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

logger = logging.getLogger(__name__)

# Upper bounds in seconds; longer transactions are in one more bucket.
BOUNDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
# Other writers wait for this long: a longer transaction is a bug.
LONGEST_SECONDS = 1.0
PUBLISHED_EVERY_SECONDS = 5.0
# Files of processes that ended are kept for a day.
KEPT_SECONDS = 86_400
OWN_CODE = ("core/db/", "django/", "contextlib.py")


@dataclass(slots=True)
class LockTimes:
    """Counts of write transactions by the time they held the lock; all of it and the longest in seconds."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0
    longest: float = 0.0
    # The code that committed the longest one.
    longest_by: str = ""

    def add(self, seconds: float, by: str = "") -> None:
        """Count one transaction."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
        if seconds > self.longest:
            self.longest, self.longest_by = seconds, by

    def join(self, other: LockTimes) -> None:
        """Add the counts of another process."""
        self.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        self.seconds += other.seconds
        if other.longest > self.longest:
            self.longest, self.longest_by = other.longest, other.longest_by


class LockClock:
    """Counts the write transactions of this process and publishes the counts to ``directory``."""

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            # A child counts its own transactions only.
            os.register_at_fork(after_in_child=self._reset)

    def restart(self, directory: str) -> None:
        """Reset the counts of all processes: migrations before a start do not count."""
        self._reset()
        for file in Path(directory).glob("*.json"):
            file.unlink(missing_ok=True)

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._times = LockTimes()
        self._published_at = float("-inf")

    def record(self, seconds: float, directory: str | None) -> None:
        """Count a transaction that has ended; log it if it took too long."""
        is_long = seconds > LONGEST_SECONDS
        by = _committing_code() if is_long or seconds > self._times.longest else ""
        if is_long:
            logger.info("%s held the write lock for %.1f s", by or "a transaction", seconds)
        with self._lock:
            self._times.add(seconds, by)
            now = time.monotonic()
            is_due = now - self._published_at >= PUBLISHED_EVERY_SECONDS
            if directory is None or not (is_due or is_long):
                return
            self._published_at = now
            _write(Path(directory), self._times)


lock_clock = LockClock()


def _committing_code() -> str:
    """Return the innermost file and function outside of Django and this package."""
    for frame in reversed(traceback.extract_stack(limit=40)):
        path = frame.filename.replace(os.sep, "/")
        if not any(part in path for part in OWN_CODE):
            return f"{'/'.join(path.split('/')[-2:])} {frame.name}"
    return ""


def _write(directory: Path, times: LockTimes) -> None:
    body = asdict(times)
    # Counting must not make a commit fail: the disk may be full.
    with suppress(OSError):
        if directory.parent.parent.is_dir():
            directory.mkdir(parents=True, exist_ok=True)
        partial = directory / f"{os.getpid()}.part"
        partial.write_text(json.dumps(body), "utf-8")
        partial.replace(directory / f"{os.getpid()}.json")


def read_lock_times(directory: str) -> LockTimes:
    """Return the counts of all processes that have written to the database within a day."""
    total = LockTimes()
    for times in _published(Path(directory)):
        total.join(times)
    return total


def _published(directory: Path) -> Iterator[LockTimes]:
    for file in directory.glob("*.json"):
        try:
            if time.time() - file.stat().st_mtime > KEPT_SECONDS:
                file.unlink(missing_ok=True)
                continue
            yield LockTimes(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            continue


class FairLock:
    """A FIFO lock."""

    def __init__(self) -> None:
        self._state = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock; return False after ``timeout`` seconds."""
        with self._state:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        if mine.wait(timeout):
            return True
        with self._state:
            if mine.is_set():  # handed over at the last moment
                return True
            self._waiting.remove(mine)
            return False

    def release(self) -> None:
        """Hand the lock to the thread that has waited longest."""
        with self._state:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


class WriteLocks:
    """The lock of each database file."""

    def __init__(self) -> None:
        self._forget()
        # A lock that another thread of the parent holds would never be released in the child.
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._by_path: dict[str, FairLock] = defaultdict(FairLock)

    def acquire(self, path: str, timeout: float) -> FairLock | None:
        """Wait for the lock of a file; return None after ``timeout`` seconds: SQLite decides then."""
        lock = self._by_path[path]
        return lock if lock.acquire(timeout) else None


write_locks = WriteLocks()
