"""Read the mentions in a memory's text, and the mentions of an entity."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from core.caller import Caller
from entities.models import Mention, SpaceQuerySet
from entities.schemas import EntityMentionOut
from entities.selectors import entity_get
from memories.knowledge.mentions.corrections import CORRECTION
from memories.models import Memory
from memories.records.lookup import memory_get
from memories.schemas.mentions import MentionOut, MentionsOut
from nlp.readers import is_entity


@dataclass(frozen=True, slots=True)
class MentionSpan:
    """A mention at characters ``start`` to ``end`` of the text."""

    start: int
    end: int
    mention: Mention

    @property
    def is_corrected(self) -> bool:
        """Whether a person set the entity of this span."""
        return self.mention.extraction_method == CORRECTION


def mention_spans(memory: Memory) -> list[MentionSpan]:
    """Return the mentions in a memory's text, in the order of the text.

    Of overlapping mentions, a correction wins, then the higher confidence, then the longer one.
    Mentions without a position in the text (the speaker) are left out.
    """
    rows = Mention.objects.filter(memory=memory, position_in_text__isnull=False)
    found = _standing(memory.raw_text, rows.select_related("entity"))
    kept: list[MentionSpan] = []
    for one in sorted(found, key=_rank):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _standing(text: str, rows: Iterable[Mention]) -> list[MentionSpan]:
    # The text can be newer than the mentions until it is analyzed again.
    return [
        MentionSpan(start, end, row)
        for row in rows
        if (start := row.position_in_text) is not None
        and (end := start + len(row.surface)) > start
        and text[start:end] == row.surface
    ]


def _rank(one: MentionSpan) -> tuple[bool, float, int, int]:
    return (
        not one.is_corrected,
        -(one.mention.extraction_confidence or 0.0),
        one.start - one.end,
        one.start,
    )


def mentions_of(caller: Caller, memory: UUID) -> list[MentionOut]:
    """Return the mentions in a memory's text; NotFound if it is not the caller's."""
    return mention_outs(memory_get(caller, memory))


def mentions_out(caller: Caller, memory: UUID) -> MentionsOut:
    """Return the mentions in a memory's text, as a response."""
    return MentionsOut(mentions=mentions_of(caller, memory))


def mention_outs(memory: Memory) -> list[MentionOut]:
    """Return the mentions in a memory's text, for a client."""
    return [_out(one) for one in mention_spans(memory)]


def _out(one: MentionSpan) -> MentionOut:
    mention, entity = one.mention, one.mention.entity
    return MentionOut(
        surface=mention.surface,
        start=one.start,
        end=one.end,
        type=entity.type_key,
        confidence=round(mention.extraction_confidence or 0.0, 3),
        method=mention.extraction_method,
        is_entity=is_entity(entity.type_key),
        entity_id=entity.entity_id,
        entity_name=entity.name,
        validated=one.is_corrected,
    )


def entity_mentions(caller: Caller, entity_id: UUID) -> SpaceQuerySet[Mention]:
    """Return the mentions of an entity in memories that the caller can read."""
    visible = Memory.objects.of(caller).kept().values("pk")
    rows = Mention.objects.filter(entity=entity_get(caller, entity_id), memory__in=visible)
    return rows.select_related("memory").defer("memory__raw_audio")


def entity_mention_outs(mentions: Sequence[Mention]) -> list[EntityMentionOut]:
    """Return mentions for a client; their memories must be loaded."""
    return [
        EntityMentionOut(
            id=row.pk,
            memory=row.memory.uid,
            link_type=row.link_type,
            surface=row.surface,
            position=row.position_in_text,
            around=row.context_window,
            method=row.extraction_method,
            confidence=row.extraction_confidence,
            created_at=row.created_at,
        )
        for row in mentions
    ]
