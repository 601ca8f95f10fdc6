"""Serialize memories for every interface, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import prefetch_related_objects

from entities.models import Mention
from memories.models import Memory
from memories.schemas import EntityRef, MemoryOut


def memory_out(memory: Memory) -> MemoryOut:
    """Serialize one memory."""
    return memories_out([memory])[0]


def memories_out(memories: Sequence[Memory]) -> list[MemoryOut]:
    """Serialize memories, in their order."""
    rows = list(memories)
    prefetch_related_objects(rows, "session", "context", "tags")
    entities = _entities(rows)
    return [_out(memory, entities.get(memory.pk, [])) for memory in rows]


def _entities(memories: Sequence[Memory]) -> dict[int, list[EntityRef]]:
    if not memories:
        return {}
    refs: dict[int, dict[str, EntityRef]] = defaultdict(dict)
    rows = Mention.objects.filter(memory__in=[memory.pk for memory in memories]).order_by(
        "position_in_text"
    )
    for mention in rows.select_related("entity"):
        entity = mention.entity
        refs[mention.memory_id][str(entity.entity_id)] = EntityRef(
            id=entity.entity_id, name=entity.name, type=entity.type_key
        )
    return {pk: list(found.values()) for pk, found in refs.items()}


def _out(memory: Memory, entities: list[EntityRef]) -> MemoryOut:
    return MemoryOut(
        id=memory.uid,
        text=memory.raw_text,
        title=memory.title,
        created_at=memory.created_at,
        recorded_at=memory.recorded_at,
        updated_at=memory.updated_at,
        external_id=memory.external_id,
        session_id=memory.session.key,
        device_id=memory.device_id,
        pack=memory.pack,
        namespace=memory.namespace,
        speaker=memory.speaker,
        memory_type=memory.memory_type,
        category=memory.category,
        importance=memory.importance_score,
        confidence=memory.confidence,
        strength=memory.decay_score,
        trust=memory.trust,
        tags=[tag.name for tag in memory.tags.all()],
        context=memory.context.name if memory.context else None,
        source=memory.source,
        language=memory.language,
        assistant_text=memory.assistant_text,
        about_start=memory.about_start,
        about_end=memory.about_end,
        pinned=memory.pinned,
        searchable=memory.searchable,
        invalidated_at=memory.invalidated_at,
        usage_count=memory.usage_count,
        entities=entities,
        extra_data=memory.extra_data,
    )
