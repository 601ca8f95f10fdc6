"""How much work fits into a time budget."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

# Larger batches are hardly faster on a processor, and the clock is read between them.
LARGEST_BATCH = 4


@dataclass(slots=True)
class Pace:
    """Sizes batches so that a budget of seconds is kept, judging by the batch before.

    The first batch is one pair, and always tried: a large model needs seconds for four.
    Texts differ in length, so the last batch may end a little late.
    """

    budget: float
    clock: Callable[[], float] = time.perf_counter
    _started: float = field(init=False)
    _batch_started: float = field(init=False)
    _per_pair: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._started = self._batch_started = self.clock()

    def fitting(self) -> int:
        """Return how many pairs the next batch may have; 0 when the time is up."""
        self._batch_started = self.clock()
        left = self.budget - (self._batch_started - self._started)
        if left <= 0:
            return 0
        if self._per_pair is None:
            return 1
        return int(min(LARGEST_BATCH, left / max(self._per_pair, 1e-9)))

    def did(self, pairs: int) -> None:
        """Note that the batch is done."""
        self._per_pair = (self.clock() - self._batch_started) / pairs
