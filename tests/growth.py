"""How the work for a text grows with its length: counted in processor time, as a ratio.

A wall clock tells how busy the machine is. A ratio of two sizes tells whether the work is linear
(8 times the text, about 8 times the work) or quadratic (64 times).
"""

import time
from collections.abc import Callable

SIZES = 8
# Between linear (8) and quadratic (64), with room for caches and other programs.
MOST_GROWTH = 28
# Below this, what is measured is the clock and not the work.
LEAST_SECONDS = 0.02
RUNS = 3


def assert_grows_with_length(work: Callable[[str], object], text: str) -> None:
    """Fail where the work for ``text`` grows much faster than its length."""
    small = max(_seconds(work, text[: len(text) // SIZES]), LEAST_SECONDS / SIZES)
    large = _seconds(work, text, enough=small * MOST_GROWTH)
    assert large <= max(small * MOST_GROWTH, LEAST_SECONDS), (small, large)


def _seconds(work: Callable[[str], object], text: str, *, enough: float = 0.0) -> float:
    """Return the processor time of the fastest run; stop once it is fast ``enough``."""
    fastest = float("inf")
    for _ in range(RUNS):
        started = time.thread_time()
        work(text)
        fastest = min(fastest, time.thread_time() - started)
        if fastest <= enough:
            break
    return fastest
