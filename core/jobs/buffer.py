"""Keep rows in the memory of the process for a moment, to store many of them together."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

# A database that cannot be written must not fill the memory of the process.
MOST_WAITING = 1_000

Item = TypeVar("Item")


class Buffer(Generic[Item]):
    """What waits to be stored, in order. It may be filled and stored from several threads."""

    def __init__(self) -> None:
        self._waiting: list[Item] = []
        self._lock = threading.Lock()
        self._storing = threading.Lock()

    def add(self, item: Item) -> None:
        """Let one more wait."""
        with self._lock:
            self._waiting.append(item)

    def store(self, store: Callable[[Sequence[Item]], None]) -> int:
        """Store all that waits and return how many; wait for a call that is running.

        If ``store`` raises, the last 1,000 go on waiting.
        """
        with self._storing:
            with self._lock:
                batch, self._waiting = self._waiting, []
            if not batch:
                return 0
            try:
                store(batch)
            except Exception:
                with self._lock:
                    self._waiting = [*batch, *self._waiting][-MOST_WAITING:]
                raise
        return len(batch)
