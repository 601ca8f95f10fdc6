"""The parts of a context: entries, conclusions and chains; and their schemas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from memories.schemas import ContextSections
from memories.schemas.context import (
    ContextChain,
    ContextConclusion,
    ContextEntry,
    ContextGround,
    ContextHop,
    ContextStep,
)


class Part(StrEnum):
    """The sections of a context, in the order in which they stand."""

    STANDING = "standing"
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
    warning: str = ""
    is_state: bool = False

    def scored(self, score: float) -> "Entry":
        """Return the same with another score."""
        return replace(self, score=score)


@dataclass(frozen=True, slots=True)
class Step:
    """A memory on a chain, or one that speaks for or against a conclusion."""

    id: UUID
    title: str


@dataclass(frozen=True, slots=True)
class Hop:
    """A link from one step of a chain to the next; ``is_forward`` if it points that way."""

    type: str
    weight: float
    reason: str
    is_forward: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The path from a relevant memory, its first step, to another memory.

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


Out = ContextEntry | ContextConclusion | ContextChain


def sections_out(sections: Mapping[Part, Sequence[Item]], zone: ZoneInfo) -> ContextSections:
    """Return all sections for a client, their times in ``zone``."""
    listed: dict[str, Any] = {
        part.value: [item_out(item, zone) for item in items] for part, items in sections.items()
    }
    return ContextSections(**listed)


def item_out(item: Item, zone: ZoneInfo) -> Out:
    """Return one item for a client."""
    if isinstance(item, Entry):
        return _entry(item, zone)
    return _chain(item) if isinstance(item, Chain) else _conclusion(item, zone)


def _entry(entry: Entry, zone: ZoneInfo) -> ContextEntry:
    return ContextEntry(
        id=entry.id,
        at=entry.at.astimezone(zone),
        type=entry.type,
        speaker=entry.speaker,
        text=entry.text,
        score=round(entry.score, 3),
        is_cut=entry.is_cut,
        warning=entry.warning,
    )


def _chain(chain: Chain) -> ContextChain:
    return ContextChain(
        score=round(chain.score, 3),
        memories=[ContextStep(id=step.id, title=step.title) for step in chain.steps],
        links=[
            ContextHop(
                type=hop.type, weight=hop.weight, reason=hop.reason, is_forward=hop.is_forward
            )
            for hop in chain.hops
        ],
    )


def _conclusion(conclusion: Conclusion, zone: ZoneInfo) -> ContextConclusion:
    return ContextConclusion(
        id=conclusion.step.id,
        title=conclusion.step.title,
        at=conclusion.at.astimezone(zone),
        evidence=_grounds(conclusion.evidence),
        confidence=round(conclusion.confidence, 2),
        conflicts=_grounds(conclusion.conflicts),
    )


def _grounds(grounds: Sequence[Ground]) -> list[ContextGround]:
    return [
        ContextGround(
            id=ground.step.id, title=ground.step.title, weight=ground.weight, reason=ground.reason
        )
        for ground in grounds
    ]
