"""Errors that a caller can act on, the same on every interface.

Adapters render them: REST as a problem document, MCP as an error result, the
browser as a message. ``code`` values are stable (docs/rest.md lists them).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import OperationalError
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: the field's path (``memories.3.text``), a code and a sentence.

    A lazy sentence is in the language of the answer. ``length`` and ``limit`` are set if a text is
    too long.
    """

    field: str
    code: str
    said: str | Promise
    length: int = 0
    limit: int = 0

    @property
    def detail(self) -> str:
        """The sentence, in the language of now."""
        return str(self.said)


class WasurenaError(Exception):
    """Base of every error that the caller can fix."""

    status = 400
    code = "error"
    title: str | Promise = _("The request cannot be carried out.")
    # Seconds after which the same request may succeed.
    retry_after: int | None = None

    def __init__(
        self, problems: Sequence[Problem] | str | Promise = (), *, field: str = "", code: str = ""
    ):
        super().__init__(problems)
        if isinstance(problems, str | Promise):
            problems = [Problem(field, code or self.code, problems)]
        self.problems: tuple[Problem, ...] = tuple(problems)

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """Every problem in one text, each with its field first."""
        return "; ".join(f"{p.field}: {p.detail}" if p.field else p.detail for p in self.problems)


class InvalidInput(WasurenaError):
    """A field has an invalid value."""

    code = "invalid"
    title = _("Some fields cannot be accepted.")


class NotAuthenticated(WasurenaError):
    """The token is missing, unknown, revoked or expired."""

    status = 401
    code = "not_authenticated"
    title = _("A valid token is needed.")


class Forbidden(WasurenaError):
    """The caller is known, but not allowed to do this."""

    status = 403
    code = "forbidden"
    title = _("This token may not do that.")


class InsufficientScope(Forbidden):
    """The person allowed an app less than it asks for now (RFC 6750)."""

    code = "insufficient_scope"
    title = _("This app may not do that yet.")


class NotFound(WasurenaError):
    """The row does not exist, or belongs to another person."""

    status = 404
    code = "not_found"
    title = _("Not found.")


class Conflict(WasurenaError):
    """The request contradicts stored data."""

    status = 409
    code = "conflict"
    title = _("The request contradicts what is stored.")


class TooLarge(WasurenaError):
    """The request is larger than allowed."""

    status = 413
    code = "too_large"
    title = _("The request is too large.")


class Busy(WasurenaError):
    """Other writers held the database for too long; the same request may succeed later."""

    status = 503
    code = "busy"
    title = _("Others are writing; try again in a moment.")
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(_("nothing was changed; send the same request again in a few seconds"))


def is_database_busy(raised: BaseException | None) -> bool:
    """Return whether an exception means that SQLite's lock was not available in time."""
    words = str(raised).lower()
    return isinstance(raised, OperationalError) and ("locked" in words or "busy" in words)


class TooManyAttempts(WasurenaError):
    """One address sent too many wrong passwords or tokens."""

    status = 429
    code = "too_many_attempts"
    title = _("Too many attempts have failed.")

    retry_after: int

    def __init__(self, *, retry_after: int) -> None:
        self.retry_after = retry_after
        said = format_lazy(_("try again in {seconds} s"), seconds=retry_after)
        super().__init__(said, field="Authorization")


class TooManyRequests(WasurenaError):
    """One token asked more often than the setting allows; nothing was done."""

    status = 429
    code = "rate_limited"
    title = _("This token asks too often.")

    retry_after: int

    def __init__(self, *, retry_after: int) -> None:
        self.retry_after = retry_after
        said = format_lazy(_("send the same request again in {seconds} s"), seconds=retry_after)
        super().__init__(said, field="Authorization")


def did_you_mean(field: str, value: str, known: Collection[str], what: str) -> Problem:
    """Return the problem of an unknown word, with the nearest known ones."""
    listed = ", ".join(nearest(value, known))
    return Problem(
        field,
        f"unknown_{what.replace(' ', '_')}",
        format_lazy(
            _("there is no {what} “{value}”; nearest: {listed}"),
            what=_(what),
            value=value,
            listed=listed,
        ),
    )


def suggestion(value: str, known: Collection[str]) -> str:
    """Return “did you mean …?”, or the known words if no word is similar to ``value``."""
    if similar := _similar(value, known):
        return f"did you mean {' or '.join(f'“{word}”' for word in similar)}?"
    if not known:
        return "none is known"
    more = "…" if len(known) > MOST_LISTED else ""
    return f"known: {', '.join(sorted(known)[:MOST_LISTED])}{more}"


def nearest(value: str, known: Collection[str]) -> list[str]:
    """Return the known words most similar to ``value``; the first known words if none is similar."""
    return _similar(value, known) or sorted(known)[:MOST_LISTED]


def _similar(value: str, known: Collection[str]) -> list[str]:
    # Imported with the first word that nothing knows: every command imports this module.
    from rapidfuzz import fuzz, process

    near = process.extract(
        value, list(known), scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=40
    )
    return [word for word, _score, _index in near]
