"""Remember a fault of the storage until it is over, so that status and health can tell it."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

from .faults import Fault, database_file, fault_of, seen_fault

TRIAL_BYTES = 65_536
TRIED_EVERY_SECONDS = 1.0


class StorageWatch:
    """The last fault that this process met, until a write succeeds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._fault: Fault | None = None
        self._tried_at = float("-inf")

    def note(self, raised: BaseException | None) -> Fault | None:
        """Remember the fault behind an exception, if there is one, and return it."""
        fault = fault_of(raised)
        if fault is not None:
            self._fault = fault
        return fault

    @property
    def noted(self) -> Fault | None:
        """The last fault that was met and is not known to be over."""
        return self._fault

    def written(self) -> None:
        """Forget a fault: a write was stored. Damage stays until the process ends."""
        if self._fault is not None and self._fault is not Fault.DAMAGED:
            self._fault = None

    def current(self) -> Fault | None:
        """Return what is wrong now; None if writes can be stored."""
        if seen := seen_fault():
            self._fault = seen
            return seen
        path = database_file()
        if self._fault in (None, Fault.DAMAGED) or path is None:
            return self._fault
        with self._lock:
            now = time.monotonic()
            if now - self._tried_at >= TRIED_EVERY_SECONDS:
                self._tried_at = now
                self._fault = _tried(path)
        return self._fault


def _tried(database: Path) -> Fault | None:
    """Try to store a little beside the database; return what is wrong."""
    trial = database.with_name(f"{database.name}.trial-{os.getpid()}")
    try:
        trial.write_bytes(b"\0" * TRIAL_BYTES)
    except OSError as error:
        return fault_of(error) or Fault.FAILING
    finally:
        with suppress(OSError):
            trial.unlink(missing_ok=True)
    return None if os.access(database, os.W_OK) else Fault.READ_ONLY


storage_watch = StorageWatch()
