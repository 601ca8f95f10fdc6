"""Entities and relations that a caller passes along with a memory (SPEC §5)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from entities.models import Entity, Mention, MentionType
from entities.services import PERSON, EntityBook, count_mentions
from graph.models import EntityRelation, RelationScope, RelationType
from graph.services import entity_relation_save, relation_types

from .models import Memory
from .schemas import EntityInput, MemoryInput

METHOD = "caller"
WINDOW = 40
# Roles in a conversation, not people.
ROLES = frozenset({"assistant", "user", "system", "owner", "me", "tool"})


@dataclass(slots=True)
class Mentioned:
    """What a batch mentions: entities by memory, and everything that was made."""

    entities: dict[int, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    made: list[Entity] = field(default_factory=list)
    relations: list[EntityRelation] = field(default_factory=list)


def store_mentions(pairs: Sequence[tuple[Memory, MemoryInput]], now: datetime) -> Mentioned:
    """Store the entities, mentions and relations that came with these memories."""
    result = Mentioned()
    by_space: dict[str, list[tuple[Memory, MemoryInput]]] = defaultdict(list)
    for memory, item in pairs:
        if item.entities or _speaks(memory):
            by_space[memory.user_id].append((memory, item))
    for user_id, group in by_space.items():
        _store_in_space(user_id, group, now, result)
    return result


def _speaks(memory: Memory) -> bool:
    return bool(memory.speaker) and memory.speaker.casefold() not in ROLES


def _store_in_space(
    user_id: str, group: Sequence[tuple[Memory, MemoryInput]], now: datetime, result: Mentioned
) -> None:
    book = EntityBook(user_id=user_id, now=now)
    book.load(_wanted(group))
    mentions, named = [], []
    for memory, item in group:
        resolved = [
            (given, book.resolve(given.name, given.type, given.aliases)) for given in item.entities
        ]
        named.append((memory, item, resolved))
        mentions += [_mention(memory, given, entity, now) for given, entity in resolved]
        if _speaks(memory):
            speaker = book.resolve(memory.speaker, PERSON)
            mentions.append(_speaker_mention(memory, speaker, now))
    book.store()
    unique = {(m.memory_id, m.entity_id, m.link_type, m.position_in_text): m for m in mentions}
    Mention.objects.bulk_create(unique.values())
    for mention in unique.values():
        if mention.entity not in result.entities[mention.memory_id]:
            result.entities[mention.memory_id].append(mention.entity)
    count_mentions([mention.entity for mention in unique.values()], now)
    result.made += book.made
    types = (
        relation_types(RelationScope.ENTITIES) if any(item.relations for _, item in group) else {}
    )
    for memory, item, resolved in named:
        result.relations += _relations(memory, item, resolved, types, now)


def _wanted(group: Sequence[tuple[Memory, MemoryInput]]) -> list[tuple[str, str]]:
    wanted = [
        (name, entity.type)
        for _, item in group
        for entity in item.entities
        for name in (entity.name, *entity.aliases)
    ]
    return wanted + [(memory.speaker, PERSON) for memory, _ in group if memory.speaker]


def _mention(memory: Memory, given: EntityInput, entity: Entity, now: datetime) -> Mention:
    surface, position = _find(memory.raw_text, (given.name, *given.aliases))
    around = (
        memory.raw_text[max(0, position - WINDOW) : position + len(surface) + WINDOW]
        if surface
        else ""
    )
    return Mention(
        entity=entity,
        memory=memory,
        user_id=memory.user_id,
        surface=surface or given.name,
        position_in_text=position if surface else None,
        context_window=around,
        relevance_score=1.0 if surface else 0.5,
        extraction_method=METHOD,
        extraction_confidence=1.0,
        created_at=now,
    )


def _find(text: str, names: Sequence[str]) -> tuple[str, int]:
    """Return the first name that stands in ``text`` as written there, and where."""
    lowered = text.lower()
    if len(lowered) != len(text):  # some letters change length in lower case
        lowered = text
    for name in names:
        if (at := lowered.find(name.lower())) >= 0:
            return text[at : at + len(name)], at
    return "", -1


def _speaker_mention(memory: Memory, speaker: Entity, now: datetime) -> Mention:
    return Mention(
        entity=speaker,
        memory=memory,
        user_id=memory.user_id,
        link_type=MentionType.PERFORMED_BY,
        surface=memory.speaker,
        relevance_score=1.0,
        extraction_method=METHOD,
        extraction_confidence=1.0,
        created_at=now,
    )


def _relations(
    memory: Memory,
    item: MemoryInput,
    resolved: Sequence[tuple[EntityInput, Entity]],
    types: Mapping[str, RelationType],
    now: datetime,
) -> list[EntityRelation]:
    by_name = {name: entity for given, entity in resolved for name in (given.name, *given.aliases)}
    saved = []
    for given in item.relations:
        source, target = by_name[given.source], by_name[given.target]
        if source != target:
            relation, is_new = entity_relation_save(
                source,
                target,
                types[given.type],
                evidence=[memory.pk],
                reason=given.reason,
                method=METHOD,
                now=now,
            )
            saved += [relation] if is_new else []
    return saved


def renew_speaker(memory: Memory, now: datetime) -> None:
    """Make the mention of who said a memory fit its speaker, after that has changed."""
    Mention.objects.filter(
        memory=memory, link_type=MentionType.PERFORMED_BY, extraction_method=METHOD
    ).delete()
    if _speaks(memory):
        book = EntityBook(user_id=memory.user_id, now=now)
        book.load([(memory.speaker, PERSON)])
        speaker = book.resolve(memory.speaker, PERSON)
        book.store()
        _speaker_mention(memory, speaker, now).save()
        count_mentions([speaker], now)
