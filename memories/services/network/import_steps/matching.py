"""Find what a file says already: memories by id, entities by id, name or alias."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from core.caller import Caller
from entities.models import Entity, EntityAlias
from memories.models import Memory
from memories.selectors.network.export_rows.scope import batches
from nlp.names.spelling import look_up_key

from .nodes import SOURCE
from .records import EntityNode, MemoryNode

Place = tuple[str, str, str]  # space, type, folded name


def match_memories(caller: Caller, nodes: Sequence[MemoryNode]) -> dict[str, Memory]:
    """Return the stored memories of nodes by key, hidden ones too."""
    own = {node.own: node.key for node in nodes if node.own}
    imported = {node.item.external_id: node.key for node in nodes}
    found: dict[str, Memory] = {}
    rows = Memory.objects.of(caller).only(
        "uid", "user_id", "namespace", "raw_text", "external_id", "invalidated_at"
    )
    for keys in batches(imported):
        for memory in rows.filter(source=SOURCE, external_id__in=keys):
            found[imported[memory.external_id]] = memory
    for ids in batches(own):
        found |= {own[memory.uid]: memory for memory in rows.filter(uid__in=ids)}
    return found


@dataclass(slots=True)
class EntityMatch:
    """A node, the entity that it is, and what the entity lacks of what the node says."""

    node: EntityNode
    entity: Entity | None
    aliases: list[str] = field(default_factory=list)
    description: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """What the import does with the entity."""
        if self.entity is None:
            return "created"
        return "updated" if self.aliases or self.description or self.attributes else "unchanged"


def match_entities(caller: Caller, nodes: Sequence[EntityNode]) -> list[EntityMatch]:
    """Return each node with its entity.

    An entity is found by its id, its name or, if no other node is it, by an alias. Nodes of one
    name are different entities, as stored entities of one name are.
    """
    names = _Names.load(nodes)
    chosen = _by_id(caller, nodes)
    taken = {entity.entity_id for entity in chosen.values()}
    for places in (names.named, names.aliased):
        for node in nodes:
            free = (e for e in places.get(_place(node, node.name), ()) if e.entity_id not in taken)
            if node.key not in chosen and (entity := next(free, None)):
                chosen[node.key] = entity
                taken.add(entity.entity_id)
    held = {*names.named, *names.aliased, *(_place(node, node.name) for node in nodes)}
    return [_compared(node, chosen.get(node.key), held) for node in nodes]


def _by_id(caller: Caller, nodes: Sequence[EntityNode]) -> dict[str, Entity]:
    """Return entities of the caller by the keys of nodes; of a merged one, the one that stays."""
    own = {node.own: node.key for node in nodes if node.own}
    rows = Entity.objects.of(caller).select_related("merged_into")
    found = {}
    for ids in batches(own):
        for entity in rows.filter(entity_id__in=ids):
            found[own[entity.entity_id]] = entity.merged_into or entity
    return found


def _compared(node: EntityNode, entity: Entity | None, held: set[Place]) -> EntityMatch:
    """Return what is to be stored; ``held`` are the names that are taken, and grows."""
    fresh = []
    for alias in node.aliases:
        place = _place(node, alias)
        if place[2] and place not in held:
            held.add(place)
            fresh.append(alias)
    if entity is None:
        return EntityMatch(node, None, fresh, node.description, dict(node.attributes))
    missing = {
        name: value for name, value in node.attributes.items() if name not in entity.attributes
    }
    description = "" if entity.description else node.description
    return EntityMatch(node, entity, fresh, description, missing)


def _place(node: EntityNode, name: str) -> Place:
    return node.user_id, node.type_id, look_up_key(name, node.type_id)


@dataclass(slots=True)
class _Names:
    """Stored entities by the names that nodes have."""

    named: dict[Place, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    aliased: dict[Place, list[Entity]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def load(cls, nodes: Sequence[EntityNode]) -> "_Names":
        found = cls()
        wanted: dict[str, set[str]] = defaultdict(set)
        for node in nodes:
            for name in (node.name, *node.aliases):
                wanted[node.user_id].add(look_up_key(name, node.type_id))
        for space, keys in wanted.items():
            found._load(space, keys)
        return found

    def _load(self, space: str, wanted: Iterable[str]) -> None:
        present = Entity.objects.filter(user_id=space, merged_into=None)
        aliases = EntityAlias.objects.filter(user_id=space, entity__merged_into=None)
        for keys in batches(sorted(wanted)):
            for entity in present.filter(name_key__in=keys).order_by("pk"):
                self.named[space, entity.entity_type_id, entity.name_key].append(entity)
            rows = aliases.filter(alias_key__in=keys).select_related("entity").order_by("pk")
            for row in rows:
                self.aliased[space, row.entity.entity_type_id, row.alias_key].append(row.entity)


def rows_by_id(ids: Iterable[UUID], caller: Caller) -> dict[UUID, Memory]:
    """Return memories of the caller by id."""
    found: dict[UUID, Memory] = {}
    for part in batches(ids):
        found |= {memory.uid: memory for memory in Memory.objects.of(caller).filter(uid__in=part)}
    return found
