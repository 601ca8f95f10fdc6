"""Say once a minute what is wrong with the storage, instead of a traceback for every attempt."""

import logging
import mmap
import struct
import time

from .faults import TITLES, Fault, fault_of, fault_said
from .watch import storage_watch

SAID_EVERY_SECONDS = 60.0
# It logs what its exceptions say, without the exception, and what ends for them.
QUEUE = "django-q"
# It logs every answer that says a fault.
REQUESTS = "django.request"
REFUSALS = (503, 507)
_TIME = struct.Struct("d")
_FAULTS = list(Fault)


class OncePerMinute(logging.Filter):
    """Let one line through for each cause and minute, from a process and those it forked."""

    def __init__(self) -> None:
        super().__init__()
        # Shared with the forks of the worker, which would all say the same.
        self._said_at = mmap.mmap(-1, _TIME.size * len(_FAULTS))

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a fault that was logged within the last minute."""
        fault = _fault_in(record)
        if fault is None:
            return not self._follows(record)
        if self._is_said(fault):
            return False
        _TIME.pack_into(self._said_at, _FAULTS.index(fault) * _TIME.size, time.monotonic())
        _shorten(record, fault)
        return True

    def _is_said(self, fault: Fault) -> bool:
        (at,) = _TIME.unpack_from(self._said_at, _FAULTS.index(fault) * _TIME.size)
        # Zero: never. The times of a system that has just started are small.
        return bool(at) and time.monotonic() - at < SAID_EVERY_SECONDS

    def _follows(self, record: logging.LogRecord) -> bool:
        """Return whether a record tells no more than that a fault is still there."""
        if record.name == REQUESTS and getattr(record, "status_code", 0) in REFUSALS:
            return storage_watch.noted is not None
        is_restart = record.name == QUEUE and record.levelno == logging.CRITICAL
        return is_restart and any(map(self._is_said, _FAULTS))


def _fault_in(record: logging.LogRecord) -> Fault | None:
    raised = record.exc_info[1] if record.exc_info else None
    if fault := fault_of(raised):
        return fault
    return fault_said(record.getMessage()) if record.name == QUEUE else None


def _shorten(record: logging.LogRecord, fault: Fault) -> None:
    raised = record.exc_info[1] if record.exc_info else None
    cause = f" ({raised})" if raised else ""
    said = record.getMessage().strip().splitlines()
    record.msg, record.args = "%s %s%s", (TITLES[fault], said[0] if said else "", cause)
    record.exc_info = record.exc_text = None
