"""Locks between processes: files that the system frees when their process ends."""

import os
from pathlib import Path

from filelock import FileLock, Timeout


def file_lock(path: Path) -> FileLock:
    """Return the lock of a file, which is made at the first use."""
    # A file that merely exists (the library's substitute where locks are missing) outlives its process.
    return FileLock(os.fspath(path), mode=0o600, thread_local=False, fallback_to_soft=False)


def is_held(lock: FileLock) -> bool:
    """Tell whether any process holds a lock, by holding it for an instant."""
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False
