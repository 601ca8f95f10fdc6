"""From names to entities: whom each mention means, and the rows that say so."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F

from entities.models import Entity, EntityAlias, Mention, MentionRuling
from entities.resolution.resolver import Resolution, Resolver, Rival, Wanted, surroundings
from entities.services import count_mentions
from memories.index.entities import likeliest
from memories.models import Memory, ProposalKind
from memories.records.mentions import METHOD, WINDOW
from memories.schemas.inbox import Suggestion
from nlp.names.context import Context
from nlp.names.scoring import MARGIN
from nlp.text.fold import name_key
from nlp.types import Found

from .analysis import PERSON, Reading

# What is less sure than this names an entity that is known already, or nobody.
SURE_ENOUGH_TO_MAKE = 0.6
# What is made below this is shown to a person: it may be no name at all.
BEYOND_DOUBT = 0.75
# Methods of mentions that are not derived: the caller of a save, and a person's correction.
SAID = (METHOD, PERSON)
# Two that are less alike than this are not worth a question.
WORTH_ASKING = 0.5


@dataclass(slots=True)
class Named:
    """What a batch names: the entity of each name by memory, rows that were made, questions."""

    by_name: dict[int, dict[str, Entity]] = field(default_factory=lambda: defaultdict(dict))
    made: list[Entity | EntityAlias] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)


def name(
    user_id: str,
    readings: Sequence[Reading],
    rulings: Sequence[MentionRuling],
    now: datetime,
) -> Named:
    """Resolve the names in memories of one space, and store entities and mentions.

    What the caller of a save named already stays as it is; a name that stands where such
    a mention stands is its.
    """
    _forget([reading.memory.pk for reading in readings])
    known = _Known.of(readings)
    resolver = Resolver(user_id=user_id, now=now)
    resolver.load({_wanted(one) for reading in readings for one in reading.names})
    result, decided = Named(), {_place(ruling): ruling.entity for ruling in rulings}
    for reading in readings:
        result.by_name[reading.memory.pk] = dict(known.entities[reading.memory.pk])
        for one in reading.names:
            _name_one(resolver, reading, one, known, decided, result, now)
    resolver.store()
    result.made += [*resolver.made, *resolver.book.made_aliases]
    Mention.objects.bulk_create(result.mentions, ignore_conflicts=True)
    count_mentions([mention.entity for mention in result.mentions], now)
    return result


def _name_one(
    resolver: Resolver,
    reading: Reading,
    one: Found,
    known: "_Known",
    decided: dict[tuple[int, int, str], Entity | None],
    result: Named,
    now: datetime,
) -> None:
    memory, key = reading.memory, name_key(one.surface)
    if entity := known.entities[memory.pk].get(key):
        # The caller or a person said who this is: so it is in the other places of the words.
        if (memory.pk, one.start) not in known.places:
            result.mentions.append(_mention(memory, one, entity, now))
        return
    if one.method == PERSON:
        entity = decided.get((memory.pk, one.start, one.surface))
    elif found := _resolved(resolver, reading, one):
        entity = found.entity
        result.suggestions += _questions(memory, one, found)
    else:
        entity = None
    if entity is None:
        return
    result.by_name[memory.pk][key] = entity
    result.mentions.append(_mention(memory, one, entity, now))


def _resolved(resolver: Resolver, reading: Reading, one: Found) -> Resolution | None:
    wanted, context = _wanted(one), _context(reading, one)
    if one.confidence < SURE_ENOUGH_TO_MAKE and not resolver.knows(wanted, context):
        return None
    return resolver.resolve(wanted, context)


def _wanted(one: Found) -> Wanted:
    return Wanted(one.surface, one.type, confidence=round(one.confidence, 3))


def _context(reading: Reading, one: Found) -> Context:
    memory = reading.memory
    others = [other.surface for other in reading.names if other.surface != one.surface]
    speaker = [memory.speaker] if memory.speaker else []
    return surroundings(
        [*others, *speaker],
        tags=[tag.name_key for tag in memory.tags.all()],
        context=memory.context.name_key if memory.context_id and memory.context else "",
        session=memory.session_id,
    )


def _mention(memory: Memory, one: Found, entity: Entity, now: datetime) -> Mention:
    return Mention(
        entity=entity,
        memory=memory,
        user_id=memory.user_id,
        surface=one.surface,
        position_in_text=one.start,
        context_window=_around(memory, one),
        relevance_score=1.0,
        extraction_method=one.method[:32],
        extraction_confidence=one.confidence,
        created_at=now,
    )


def _questions(memory: Memory, one: Found, found: Resolution) -> list[Suggestion]:
    if not found.is_new:
        return []
    asked = [_whether_same(memory, one, found, rival) for rival in _likeliest(memory, one, found)]
    if one.confidence < BEYOND_DOUBT:
        asked.append(_whether_at_all(memory, one, found))
    return asked


def _likeliest(memory: Memory, one: Found, found: Resolution) -> list[Rival]:
    """Return the rival worth a question; of several that are as like, the one in like words."""
    worth = [rival for rival in found.rivals if rival.score >= WORTH_ASKING]
    close = [rival for rival in worth if worth[0].score - rival.score < MARGIN]
    # Who is first named in this batch has no vector yet.
    if len(close) < 2 or any(rival.entity.pk is None for rival in close):
        return worth[:1]
    by_entity = {rival.entity.pk: rival for rival in close}
    ordered = likeliest([rival.entity for rival in close], _around(memory, one))
    return [by_entity[ordered[0].pk]]


def _whether_same(memory: Memory, one: Found, found: Resolution, rival: Rival) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.MERGE_ENTITIES,
        user_id=memory.user_id,
        payload={"keep": str(rival.entity.entity_id), "merge": str(found.entity.entity_id)},
        confidence=round(rival.score, 3),
        reason="; ".join(rival.reasons),
        method=one.method[:32],
        evidence=(memory.pk,),
        namespace=memory.namespace,
    )


def _whether_at_all(memory: Memory, one: Found, found: Resolution) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.ENTITY,
        user_id=memory.user_id,
        payload={"entity": str(found.entity.entity_id)},
        confidence=round(one.confidence, 3),
        method=one.method[:32],
        evidence=(memory.pk,),
        namespace=memory.namespace,
    )


def _around(memory: Memory, one: Found) -> str:
    return memory.raw_text[max(0, one.start - WINDOW) : one.end + WINDOW]


def _forget(memory_ids: Sequence[int]) -> None:
    """Take away what was derived from an earlier reading; what people and callers said stays."""
    earlier = Mention.objects.filter(memory__in=memory_ids).exclude(extraction_method__in=SAID)
    counts = Counter(earlier.values_list("entity", flat=True))
    for entity_id, times in counts.items():
        Entity.objects.filter(entity_id=entity_id, extraction_count__gte=times).update(
            extraction_count=F("extraction_count") - times
        )
    earlier.delete()


@dataclass(slots=True)
class _Known:
    """What saves and people said: entities by memory and folded name, and the places of that."""

    entities: dict[int, dict[str, Entity]] = field(default_factory=lambda: defaultdict(dict))
    places: set[tuple[int, int | None]] = field(default_factory=set)

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> "_Known":
        known = cls()
        rows = Mention.objects.filter(memory__in=[reading.memory.pk for reading in readings])
        for mention in rows.select_related("entity"):
            known.places.add((mention.memory_id, mention.position_in_text))
            for called in (mention.surface, mention.entity.name):
                known.entities[mention.memory_id][name_key(called)] = mention.entity
        return known


def _place(ruling: MentionRuling) -> tuple[int, int, str]:
    return (ruling.memory_id, ruling.position_in_text, ruling.surface)
