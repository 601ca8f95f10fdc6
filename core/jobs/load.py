"""Count active requests, so that background work can yield to them.

A process counts its own requests. Other processes, such as the worker, see them by the time of
a file, which costs no query and no write to the database.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

# The file's time is set at most this often.
MARKED_EVERY_SECONDS = 0.2

_lock = threading.Lock()
_running = 0
_marked_at = float("-inf")


@contextmanager
def track_request() -> Iterator[None]:
    """Count a request until the end of the block."""
    _change(1)
    try:
        yield
    finally:
        _change(-1)


def _change(by: int) -> None:
    global _running, _marked_at
    with _lock:
        _running += by
        now = time.monotonic()
        if now - _marked_at < MARKED_EVERY_SECONDS:
            return
        _marked_at = now
    with suppress(OSError):
        file = Path(settings.LOAD_FILE)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def is_busy(*, within: float) -> bool:
    """Return whether any process serves a request, or did so in the last seconds."""
    if _running > 0:
        return True
    try:
        marked_at = Path(settings.LOAD_FILE).stat().st_mtime
    except OSError:
        return False
    # A clock that was ahead may have left a time in the future.
    return abs(time.time() - marked_at) < within


def is_crowded() -> bool:
    """Return whether this process serves several requests at this moment."""
    return _running > 1
