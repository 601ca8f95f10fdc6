"""The parts of a context: entries, conclusions and chains, in sections."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Part(StrEnum):
    """The sections of a context, in the order in which they stand."""

    PINNED = "pinned"
    STATES = "states"
    RELEVANT = "relevant"
    CONCLUSIONS = "conclusions"
    EVIDENCE = "evidence"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory or a state: one line of a context. ``score`` is 0…1."""

    id: UUID
    at: datetime
    text: str
    speaker: str = ""
    type: str = ""
    score: float = 0.0
    words: tuple[str, ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A memory on a chain, or one that speaks for or against a conclusion."""

    id: UUID
    title: str


@dataclass(frozen=True, slots=True)
class Hop:
    """A link from one step of a chain to the next; ``is_forward`` where it points that way."""

    type: str
    weight: float
    reason: str
    is_forward: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """How a memory is connected with a relevant one, the first of its steps.

    ``score`` is the similarity of the first step times the weights along the way.
    """

    steps: tuple[Step, ...]
    hops: tuple[Hop, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Ground:
    """A memory that supports or contradicts a conclusion, with strength and reason."""

    step: Step
    weight: float
    reason: str


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A memory with what supports and what contradicts it."""

    step: Step
    at: datetime
    evidence: tuple[Ground, ...]
    conflicts: tuple[Ground, ...]
    confidence: float
    score: float


Item = Entry | Conclusion | Chain
Sections = dict[Part, list[Item]]


def in_order(sections: Sections) -> Sections:
    """Return the sections that hold something, in the order in which they stand."""
    return {part: sections[part] for part in Part if sections.get(part)}
