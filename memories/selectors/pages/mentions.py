"""Mention panel: one text span, its entity, and the entities to choose from."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from core.caller import Caller
from entities.models import Entity, EntityType, MentionRuling
from entities.selectors import entity_list
from entities.types.entity_types import entity_types
from memories.knowledge.mentions.corrections import correction_at
from memories.knowledge.mentions.target import TextSpan, find_spans
from memories.models import Memory
from memories.selectors.memories import memory_get
from memories.selectors.mentions import MentionSpan, mention_spans
from nlp.names.spelling import bare_name
from nlp.readers import PERSON

AROUND = 36
MOST_CHOICES, MOST_GUESSED = 6, 4


@dataclass(frozen=True, slots=True)
class SpanInContext:
    """A text span with the text before and after it."""

    start: int
    surface: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MentionPanel:
    """A text span with its entity, and the choices for a correction.

    Without ``span``, the person chooses one: by typing words, or from ``spans`` if the words
    occur more than once.
    """

    memory: Memory
    surface: str
    query: str
    span: SpanInContext | None = None
    spans: tuple[SpanInContext, ...] = ()
    named: MentionSpan | None = None
    ruling: MentionRuling | None = None
    choices: tuple[Entity, ...] = ()
    types: tuple[EntityType, ...] = ()


def mention_panel(
    caller: Caller, uid: UUID, *, start: int | None, surface: str, query: str
) -> MentionPanel:
    """Return the panel of a span; without ``start``, of the only occurrence of its words.

    Raises:
        NotFound: there is no such memory.
        InvalidInput: the text does not have these words at ``start``.
    """
    memory = memory_get(caller, uid)
    if start is None:
        found = find_spans(memory.raw_text, surface) if surface.strip() else []
        if len(found) != 1:
            spans = tuple(_span_in_context(memory, at, surface) for at in found)
            return MentionPanel(memory, surface, query, spans=spans)
        start = found[0]
    place = TextSpan.of(memory, start, surface)
    named = next((one for one in mention_spans(memory) if _is_at(one, place)), None)
    return MentionPanel(
        memory=memory,
        surface=surface,
        query=query,
        span=_span_in_context(memory, start, surface),
        named=named,
        ruling=correction_at(memory, start, surface),
        choices=tuple(_choices(caller, memory, surface, query, named)),
        types=own_types(caller),
    )


def own_types(caller: Caller) -> tuple[EntityType, ...]:
    """Return the entity types of a person, by key."""
    return tuple(row for _, row in sorted(entity_types(caller.base_user).items()))


def _is_at(one: MentionSpan, place: TextSpan) -> bool:
    return (one.start, one.end) == (place.start, place.end)


def _span_in_context(memory: Memory, start: int, surface: str) -> SpanInContext:
    text, end = memory.raw_text, start + len(surface)
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return SpanInContext(
        start,
        surface,
        before=f"…{before}" if start > AROUND else before,
        after=f"{after}…" if end + AROUND < len(text) else after,
    )


def _choices(
    caller: Caller, memory: Memory, surface: str, query: str, named: MentionSpan | None
) -> list[Entity]:
    """Return entities to choose from: by query, else by the span, else the most mentioned."""
    if query:
        return list(_found(caller, memory, query, named)[:MOST_CHOICES])
    like_it = _found(caller, memory, bare_name(surface, PERSON), named)[:MOST_CHOICES]
    return list(like_it or _found(caller, memory, "", named, is_alike=True)[:MOST_GUESSED])


def _found(
    caller: Caller, memory: Memory, text: str, named: MentionSpan | None, *, is_alike: bool = False
) -> QuerySet[Entity]:
    """Return entities of the memory's pack by name, without the span's current entity."""
    rows = entity_list(caller, [memory.pack], text)
    if named:
        rows = rows.exclude(pk=named.mention.entity.pk)
    if named and is_alike:
        rows = rows.filter(entity_type=named.mention.entity.entity_type)
    return rows.order_by("-extraction_count", "name")
