"""Tell the C library to give memory back. Does nothing where it is not glibc."""

import ctypes
import sys
from functools import cache
from typing import Any

# M_ARENA_MAX of malloc.h. One thread computes at a time, so that more arenas only keep
# what each thread once needed.
ARENA_MAX = -8
ARENAS = 2


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
