"""Whose page is being rendered: labels, icons and colors of types are each person's own.

Set for the browser only, as Django sets the language: templates and filters know no caller.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_reader: ContextVar[str] = ContextVar("reader", default="")


def current_reader() -> str:
    """Return the person who reads the page; empty outside of the browser."""
    return _reader.get()


@contextmanager
def read_by(base_user: str) -> Iterator[None]:
    """Render for this person until the block ends."""
    token = _reader.set(base_user)
    try:
        yield
    finally:
        _reader.reset(token)
