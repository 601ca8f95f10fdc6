"""Storing links and relations: one row per pair and type, in the type's direction."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Q

from entities.models import Entity

from .models import EntityRelation, MemoryLink, RelationScope, RelationType


def relation_types(scope: RelationScope) -> dict[str, RelationType]:
    """Return the types that may connect memories, or entities, by name."""
    fitting = RelationType.objects.filter(Q(scope=scope) | Q(scope=RelationScope.BOTH))
    return {row.type_name: row for row in fitting}


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
    """Create a link, or update the one of this pair and type; True where it is new.

    An update raises ``version``. Symmetric types store the smaller id first (SPEC §12.4).
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
        _renew(link, weight, confidence, reason, now)
    return link, is_new


def _renew(link: MemoryLink, weight: float, confidence: float, reason: str, now: datetime) -> None:
    link.weight = weight
    link.confidence_score = confidence
    link.notes = reason or link.notes
    link.version += 1
    link.evidence_count += 1
    link.updated_at = link.last_evidence_at = now
    link.save()


def entity_relation_save(
    source: Entity,
    target: Entity,
    relation_type: RelationType,
    *,
    evidence: Sequence[int],
    reason: str,
    method: str,
    now: datetime,
) -> tuple[EntityRelation, bool]:
    """Create a relation, or add evidence to the current one; True where it is new."""
    if relation_type.is_symmetric and source.pk > target.pk:
        source, target = target, source
    relation, is_new = EntityRelation.objects.get_or_create(
        source=source,
        target=target,
        relation_type=relation_type,
        superseded_at=None,
        defaults={
            "user_id": source.user_id,
            "reason": reason,
            "extraction_method": method,
            "recorded_at": now,
        },
    )
    if not is_new:
        known = set(relation.evidence.filter(pk__in=evidence).values_list("pk", flat=True))
        evidence = [pk for pk in evidence if pk not in known]
        EntityRelation.objects.filter(pk=relation.pk).update(
            evidence_count=F("evidence_count") + len(evidence),
            updated_at=now,
            version=F("version") + 1,
        )
    relation.evidence.add(*evidence)
    return relation, is_new
