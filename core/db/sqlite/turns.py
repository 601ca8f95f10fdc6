"""Writers of one process take turns, first come first served.

SQLite waits for its lock by sleeping, up to 100 ms at a time, and whoever wakes
at the right moment wins: of eight threads that save at once one could wait for
seconds while the others go on. So the threads of a process queue up before
they ask SQLite. Other processes still meet at SQLite's own lock.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict, deque


class Turns:
    """A lock that is handed to whoever waits longest."""

    def __init__(self) -> None:
        self._state = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    def take(self, timeout: float) -> bool:
        """Wait for the turn; False after ``timeout`` seconds."""
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

    def end(self) -> None:
        """Hand the turn to the next one who waits."""
        with self._state:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


class WriteTurns:
    """The turns of each database file."""

    def __init__(self) -> None:
        self._forget()
        # A turn that another thread of the parent had would never end here.
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._by_path: dict[str, Turns] = defaultdict(Turns)

    def take(self, path: str, timeout: float) -> Turns | None:
        """Wait for the turn at a file; None where SQLite's own lock has to decide."""
        turns = self._by_path[path]
        return turns if turns.take(timeout) else None


write_turns = WriteTurns()
