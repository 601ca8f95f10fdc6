"""How far the import of a person is, for the page that waits for it.

An import is one transaction, so that no table can tell. The server that works on it can.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done (“check”, “store”), and the lines done and in all."""

    stage: str
    done: int
    total: int


_lock = Lock()
_running: dict[str, Progress] = {}


@contextmanager
def followed(person: str) -> Iterator[Callable[[str, int, int], None]]:
    """Yield the function that an import reports to."""

    def report(stage: str, done: int, total: int) -> None:
        with _lock:
            _running[person] = Progress(stage, done, total)

    try:
        yield report
    finally:
        with _lock:
            _running.pop(person, None)


def progress_of(person: str) -> Progress | None:
    """Return how far a person's import is, or None if none is running here."""
    with _lock:
        return _running.get(person)
