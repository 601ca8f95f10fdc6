"""What a person is asked, and what each answer would do: plain text for every interface."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to accept."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One line of the result: what it is called, as it is now and as it would be."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The question of one proposal and what its answers do.

    ``compared`` are two memories whose texts belong side by side; what differs is marked
    where they are ``versions`` of one another.
    """

    question: str
    accepting: str
    rejecting: str
    choices: tuple[Choice, ...] = ()
    effects: tuple[Effect, ...] = ()
    compared: tuple[UUID, ...] = ()
    versions: bool = True


@dataclass(frozen=True, slots=True)
class EditField:
    """A value of the payload that a person may correct before accepting.

    ``options`` are values with their labels; without any it is typed (``is_time`` as a date).
    """

    name: str
    label: str
    value: str
    options: Sequence[tuple[str, str]] = ()
    is_time: bool = False
