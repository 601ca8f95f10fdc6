"""Errors that a caller can act on, the same on every interface.

Adapters render them: REST as a problem document, MCP as an error result, the
browser as a message. ``code`` values are stable (docs/rest.md lists them).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import OperationalError


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: the field's path (``memories.3.text``), a code and a sentence.

    ``length`` and ``limit`` are there where a text is too long.
    """

    field: str
    code: str
    detail: str
    length: int = 0
    limit: int = 0


class WasurenaError(Exception):
    """Base of every error that is the caller's to fix; never a crash."""

    status = 400
    code = "error"
    title = "The request cannot be carried out."
    # Seconds after which the same request may succeed.
    retry_after: int | None = None

    def __init__(self, problems: Sequence[Problem] | str = (), *, field: str = "", code: str = ""):
        if isinstance(problems, str):
            problems = [Problem(field, code or self.code, problems)]
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """Every problem in one text, each with its field first."""
        return "; ".join(f"{p.field}: {p.detail}" if p.field else p.detail for p in self.problems)


class InvalidInput(WasurenaError):
    """A field has a value that cannot be taken."""

    code = "invalid"
    title = "Some fields cannot be accepted."


class NotAuthenticated(WasurenaError):
    """No token, or one that is unknown, revoked or expired."""

    status = 401
    code = "not_authenticated"
    title = "A valid token is needed."


class Forbidden(WasurenaError):
    """The caller is known, but the token does not reach that far."""

    status = 403
    code = "forbidden"
    title = "This token may not do that."


class NotFound(WasurenaError):
    """There is no such thing, or it belongs to somebody else."""

    status = 404
    code = "not_found"
    title = "Not found."


class Conflict(WasurenaError):
    """The request contradicts what is stored."""

    status = 409
    code = "conflict"
    title = "The request contradicts what is stored."


class TooLarge(WasurenaError):
    """More than one request may carry."""

    status = 413
    code = "too_large"
    title = "The request is too large."


class Busy(WasurenaError):
    """The database is being written by others for too long; the same request may succeed later."""

    status = 503
    code = "busy"
    title = "Others are writing; try again in a moment."
    retry_after = 5

    def __init__(self) -> None:
        super().__init__("nothing was changed; send the same request again in a few seconds")


def is_database_busy(raised: BaseException | None) -> bool:
    """Whether an exception says that SQLite's lock was not to be had in time."""
    words = str(raised).lower()
    return isinstance(raised, OperationalError) and ("locked" in words or "busy" in words)


class TooManyAttempts(WasurenaError):
    """Too many wrong passwords or tokens came from one place."""

    status = 429
    code = "too_many_attempts"
    title = "Too many attempts have failed."

    retry_after: int

    def __init__(self, *, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__(f"try again in {retry_after} s", field="Authorization")
