"""A FIFO lock for the writers of one process.

SQLite waits for its lock by sleeping, up to 100 ms at a time: of eight threads that save at
once, one could wait for seconds while the others go on. So the threads of a process queue up
before they ask SQLite. Other processes still compete for SQLite's own lock.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict, deque


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
