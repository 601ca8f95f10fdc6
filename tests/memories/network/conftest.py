"""What a cleaning and a report find: rows that derivation made, and rows that a person made."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from core import journal
from core.caller import Caller
from entities.models import Entity, EntityAlias, EntityType
from graph.models import EntityRelation, MemoryLink, RelationType
from memories.enrichment.storage import system_caller
from memories.models import Memory

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
LONG_AGO = NOW - timedelta(weeks=6)
MakeEntity = Callable[..., Entity]
MakeRelation = Callable[..., EntityRelation]
MakeLink = Callable[..., MemoryLink]


@pytest.fixture
def make_entity(owner: Caller) -> MakeEntity:
    """Make an entity with an alias, as the derivation does unless ``by`` names another caller."""

    def _make_entity(
        name: str, *, by: Caller | None = None, at: datetime = LONG_AGO, pack: str = "work"
    ) -> Entity:
        space = (by or owner).space(pack)
        caller = by or system_caller(space)
        with journal.change(caller, now=at) as change:
            made = Entity.objects.create(
                user_id=space, name=name, name_key=name.lower(), created_at=at,
                entity_type=EntityType.objects.get(pk="Person"),
            )  # fmt: skip
            alias = EntityAlias.objects.create(
                entity=made, user_id=space, alias=f"{name}-san", alias_key=f"{name.lower()}-san",
                created_at=at,
            )  # fmt: skip
            change.created([made, alias])
        return made

    return _make_entity


@pytest.fixture
def make_relation(make_entity: MakeEntity) -> MakeRelation:
    """Make a relation of two new entities, as the derivation does unless ``by`` names another caller."""

    def _make_relation(
        one: str, other: str, confidence: float = 0.05, *, by: Caller | None = None,
        at: datetime = LONG_AGO, method: str = "rules", kind: str = "knows",
    ) -> EntityRelation:  # fmt: skip
        source, target = make_entity(one), make_entity(other)
        with journal.change(by or system_caller(source.user_id), now=at) as change:
            made = EntityRelation.objects.create(
                user_id=source.user_id, source=source, target=target, confidence_score=confidence,
                relation_type=RelationType.objects.get(pk=kind), extraction_method=method,
                recorded_at=at, reason=f"{one} and {other}",
            )  # fmt: skip
            made.evidence.add(*Memory.objects.filter(user_id=source.user_id)[:2])
            change.created([made])
        return made

    return _make_relation


@pytest.fixture
def make_link(owner: Caller) -> MakeLink:
    """Link two memories, as the derivation does."""

    def _make_link(
        one: Memory, other: Memory, confidence: float = 0.05, *, kind: str = "related",
        method: str = "comparison",
    ) -> MemoryLink:  # fmt: skip
        with journal.change(system_caller(one.user_id), now=LONG_AGO) as change:
            made = MemoryLink.objects.create(
                user_id=one.user_id, src_memory=one, dst_memory=other, notes="alike",
                confidence_score=confidence, relation_type=RelationType.objects.get(pk=kind),
                extraction_method=method, created_at=LONG_AGO, last_evidence_at=LONG_AGO,
            )  # fmt: skip
            change.created([made])
        return made

    return _make_link
