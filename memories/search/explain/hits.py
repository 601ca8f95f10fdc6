"""Read hits as the client sees them, in three statements."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection

from core.caller import pack_of
from entities.models import type_key
from memories.schemas import EntityRef, MemoryOut

MEMORIES = """
    SELECT m.id, m.uid, m.raw_text, m.title, m.created_at, m.recorded_at, m.updated_at,
        m.external_id, s.key, m.device_id, m.user_id, m.namespace, m.speaker, m.memory_type,
        m.category, m.importance_score, m.confidence, m.decay_score, m.trust, c.name, m.source,
        m.language, m.assistant_text, m.about_start, m.about_end, m.pinned, m.searchable,
        m.invalidated_at, m.usage_count, m.extra_data
    FROM memories m JOIN sessions s ON s.id = m.session_id LEFT JOIN contexts c ON c.id = m.context_id
    WHERE m.id IN (SELECT value FROM json_each(%s))
"""
TAGS = """
    SELECT l.memory_id, t.name FROM memory_tags l JOIN tags t ON t.id = l.tag_id
    WHERE l.memory_id IN (SELECT value FROM json_each(%s)) ORDER BY t.name
"""
ENTITIES = """
    SELECT l.memory_id, e.entity_id, e.name, e.entity_type
    FROM entity_memory_links l JOIN entities e ON e.entity_id = l.entity_id
    WHERE l.memory_id IN (SELECT value FROM json_each(%s)) ORDER BY l.position_in_text
"""


def hit_records(memory_ids: Sequence[int]) -> dict[int, MemoryOut]:
    """Return memories as the client sees them, by primary key."""
    if not memory_ids:
        return {}
    tags: dict[int, list[str]] = {}
    for pk, name in _rows(TAGS, memory_ids):
        tags.setdefault(pk, []).append(name)
    entities: dict[int, dict[str, EntityRef]] = {}
    for pk, entity_id, name, kind in _rows(ENTITIES, memory_ids):
        ref = EntityRef(id=UUID(entity_id), name=name, type=type_key(kind))
        entities.setdefault(pk, {})[entity_id] = ref
    return {row[0]: _record(row, tags, entities) for row in _rows(MEMORIES, memory_ids)}


def _rows(statement: str, memory_ids: Sequence[int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(list(memory_ids))])
        return list(cursor.fetchall())


def _record(
    row: tuple[Any, ...],
    tags: Mapping[int, list[str]],
    entities: Mapping[int, Mapping[str, EntityRef]],
) -> MemoryOut:
    (pk, uid, text, title, created_at, recorded_at, updated_at, external_id, session, device,
     user_id, namespace, speaker, memory_type, category, importance, confidence, strength, trust,
     context, source, language, assistant_text, about_start, about_end, pinned, searchable,
     invalidated_at, usage_count, extra_data) = row  # fmt: skip
    return MemoryOut(
        id=UUID(uid),
        text=text,
        title=title,
        created_at=created_at.replace(tzinfo=UTC),
        recorded_at=recorded_at.replace(tzinfo=UTC),
        updated_at=_moment(updated_at),
        external_id=external_id,
        session_id=session,
        device_id=device,
        pack=pack_of(user_id),
        namespace=namespace,
        speaker=speaker,
        memory_type=memory_type,
        category=category,
        importance=importance,
        confidence=confidence,
        strength=strength,
        trust=trust,
        tags=tags.get(pk, []),
        context=context,
        source=source,
        language=language,
        assistant_text=assistant_text,
        about_start=_moment(about_start),
        about_end=_moment(about_end),
        pinned=bool(pinned),
        searchable=bool(searchable),
        invalidated_at=_moment(invalidated_at),
        usage_count=usage_count,
        entities=list(entities.get(pk, {}).values()),
        extra_data=json.loads(extra_data),
    )


def _moment(stored: datetime | None) -> datetime | None:
    return stored.replace(tzinfo=UTC) if stored else None


def public_ids(memory_ids: Sequence[int]) -> dict[int, UUID]:
    """Return the public ids of memories."""
    if not memory_ids:
        return {}
    rows = _rows(
        "SELECT id, uid FROM memories WHERE id IN (SELECT value FROM json_each(%s))", memory_ids
    )
    return {pk: UUID(uid) for pk, uid in rows}
