"""Store entities, mentions and relations that a caller sends with a memory."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.caller import base_user_of
from core.journal import Change, Snapshot, described, parts_of, snapshot
from core.models import Action
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention, MentionType
from entities.registry import EntityRegistry, count_mentions
from graph.models import EntityRelation, RelationScope, RelationType
from graph.services import current_relation, entity_relation_save, relation_types
from memories.models import Memory
from memories.schemas import MemoryInput
from nlp.readers import PERSON

METHOD = "caller"
WINDOW = 40
# Conversation roles, which are not names of people.
OWNER_ROLES = frozenset({"user", "owner", "me"})
ASSISTANT_ROLES = frozenset({"assistant", "system", "tool"})
ROLES = OWNER_ROLES | ASSISTANT_ROLES
# Where words came from, which is nobody's name.
ORIGINS = frozenset({"import", "imported", "derived"})


@dataclass(slots=True)
class StoredMentions:
    """Entities and mentions of a batch by memory (primary key), and all created rows."""

    entities: dict[int, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    made: list[Entity | EntityAlias] = field(default_factory=list)
    # Each with its earlier snapshot; None if it is new.
    relations: list[tuple[EntityRelation, Snapshot | None]] = field(default_factory=list)
    named: dict[int, dict[str, Entity]] = field(default_factory=dict)
    mentions: dict[int, list[Mention]] = field(default_factory=lambda: defaultdict(list))


def store_mentions(pairs: Sequence[tuple[Memory, MemoryInput]], now: datetime) -> StoredMentions:
    """Store the entities, mentions and relations sent with these memories."""
    result = StoredMentions()
    by_space: dict[str, list[tuple[Memory, MemoryInput]]] = defaultdict(list)
    for memory, item in pairs:
        if item.entities or has_person_as_speaker(memory):
            by_space[memory.user_id].append((memory, item))
    for user_id, group in by_space.items():
        _store_in_space(user_id, group, now, result)
    return result


def note_mentions(change: Change, memories: Sequence[Memory], mentioned: StoredMentions) -> None:
    """Note the created entities, aliases, mentions and relations in ``change``."""
    change.created(mentioned.made)
    made = {pk: [snapshot(row) for row in rows] for pk, rows in mentioned.mentions.items()}
    change.parts(MENTIONS, memories, {}, made, action=Action.CREATE)
    for relation, before in mentioned.relations:
        action = Action.UPDATE if before else Action.CREATE
        change.note(action, relation, before=before, after=described(relation))


def has_named_speaker(memory: Memory) -> bool:
    """Return True if a named person is the speaker, not a conversation role."""
    return bool(memory.speaker) and memory.speaker.casefold() not in ROLES


def has_person_as_speaker(memory: Memory) -> bool:
    """Return True if the speaker becomes an entity: a named one, and no origin such as an import."""
    return has_named_speaker(memory) and memory.speaker.casefold() not in ORIGINS


def is_by_assistant(memory: Memory) -> bool:
    """Return True if an assistant or a program is the speaker, whose "I" is not the owner."""
    return memory.speaker.casefold() in ASSISTANT_ROLES


def _store_in_space(
    user_id: str, group: Sequence[tuple[Memory, MemoryInput]], now: datetime, result: StoredMentions
) -> None:
    book = EntityRegistry(user_id=user_id, now=now)
    book.load(_wanted(group))
    mentions, named = [], []
    for memory, item in group:
        resolved = [
            (given, book.resolve(given.name, given.type, given.aliases)) for given in item.entities
        ]
        named.append((memory, item, resolved))
        mentions += [
            mention_of(memory, (given.name, *given.aliases), entity, now)
            for given, entity in resolved
        ]
        if has_person_as_speaker(memory):
            speaker = book.resolve(memory.speaker, PERSON)
            mentions.append(_speaker_mention(memory, speaker, now))
    book.store()
    result.made += [*book.created, *book.created_aliases]
    _insert(mentions, now, result)
    types: dict[str, RelationType] = {}
    if any(item.relations for _, item in group):
        types = relation_types(RelationScope.ENTITIES, base_user_of(user_id))
    for memory, item, resolved in named:
        result.named[memory.pk] = {
            name: entity for given, entity in resolved for name in (given.name, *given.aliases)
        }
        result.relations += _relations(memory, item, result.named[memory.pk], types, now)


def _insert(mentions: Sequence[Mention], now: datetime, result: StoredMentions) -> None:
    """Store each mention once, and count what it mentions."""
    unique = {(m.memory_id, m.entity_id, m.link_type, m.position_in_text): m for m in mentions}
    Mention.objects.bulk_create(unique.values())
    for mention in unique.values():
        result.mentions[mention.memory_id].append(mention)
        if mention.entity not in result.entities[mention.memory_id]:
            result.entities[mention.memory_id].append(mention.entity)
    count_mentions([mention.entity for mention in unique.values()], now)


def _wanted(group: Sequence[tuple[Memory, MemoryInput]]) -> list[tuple[str, str]]:
    wanted = [
        (name, entity.type)
        for _, item in group
        for entity in item.entities
        for name in (entity.name, *entity.aliases)
    ]
    return wanted + [(memory.speaker, PERSON) for memory, _ in group if memory.speaker]


def mention_of(memory: Memory, names: Sequence[str], entity: Entity, now: datetime) -> Mention:
    """Return a mention that a caller states, at the first of ``names`` that the text holds."""
    surface, position = _find(memory.raw_text, names)
    around = (
        memory.raw_text[max(0, position - WINDOW) : position + len(surface) + WINDOW]
        if surface
        else ""
    )
    return Mention(
        entity=entity,
        memory=memory,
        user_id=memory.user_id,
        surface=surface or names[0],
        position_in_text=position if surface else None,
        context_window=around,
        relevance_score=1.0 if surface else 0.5,
        extraction_method=METHOD,
        extraction_confidence=1.0,
        created_at=now,
    )


def _find(text: str, names: Sequence[str]) -> tuple[str, int]:
    """Return the first of the names found in ``text``, as spelled there, with its position."""
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
    by_name: Mapping[str, Entity],
    types: Mapping[str, RelationType],
    now: datetime,
) -> list[tuple[EntityRelation, Snapshot | None]]:
    """Store relations; single-valued types are stored as states (``states.provided``)."""
    saved = []
    for given in item.relations:
        source, target = by_name[given.source], by_name[given.target]
        if source != target and not types[given.type].single_valued:
            known = current_relation(source, target, types[given.type])
            before = described(known) if known else None
            relation, _is_new = entity_relation_save(
                source,
                target,
                types[given.type],
                evidence=[memory.pk],
                reason=given.reason,
                method=METHOD,
                now=now,
                valid_from=given.valid_from,
                valid_to=given.valid_to,
                confidence=1.0 if given.confidence is None else given.confidence,
            )
            relation.refresh_from_db()
            saved.append((relation, before))
    return saved


def update_speaker_mention(memory: Memory, change: Change) -> None:
    """Replace the mention of the speaker after the speaker of a memory has changed."""
    before = parts_of(MENTIONS, [memory])
    Mention.objects.filter(
        memory=memory, link_type=MentionType.PERFORMED_BY, extraction_method=METHOD
    ).delete()
    if has_person_as_speaker(memory):
        book = EntityRegistry(user_id=memory.user_id, now=change.at)
        book.load([(memory.speaker, PERSON)])
        speaker = book.resolve(memory.speaker, PERSON)
        book.store()
        _speaker_mention(memory, speaker, change.at).save()
        count_mentions([speaker], change.at)
        change.created([*book.created, *book.created_aliases])
    change.parts(MENTIONS, [memory], before, parts_of(MENTIONS, [memory]))
