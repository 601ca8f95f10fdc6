"""What somebody waits for, now or a moment ago: work that can wait does not get in its way."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Demand:
    """Knows how many are waited for in this process, and when the last one was."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._last = float("-inf")

    @contextmanager
    def while_waited_for(self) -> Iterator[None]:
        """Count as waited for until the end of the block."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    def _change(self, by: int) -> None:
        with self._lock:
            self._running += by
            self._last = time.monotonic()

    @property
    def is_high(self) -> bool:
        """Whether several wait at this moment."""
        return self._running > 1

    def was_within(self, seconds: float) -> bool:
        """Whether somebody waits, or did so recently."""
        return self._running > 0 or time.monotonic() - self._last < seconds


demand = Demand()
