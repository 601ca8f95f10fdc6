"""A state as parts of a sentence, and the two kinds of readers that it is written for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from nlp.predicates import KIN_TIES
from nlp.roles import is_known_role, is_named_by_role
from nlp.text.sentences import is_owner

TO_DO = "task"
# A due date without an hour is stored as the last minute of its day.
LAST_MINUTE = timedelta(hours=23, minutes=59)


class Reader(StrEnum):
    """Who reads the sentence: the owner ("you"), or an assistant ("the user")."""

    OWNER = "owner"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class StateParts:
    """What is said of a subject (None: the owner), and when it holds; times are in the reader's zone.

    ``label`` is the name of a relation type that has no phrase of its own. ``has_ended``: it no
    longer holds; ``starts_later``: it does not hold yet; ``is_unsettled``: a person has still to
    decide about it. ``told_at``: the day on which a value that changes by itself was told, if that
    is long ago. ``role``: what a relative is to the owner, as ``nlp.roles`` says it.
    """

    subject: str | None
    predicate: str
    value: str
    body: str = ""
    kind: str = "fact"
    label: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    due_at: datetime | None = None
    completed_at: datetime | None = None
    has_ended: bool = False
    starts_later: bool = False
    is_unsettled: bool = False
    told_at: datetime | None = None
    role: str = ""

    @property
    def known_role(self) -> str:
        """The role of a relative of the owner; empty if none is known."""
        is_tie = self.subject is None and self.predicate in KIN_TIES
        return self.role if is_tie and is_known_role(self.role) else ""

    @property
    def is_unnamed(self) -> bool:
        """Whether the value only says what a relative is to the owner: noraの娘."""
        return bool(self.known_role) and is_named_by_role(self.value, self.role)

    @property
    def is_task(self) -> bool:
        """Whether it is something to do."""
        return self.kind == TO_DO

    @property
    def names_owner(self) -> bool:
        """Whether the value is the owner: "Mika and you are friends"."""
        return self.subject is not None and is_owner(self.value)

    @property
    def is_past(self) -> bool:
        """Whether it is said in the past tense."""
        return self.has_ended or self.told_at is not None

    @property
    def said_as(self) -> str:
        """The name of the predicate: its label, or its key as words."""
        return self.label or self.predicate.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Day:
    """A time as precise as it was given: ``month`` and ``day`` are 0 where only more is known."""

    year: int
    month: int = 0
    day: int = 0
    hour: int = 0
    minute: int = 0
    has_hour: bool = False


def day_of(at: datetime) -> Day:
    """Return the year, month or day that begins at a time.

    Midnight of 1 January stands for its year, and midnight of the first for its month: this is
    how "since 2019" and "in March" are stored.
    """
    if (at.hour, at.minute, at.day) == (0, 0, 1):
        return Day(at.year, 0 if at.month == 1 else at.month)
    return Day(at.year, at.month, at.day)


def due_day_of(at: datetime) -> Day:
    """Return the day of a due date, with its hour unless it is the whole day."""
    since_midnight = timedelta(hours=at.hour, minutes=at.minute)
    has_hour = since_midnight not in (timedelta(), LAST_MINUTE)
    return Day(at.year, at.month, at.day, at.hour, at.minute, has_hour)
