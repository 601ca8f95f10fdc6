"""Idle connections kept for the next request of the same process.

Each ASGI request runs in a thread of its own, and Django's connections belong
to threads. Opening SQLite, loading sqlite-vec, registering functions and, with
encryption, filling a cold page cache for each request costs more than most
queries, so closed connections are parked here and reused.
"""

import atexit
import os
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Page caches stay with parked connections: all of them together keep to this size.
IDLE_CACHE_KIB = 524_288
MOST_IDLE = 8
# Pragmas that a borrower may have changed; a failed schema editor leaves foreign keys off.
RESTORED = {"foreign_keys": 1, "query_only": 0}


@dataclass(frozen=True, slots=True)
class ConnectionOrigin:
    """The options, file and process of an open connection."""

    options: str
    path: str
    file: tuple[int, int] | None
    process: int = field(default_factory=os.getpid)


class ConnectionPool:
    """Park idle driver connections by how they were opened.

    A connection is only handed out to the process that opened it, for the same
    options (another key is another connection), and only while the path still
    leads to the file that it has open.
    """

    def __init__(self) -> None:
        self._inherited: list[Any] = []
        self._lock = threading.Lock()
        self._idle: dict[str, list[tuple[ConnectionOrigin, Any]]] = defaultdict(list)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.clear)

    def _forget(self) -> None:
        # SQLite connections must neither be used nor closed after a fork, so a
        # child keeps its parent's alive, unreachable, for as long as it lives.
        self._inherited.append(self._idle)
        self._lock = threading.Lock()
        self._idle = defaultdict(list)

    def take(self, options: str, path: str) -> tuple[ConnectionOrigin, Any] | None:
        """Return an idle connection opened with ``options``, or None."""
        file = file_identity(path)
        with self._lock:
            idle = self._idle[options]
            while idle:
                origin, connection = idle.pop()
                if origin.file == file:
                    return origin, connection
                connection.close()
        return None

    def give_back(
        self, origin: ConnectionOrigin, connection: Any, *, most: int = MOST_IDLE
    ) -> bool:
        """Park ``connection``; return False if the caller has to close it."""
        if origin.process != os.getpid():
            self._inherited.append(connection)
            return True
        if origin.file is None or origin.file != file_identity(origin.path):
            return False
        if not _cleaned(connection):
            return False
        with self._lock:
            idle = self._idle[origin.options]
            if len(idle) >= most:
                return False
            idle.append((origin, connection))
        return True

    def clear(self) -> None:
        """Close every idle connection."""
        with self._lock:
            for idle in self._idle.values():
                for _, connection in idle:
                    connection.close()
            self._idle.clear()


def file_identity(path: str) -> tuple[int, int] | None:
    """Return the identity of the file at ``path``, which differs from a replacement's."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def most_idle(cache_kib: int) -> int:
    """Return how many connections with page caches of this size may be parked."""
    return min(MOST_IDLE, max(1, IDLE_CACHE_KIB // max(1, cache_kib)))


def _cleaned(connection: Any) -> bool:
    """Reset the settings of a borrower; return False if that is not possible."""
    if connection.in_transaction:
        return False
    connection.row_factory = None
    connection.text_factory = str
    for pragma, usual in RESTORED.items():
        # Setting a pragma, even to its current value, makes SQLite recompile every statement.
        if connection.execute(f"PRAGMA {pragma}").fetchone() != (usual,):
            connection.execute(f"PRAGMA {pragma} = {usual}")
    # The next borrower would see temporary tables and attached files of this one.
    (temporary,) = connection.execute("SELECT count(*) FROM sqlite_temp_master").fetchone()
    databases = {name for _, name, _ in connection.execute("PRAGMA database_list")}
    return not temporary and databases <= {"main", "temp"}


idle_connections = ConnectionPool()
