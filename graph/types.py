"""The kinds of links and relations: shared ones, which the operator changes, and each person's own."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q, QuerySet

from core.caller import Caller, Scope
from core.errors import Conflict, InvalidInput, NotFound, Problem
from entities.models import own_type_id, type_key
from entities.own_types import EVERYBODY, change_type
from entities.type_catalog import types_by_id, types_by_key
from entities.type_changes import noting_types

from .models import RelationScope, RelationType, Transitivity
from .schemas import NewRelationType, RelationTypeFilters, RelationTypeOut, RelationTypePatch


def relation_type_list(caller: Caller, filters: RelationTypeFilters) -> QuerySet[RelationType]:
    """Return the types that the caller may name, for memories or entities where one is asked."""
    caller.require(Scope.READ)
    named = [row.pk for row in types_by_key(RelationType, caller.base_user).values()]
    rows = RelationType.objects.filter(pk__in=named)
    if filters.scope is None:
        return rows
    return rows.filter(Q(scope=filters.scope) | Q(scope=RelationScope.BOTH))


def relation_type_get(caller: Caller, key: str) -> RelationType:
    """Return one type as the caller calls it; NotFound if there is none, or another person's."""
    caller.require(Scope.READ)
    if found := types_by_key(RelationType, caller.base_user).get(key):
        return found
    raise NotFound(f"there is no relation type “{key}”", field="key")


def relation_type_create(caller: Caller, item: NewRelationType) -> RelationTypeOut:
    """Add a type of the caller's own.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: the caller sees one of this key.
        InvalidInput: there is no such family or inverse.
    """
    caller.require_owner()
    with noting_types(RelationType, caller):
        types = types_by_key(RelationType, caller.base_user)
        if item.key in types:
            raise Conflict(
                f"there is already a relation type “{item.key}”", field="key", code="key_taken"
            )
        own = own_type_id(caller.base_user, item.key)
        ids = {key: row.pk for key, row in types.items()} | {item.key: own}
        _check_references(item, ids, {row.canonical_type for row in types.values()} | {item.key})
        stored = RelationType.objects.create(
            type_name=own,
            owner=caller.base_user,
            canonical_type=item.canonical_type or item.key,
            inverse_type=ids[item.inverse_type] if item.inverse_type else "",
            line_style="solid" if item.is_directed else "dashed",
            arrow_style="arrow" if item.is_directed else "",
            is_system_type=False,
            is_user_defined=True,
            **item.model_dump(exclude={"key", "canonical_type", "inverse_type"}),
        )
    return relation_type_out(stored)


def _check_references(
    item: NewRelationType, ids: Mapping[str, str], families: Collection[str]
) -> None:
    """Refuse a family or an inverse that does not exist; a type may be its own."""
    problems = [
        Problem(name, "unknown_relation_type", f"there is no relation type “{value}”")
        for name, value, known in (
            ("canonical_type", item.canonical_type, families),
            ("inverse_type", item.inverse_type, ids),
        )
        if value is not None and value not in known
    ]
    if problems:
        raise InvalidInput(problems)


def relation_type_revise(caller: Caller, key: str, patch: RelationTypePatch) -> RelationTypeOut:
    """Change how a type is called, shown and weighed; of a shared one, its labels for the caller.

    Raises:
        Forbidden: the caller is not the owner, or it is for the operator.
        NotFound, InvalidInput: nothing was changed.
    """
    caller.require_owner()
    changes = patch.model_dump(exclude_unset=True, exclude={EVERYBODY})
    with noting_types(RelationType, caller):
        stored = relation_type_get(caller, key)
        change_type(caller, stored, changes, for_everybody=patch.for_everybody)
    return relation_type_out(relation_type_get(caller, key))


def relation_type_outs(caller: Caller, rows: Sequence[RelationType]) -> list[RelationTypeOut]:
    """Return types for a client, as the caller calls them."""
    named = types_by_id(RelationType, caller.base_user)
    return [relation_type_out(named.get(row.pk, row)) for row in rows]


def relation_type_out(row: RelationType) -> RelationTypeOut:
    """Return one type for a client."""
    return RelationTypeOut(
        key=row.key,
        display_name=row.display_name,
        display_name_en=row.display_name_en,
        description=row.description,
        scope=RelationScope(row.scope),
        canonical_type=row.canonical_type,
        inverse_type=type_key(row.inverse_type) or None,
        is_directed=row.is_directed,
        is_symmetric=row.is_symmetric,
        single_valued=row.single_valued,
        transitivity=Transitivity(row.transitivity),
        default_weight=row.default_weight,
        confidence_threshold=row.confidence_threshold,
        color=row.color,
        is_system_type=row.is_system_type,
        is_user_defined=row.is_user_defined,
    )
