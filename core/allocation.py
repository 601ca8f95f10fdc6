"""Free what a long-running process no longer needs, and give it back to the system.

Only glibc is told to give memory back; others do so by themselves, or never.
"""

import ctypes
import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

# M_ARENA_MAX of malloc.h. One thread computes at a time, so that more arenas only keep
# what each thread once needed.
ARENA_MAX = -8
ARENAS = 2
# So often freed memory goes back: under load, a tenth of a server's memory is free after a minute.
FREE_SECONDS = 60.0


@cache
def _library() -> Any:
    """Return glibc; None on other systems, and with another C library."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    has_both = hasattr(library, "mallopt") and hasattr(library, "malloc_trim")
    return library if has_both else None


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: for imports.

    What they make stays, nearly all of it, and the collector would look through it again and
    again: a sixth of the time of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def limit_arenas() -> None:
    """Let all threads allocate from two arenas; call this before there are threads."""
    if (library := _library()) is not None:
        library.mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Return freed memory to the system: after something large was built (some milliseconds)."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def free_regularly(
    every: float = FREE_SECONDS, *, first: Callable[[], None] | None = None
) -> threading.Event:
    """Collect garbage and return freed memory each minute, in a thread; set the event to end it.

    Args:
        first: called before each collection, to let go of more.

    Each request leaves some 300 objects that refer to each other. Python looks for them by the
    number of objects that are new, which in a server of small load takes hours for the oldest.
    """
    is_over = threading.Event()
    threading.Thread(target=_free_until, args=(every, is_over, first), daemon=True).start()
    return is_over


def _free_until(every: float, is_over: threading.Event, first: Callable[[], None] | None) -> None:
    while not is_over.wait(every):
        if first is not None:
            first()
        gc.collect()
        give_back()
