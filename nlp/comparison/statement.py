"""The input and the result of a comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Statement:
    """One text with its circumstances.

    ``said_at`` is aware; ``about`` is the half-open range of time that the text is about, if known.
    ``names`` are the entities found in it. ``is_event`` marks a single event.
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
    """The points "the same" and "related" on a model's cosine scale."""

    same: float
    related: float

    @classmethod
    def of(cls, stored: Mapping[str, float]) -> "Thresholds":
        """Return the thresholds stored with a model; 0.85 and 0.70 by default."""
        return cls(stored.get("same", 0.85), stored.get("related", 0.70))

    def between(self, share: float) -> float:
        """Return the point at ``share`` (0…1) of the way from related to same."""
        return self.related + share * (self.same - self.related)


class Kind(StrEnum):
    """How a newer text relates to an older one."""

    SAME = "same"
    ADDITIVE = "additive"
    UPDATING = "updating"
    CONFLICTING = "conflicting"
    RELATED = "related"
    NEW = "new"


class Blocker(StrEnum):
    """A difference that keeps two texts from being treated as one."""

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
    """How one text relates to another, the reasons, and a confidence in 0…1.

    ``is_verbatim``: the words are equal up to width, case, kana, spaces and punctuation.
    ``newer_adds``: of an additive pair, the newer text holds more.
    ``shared``: of a related pair, the number of shared words; names count twice.
    """

    kind: Kind
    reasons: tuple[str, ...] = ()
    blockers: frozenset[Blocker] = frozenset()
    confidence: float = 0.0
    is_verbatim: bool = False
    newer_adds: bool = True
    shared: int = 0

    @property
    def may_fold(self) -> bool:
        """Whether one text may stand for both without a question: equal words, and no blocker."""
        return self.kind is Kind.SAME and self.is_verbatim and not self.blockers
