"""Every word that a save may use for a kind: of memory, entity, link or relation."""

from typing import Literal

from core.caller import Caller, Scope
from core.schemas import Output
from entities.models import EntityType
from entities.type_catalog import types_by_key
from graph.models import RelationType
from packs import registry


class TypeOut(Output):
    """One type, and what it is a type of."""

    kind: Literal["memory", "entity", "relation"]
    key: str
    display_name: str
    display_name_en: str


class TypesOut(Output):
    """All types that the caller may name."""

    results: list[TypeOut]


def all_types(caller: Caller) -> TypesOut:
    """Return memory types (with those of packs), and the caller's entity and relation types."""
    caller.require(Scope.READ)
    names = {word.key: word.name for pack in registry.all_packs() for word in pack.memory_types}
    memory = [
        TypeOut(
            kind="memory",
            key=key,
            display_name=names[key].ja if key in names else key,
            display_name_en=names[key].en if key in names else key,
        )
        for key in registry.memory_types()
    ]
    return TypesOut(results=[*memory, *_stored("entity", caller), *_stored("relation", caller)])


def _stored(kind: Literal["entity", "relation"], caller: Caller) -> list[TypeOut]:
    model: type[EntityType | RelationType] = EntityType if kind == "entity" else RelationType
    types = types_by_key(model, caller.base_user)
    return [
        TypeOut(
            kind=kind,
            key=key,
            display_name=row.display_name,
            display_name_en=row.display_name_en,
        )
        for key, row in sorted(types.items())
    ]
