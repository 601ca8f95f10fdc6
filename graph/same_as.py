"""Entities of several packs that are one person or thing: ``same_as`` relations join them.

Packs split the spaces of a person, not the people in them: whoever is named in two packs has an
entity in each. A reader sees the entities of their own packs only.
"""

from collections.abc import Collection, Hashable, Iterable
from typing import TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from core.caller import Caller
from core.db.fields import of_person
from entities.models import Entity, ValidationStatus

from .models import EntityRelation

SAME_AS = "same_as"
Joined = dict[UUID, frozenset[UUID]]
Member = TypeVar("Member", bound=Hashable)


def same_as_of_person(base_user: str) -> QuerySet[EntityRelation]:
    """Return the relations that join entities of one person; rejected ones are left out."""
    rows = EntityRelation.objects.supported().filter(of_person(base_user), relation_type=SAME_AS)
    current = rows.filter(superseded_at=None, valid_to=None)
    return current.exclude(validation_status=ValidationStatus.REJECTED)


def same_as_seen(caller: Caller) -> QuerySet[EntityRelation]:
    """Return the relations that join entities that the caller may see.

    None for a caller that is bound to a namespace: no memory in it says that they are the same.
    """
    rows = same_as_of_person(caller.base_user)
    if caller.namespace:
        return rows.none()
    if caller.packs is None:
        return rows
    seen = Entity.objects.of(caller).values("entity_id")
    return rows.filter(source__in=seen, target__in=seen)


def same_entities(relations: QuerySet[EntityRelation], ids: Collection[UUID]) -> Joined:
    """Return for each of ``ids`` all entities that are the same, itself among them."""
    pairs: set[tuple[UUID, UUID]] = set()
    reached, frontier = set(ids), set(ids)
    while frontier:
        near = relations.filter(Q(source__in=frontier) | Q(target__in=frontier))
        found = {(UUID(str(a)), UUID(str(b))) for a, b in near.values_list("source", "target")}
        pairs |= found
        frontier = {end for pair in found for end in pair} - reached
        reached |= frontier
    groups = groups_joined(pairs)
    return {one: groups.get(one, frozenset({one})) for one in ids}


def groups_joined(pairs: Iterable[tuple[Member, Member]]) -> dict[Member, frozenset[Member]]:
    """Return for each member of some pairs the group that the pairs join it to."""
    groups: dict[Member, frozenset[Member]] = {}
    for one, other in pairs:
        joined = groups.get(one, frozenset({one})) | groups.get(other, frozenset({other}))
        groups.update(dict.fromkeys(joined, joined))
    return groups
