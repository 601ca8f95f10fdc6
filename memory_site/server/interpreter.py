"""Python itself, set for a server: garbage collection, and turns between threads.

At each full collection it would look at everything that the start has loaded, over 100,000
objects, and let requests wait for it. What the start leaves is never garbage.
"""

import gc
import sys

# Nearly everything is freed by its reference count; what is left can wait longer.
THRESHOLDS = (5_000, 20, 100)
# A search lets go of the interpreter some thirty times, for SQL and arrays, and would wait up to
# 5 ms for each turn while another thread computes.
TURN_SECONDS = 0.0005


def settle() -> None:
    """Leave what exists out of all further collections, collect less often, take turns quickly."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(TURN_SECONDS)
