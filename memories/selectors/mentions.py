"""What the text of a memory names, where and how sure; stretches never overlap."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from core.caller import Caller
from entities.models import Mention
from memories.enrichment.analysis import CORRECTION
from memories.knowledge.mentions.correct import (
    CorrectionResult,
    clear_correction,
    correct_mention,
)
from memories.models import Memory
from memories.schemas.mentions import (
    MentionOut,
    MentionPlace,
    MentionRule,
    MentionRuledOut,
    MentionsOut,
)
from nlp import mentions

from .memories import memory_get


@dataclass(frozen=True, slots=True)
class Named:
    """A mention that stands in the text, characters ``start`` to ``end`` of it."""

    start: int
    end: int
    mention: Mention

    @property
    def is_said(self) -> bool:
        """Whether a person said so."""
        return self.mention.extraction_method == CORRECTION


def named_in(memory: Memory) -> list[Named]:
    """Return what stands in a memory's text, in its order.

    Where two overlap, a person's word, then the surer, then the longer one is kept. What names
    somebody without standing there (the speaker; a name that the text says otherwise) is not
    in it.
    """
    rows = Mention.objects.filter(memory=memory, position_in_text__isnull=False)
    found = _standing(memory.raw_text, rows.select_related("entity"))
    kept: list[Named] = []
    for one in sorted(found, key=_rank):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _standing(text: str, rows: Iterable[Mention]) -> list[Named]:
    # The text may have been changed since, before it is read again.
    return [
        Named(start, end, row)
        for row in rows
        if (start := row.position_in_text) is not None
        and (end := start + len(row.surface)) > start
        and text[start:end] == row.surface
    ]


def _rank(one: Named) -> tuple[bool, float, int, int]:
    return (
        not one.is_said,
        -(one.mention.extraction_confidence or 0.0),
        one.start - one.end,
        one.start,
    )


def mentions_of(caller: Caller, memory: UUID) -> list[MentionOut]:
    """Return what a memory's text names; NotFound where the memory is not the caller's."""
    return _outs(memory_get(caller, memory))


def mentions_out(caller: Caller, memory: UUID) -> MentionsOut:
    """Return what a memory's text names, for a client."""
    return MentionsOut(mentions=mentions_of(caller, memory))


def rule_out(caller: Caller, memory: UUID, item: MentionRule) -> MentionRuledOut:
    """Rule on a stretch of text, and return what the text names then."""
    return _ruled(correct_mention(caller, memory, **item.model_dump()))


def unrule_out(caller: Caller, memory: UUID, place: MentionPlace) -> MentionRuledOut:
    """Take a ruling back, and return what the text names then."""
    return _ruled(clear_correction(caller, memory, start=place.start, surface=place.surface))


def _ruled(done: CorrectionResult) -> MentionRuledOut:
    return MentionRuledOut(mentions=_outs(done.memory), change_id=done.change_id)


def _outs(memory: Memory) -> list[MentionOut]:
    return [_out(one) for one in named_in(memory)]


def _out(one: Named) -> MentionOut:
    mention, entity = one.mention, one.mention.entity
    return MentionOut(
        surface=mention.surface,
        start=one.start,
        end=one.end,
        type=entity.type_key,
        confidence=round(mention.extraction_confidence or 0.0, 3),
        method=mention.extraction_method,
        is_entity=mentions.is_entity(entity.type_key),
        entity_id=entity.entity_id,
        entity_name=entity.name,
        validated=one.is_said,
    )
