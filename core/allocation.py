"""Tell the C library to give memory back. Does nothing where it is not glibc."""

import ctypes
import sys
import threading
from functools import cache
from typing import Any

# M_ARENA_MAX of malloc.h. One thread computes at a time, so that more arenas only keep
# what each thread once needed.
ARENA_MAX = -8
ARENAS = 2
# So often freed memory goes back: under load, a tenth of a server's memory is free after a minute.
GIVE_BACK_SECONDS = 60.0


@cache
def _library() -> Any:
    """Return glibc; None on other systems, and with another C library."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    has_both = hasattr(library, "mallopt") and hasattr(library, "malloc_trim")
    return library if has_both else None


def limit_arenas() -> None:
    """Let all threads allocate from two arenas; call this before there are threads."""
    if (library := _library()) is not None:
        library.mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Return freed memory to the system: after something large was built (some milliseconds)."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def give_back_regularly(every: float = GIVE_BACK_SECONDS) -> threading.Event:
    """Return freed memory each minute, in a thread; set the event to end it."""
    is_over = threading.Event()
    if _library() is not None:
        arguments = (every, is_over)
        threading.Thread(target=_give_back_until, args=arguments, daemon=True).start()
    return is_over


def _give_back_until(every: float, is_over: threading.Event) -> None:
    while not is_over.wait(every):
        give_back()
