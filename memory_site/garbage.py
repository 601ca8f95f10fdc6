"""Python's garbage collector, set for a server.

At each full collection it would look at everything that the start has loaded, over 100,000
objects, and let requests wait for it. What the start leaves is never garbage.
"""

import gc

# Nearly everything is freed by its reference count; what is left can wait longer.
THRESHOLDS = (5_000, 20, 100)


def settle() -> None:
    """Leave what exists out of all further collections, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
