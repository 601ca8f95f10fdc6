"""The parts of a context as schemas: what JSON is written from."""

from collections.abc import Mapping, Sequence
from typing import Any
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

from .parts import Chain, Conclusion, Entry, Ground, Item, Part

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
