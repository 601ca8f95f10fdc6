"""What is compared, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Said:
    """One text as somebody said it.

    ``said_at`` is aware; ``about`` is the half-open range that it tells of, where known.
    ``names`` are the entities that were found in it. ``is_event`` marks what happened once.
    """

    text: str
    said_at: datetime
    language: str = ""
    speaker: str = ""
    about: tuple[datetime, datetime] | None = None
    names: tuple[str, ...] = ()
    is_event: bool = False


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where "the same" and "related" lie on a model's cosine scale."""

    same: float
    related: float

    @classmethod
    def of(cls, stored: Mapping[str, float]) -> "Thresholds":
        """Take them from what is stored with a model; 0.85 and 0.70 where it has none."""
        return cls(stored.get("same", 0.85), stored.get("related", 0.70))

    def between(self, share: float) -> float:
        """Return the point at ``share`` (0…1) of the way from related to same."""
        return self.related + share * (self.same - self.related)


class Kind(StrEnum):
    """What a newer text is to an older one."""

    SAME = "same"
    ADDITIVE = "additive"
    UPDATING = "updating"
    CONFLICTING = "conflicting"
    RELATED = "related"
    NEW = "new"


class Guard(StrEnum):
    """What two texts may not differ in, if they are to be one."""

    AMOUNT = "amount"
    TIME = "time"
    NAME = "name"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    MODALITY = "modality"
    SUBJECT = "subject"
    OCCASION = "occasion"
    CONTEXT = "context"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one text is to another, why, and how sure that is (0…1).

    ``is_verbatim``: the same words up to width, case, kana, spaces and signs.
    ``newer_adds``: of an additive pair, whether the newer text holds more.
    ``shared``: of a related pair, how many words both have; names count twice.
    """

    kind: Kind
    reasons: tuple[str, ...] = ()
    guards: frozenset[Guard] = frozenset()
    confidence: float = 0.0
    is_verbatim: bool = False
    newer_adds: bool = True
    shared: int = 0

    @property
    def may_fold(self) -> bool:
        """Whether one may be shown for both without asking: the same words, and nothing against it."""
        return self.kind is Kind.SAME and self.is_verbatim and not self.guards
