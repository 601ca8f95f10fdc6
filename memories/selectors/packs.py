"""Installed packs, with how much each one holds."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db.models import Count, Model, QuerySet

from core.caller import Caller, Scope, pack_of
from core.errors import NotFound
from entities.selectors import entities_seen
from memories.models import Memory
from packs import registry
from packs.schemas import Names, PackOut, WordOut
from packs.selection import enabled_packs
from packs.spec import EntityTypeSpec, Name, PackSpec, RelationTypeSpec, Vocabulary

Row = TypeVar("Row", bound=Model)
Word = Vocabulary | EntityTypeSpec | RelationTypeSpec


def pack_list(caller: Caller) -> list[PackSpec]:
    """Return the installed packs within the caller's reach, those switched off included."""
    caller.require(Scope.READ)
    return [spec for spec in registry.all_packs() if caller.may_reach(spec.id)]


def pack_get(caller: Caller, pack_id: str) -> PackSpec:
    """Return one pack; NotFound where it is not installed or out of reach."""
    if spec := next((spec for spec in pack_list(caller) if spec.id == pack_id), None):
        return spec
    raise NotFound(f"there is no pack “{pack_id}”", field="id")


def pack_outs(caller: Caller, packs: Sequence[PackSpec]) -> list[PackOut]:
    """Return packs for a client."""
    enabled = set(enabled_packs(caller))
    memories = _by_space(Memory.objects.of(caller).kept())
    entities = _by_space(entities_seen(caller).filter(merged_into=None))
    return [
        PackOut(
            id=spec.id,
            name=_names(spec.name),
            description=_names(spec.description),
            hue=spec.hue,
            icon=spec.icon,
            enabled=spec.id in enabled,
            memory_types=_words(spec.memory_types),
            categories=_words(spec.categories),
            entity_types=_words(spec.entity_types),
            relation_types=_words(spec.relation_types),
            memory_count=memories.get(spec.id, 0),
            entity_count=entities.get(spec.id, 0),
        )
        for spec in packs
    ]


def _by_space(rows: QuerySet[Row]) -> dict[str, int]:
    counted = rows.order_by().values_list("user_id").annotate(total=Count("pk"))
    return {pack_of(user_id): total for user_id, total in counted}


def _names(name: Name) -> Names:
    return Names(en=name.en, ja=name.ja)


def _words(words: Iterable[Word]) -> list[WordOut]:
    return [WordOut(key=word.key, name=_names(word.name)) for word in words]
