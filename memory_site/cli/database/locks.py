"""Locks between the processes of one data directory; the system frees them when a process ends."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from filelock import FileLock, Timeout

from memory_site.cli.environment import _
from memory_site.cli.errors import CommandFailed

# A probe holds the lock for an instant; a starting server waits that out.
PROBE_SECONDS = 1.0
POLL_SECONDS = 0.05
# A migration of a large database takes minutes.
LONGEST_SECONDS = 900.0


class LockHeld(CommandFailed):
    """Another process holds the lock."""


@contextmanager
def server_lock() -> Iterator[None]:
    """Hold the lock of the one server that a data directory may have.

    Raises:
        LockHeld: a server of this directory is running or starting.
    """
    lock = _lock("server.lock")
    try:
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=POLL_SECONDS)
    except Timeout as error:
        raise LockHeld(_("a server of this directory is running or starting")) from error
    try:
        yield
    finally:
        lock.release()


def server_is_locked() -> bool:
    """Tell whether a server of this directory is running or starting."""
    lock = _lock("server.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False


@contextmanager
def exclusive(name: str, on_wait: Callable[[], None] | None = None) -> Iterator[None]:
    """Do something in one process at a time; ``on_wait`` is called once if another is at it.

    Raises:
        LockHeld: another process has been at it for too long.
    """
    lock = _lock(f"{name}.lock")
    try:
        _acquire_patiently(lock, on_wait)
    except Timeout as error:
        reason = _("another process has held {path} for too long").format(path=lock.lock_file)
        raise LockHeld(reason) from error
    try:
        yield
    finally:
        lock.release()


def _acquire_patiently(lock: FileLock, on_wait: Callable[[], None] | None) -> None:
    try:
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=POLL_SECONDS)
    except Timeout:
        if on_wait is not None:
            on_wait()
        lock.acquire(timeout=LONGEST_SECONDS, poll_interval=POLL_SECONDS)


def _lock(name: str) -> FileLock:
    directory = Path(settings.DATA_DIR)
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A file that merely exists (the library's substitute where locks are missing) outlives its process.
    return FileLock(
        os.fspath(directory / name), mode=0o600, thread_local=False, fallback_to_soft=False
    )
