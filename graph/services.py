"""Store links and relations: one row per pair and type, in the direction of the type."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from entities.models import Entity
from entities.models.types import types_by_key
from packs.spec import shared_space

from .models import EntityRelation, MemoryLink, RelationScope, RelationType
from .queries.links import ORDER_LINKS


def relation_types(scope: RelationScope, base_user: str) -> dict[str, RelationType]:
    """Return the types with which a person may connect memories, or entities, by key."""
    types = types_by_key(RelationType, base_user)
    return {key: row for key, row in types.items() if row.scope in (scope, RelationScope.BOTH)}


def offered_types(scope: RelationScope, base_user: str) -> list[RelationType]:
    """Return the types to choose from: one of each family and direction, its own if there is one.

    Types of the order of a conversation are left out.
    """
    types = relation_types(scope, base_user)
    offered: dict[tuple[str, bool], str] = {}
    for key, row in types.items():
        family = row.canonical_type, row.inverse_type == row.canonical_type
        if key not in ORDER_LINKS and (key == row.canonical_type or family not in offered):
            offered[family] = key
    return sorted((types[key] for key in offered.values()), key=lambda row: row.label)


def all_links() -> QuerySet[MemoryLink]:
    """Return every link, for counts in the admin."""
    return MemoryLink.objects.all()


def all_relations() -> QuerySet[EntityRelation]:
    """Return every relation, for counts in the admin."""
    return EntityRelation.objects.all()


def memory_link_save(
    source_id: int,
    target_id: int,
    relation_type: RelationType,
    *,
    user_id: str,
    namespace: str = "",
    weight: float = 1.0,
    confidence: float = 1.0,
    reason: str = "",
    method: str = "stated",
    now: datetime,
) -> tuple[MemoryLink, bool]:
    """Create a link, or update the link of this pair and type; True for a new link.

    An update raises ``version``. Links of symmetric types start at the smaller id.
    """
    if relation_type.is_symmetric and source_id > target_id:
        source_id, target_id = target_id, source_id
    link, is_new = MemoryLink.objects.get_or_create(
        src_memory_id=source_id,
        dst_memory_id=target_id,
        relation_type=relation_type,
        defaults={
            "user_id": user_id,
            "namespace": namespace,
            "direction": "bidirectional" if relation_type.is_symmetric else "forward",
            "weight": weight,
            "confidence_score": confidence,
            "notes": reason,
            "extraction_method": method,
            "created_at": now,
            "last_evidence_at": now,
        },
    )
    if not is_new:
        _update_link(link, weight, confidence, reason, now)
    return link, is_new


def _update_link(
    link: MemoryLink, weight: float, confidence: float, reason: str, now: datetime
) -> None:
    link.weight = weight
    link.confidence_score = confidence
    link.notes = reason or link.notes
    link.version += 1
    link.evidence_count += 1
    link.updated_at = link.last_evidence_at = now
    link.save()


def current_relation(
    source: Entity, target: Entity, relation_type: RelationType
) -> EntityRelation | None:
    """Return the relation of a type between two entities, in the direction of its type."""
    ends = Q(source=source, target=target)
    if relation_type.is_symmetric:
        ends |= Q(source=target, target=source)
    rows = EntityRelation.objects.filter(ends, relation_type=relation_type, superseded_at=None)
    return rows.first()


def entity_relation_save(
    source: Entity,
    target: Entity,
    relation_type: RelationType,
    *,
    evidence: Sequence[int],
    reason: str,
    method: str,
    now: datetime,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    confidence: float = 1.0,
) -> tuple[EntityRelation, bool]:
    """Create a relation, or add evidence to the current one; True for a new relation.

    The relation holds in [``valid_from``, ``valid_to``), each of which may be unknown. A stored
    relation keeps its known dates and the higher confidence. If it ended before ``valid_from``,
    it holds again, and the earlier period is kept in ``properties["periods"]``.
    """
    if relation_type.is_symmetric and source.pk > target.pk:
        source, target = target, source
    relation, is_new = EntityRelation.objects.get_or_create(
        source=source,
        target=target,
        relation_type=relation_type,
        superseded_at=None,
        defaults={
            "user_id": _space_of(source, target),
            "reason": reason,
            "extraction_method": method,
            "recorded_at": now,
            "valid_from": valid_from,
            "valid_to": valid_to,
            "confidence_score": confidence,
        },
    )
    if not is_new:
        known = set(relation.evidence.filter(pk__in=evidence).values_list("pk", flat=True))
        evidence = [pk for pk in evidence if pk not in known]
        EntityRelation.objects.filter(pk=relation.pk).update(
            **_dates(relation, valid_from, valid_to),
            evidence_count=F("evidence_count") + len(evidence),
            confidence_score=max(relation.confidence_score, confidence),
            reason=reason or relation.reason,
            updated_at=now,
            version=F("version") + 1,
        )
    relation.evidence.add(*evidence)
    return relation, is_new


def _space_of(source: Entity, target: Entity) -> str:
    """Return the space of a relation: of both ends, or the shared one, which no bound token sees."""
    if source.user_id == target.user_id:
        return source.user_id
    return shared_space(source.user_id)


def _dates(
    relation: EntityRelation, valid_from: datetime | None, valid_to: datetime | None
) -> dict[str, Any]:
    """Return the new date columns of a stored relation."""
    began, ended = relation.valid_from, relation.valid_to
    if ended and valid_from and valid_from >= ended:
        period = [began.isoformat() if began else None, ended.isoformat()]
        periods = [*relation.properties.get("periods", []), period]
        properties = {**relation.properties, "periods": periods}
        return {"valid_from": valid_from, "valid_to": valid_to, "properties": properties}
    start, end = began or valid_from, ended or valid_to
    return {} if start and end and end < start else {"valid_from": start, "valid_to": end}


def entity_relation_close(relation: EntityRelation, valid_to: datetime, now: datetime) -> None:
    """End a relation at ``valid_to``; the row stays."""
    relation.valid_to = max(valid_to, relation.valid_from) if relation.valid_from else valid_to
    relation.updated_at = now
    relation.version += 1
    relation.save(update_fields=["valid_to", "updated_at", "version"])
