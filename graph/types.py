"""The kinds of links and relations: shared by everybody, extended by the owner."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounts.caller import Caller, Scope
from accounts.errors import Conflict, InvalidInput, NotFound, Problem
from accounts.schemas import refuse_null
from entities.type_changes import telling

from .models import RelationScope, RelationType, Transitivity
from .schemas import NewRelationType, RelationTypeFilters, RelationTypeOut, RelationTypePatch


def relation_type_list(caller: Caller, filters: RelationTypeFilters) -> QuerySet[RelationType]:
    """Return the types that may connect memories, or entities; or every one."""
    caller.require(Scope.READ)
    rows = RelationType.objects.all()
    if filters.scope is None:
        return rows
    return rows.filter(Q(scope=filters.scope) | Q(scope=RelationScope.BOTH))


def relation_type_get(caller: Caller, key: str) -> RelationType:
    """Return one type; NotFound where there is none of this key."""
    if found := relation_type_list(caller, RelationTypeFilters()).filter(pk=key).first():
        return found
    raise NotFound(f"there is no relation type “{key}”", field="key")


def relation_type_create(caller: Caller, item: NewRelationType) -> RelationTypeOut:
    """Add a type.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: there is one of this key.
        InvalidInput: there is no such family or inverse.
    """
    caller.require_owner()
    with telling(RelationType, caller):
        if RelationType.objects.filter(pk=item.key).exists():
            raise Conflict(
                f"there is already a relation type “{item.key}”", field="key", code="key_taken"
            )
        _check_references(item)
        stored = RelationType.objects.create(
            type_name=item.key,
            canonical_type=item.canonical_type or item.key,
            inverse_type=item.inverse_type or "",
            line_style="solid" if item.is_directed else "dashed",
            arrow_style="arrow" if item.is_directed else "",
            is_system_type=False,
            is_user_defined=True,
            **item.model_dump(exclude={"key", "canonical_type", "inverse_type"}),
        )
    return relation_type_out(stored)


def _check_references(item: NewRelationType) -> None:
    """Refuse a family or an inverse that does not exist; a type may be its own."""
    families = set(RelationType.objects.values_list("canonical_type", flat=True)) | {item.key}
    keys = set(RelationType.objects.values_list("type_name", flat=True)) | {item.key}
    problems = [
        Problem(name, "unknown_relation_type", f"there is no relation type “{value}”")
        for name, value, known in (
            ("canonical_type", item.canonical_type, families),
            ("inverse_type", item.inverse_type, keys),
        )
        if value is not None and value not in known
    ]
    if problems:
        raise InvalidInput(problems)


def relation_type_revise(caller: Caller, key: str, patch: RelationTypePatch) -> RelationTypeOut:
    """Change how a type is called, shown and weighed; Forbidden unless the caller is the owner."""
    caller.require_owner()
    refuse_null(patch, *RelationTypePatch.model_fields)
    with telling(RelationType, caller):
        stored = relation_type_get(caller, key)
        for name in patch.model_fields_set:
            setattr(stored, name, getattr(patch, name))
        stored.save()
    return relation_type_out(stored)


def relation_type_outs(types: Sequence[RelationType]) -> list[RelationTypeOut]:
    """Return types for a client."""
    return [relation_type_out(row) for row in types]


def relation_type_out(row: RelationType) -> RelationTypeOut:
    """Return one type for a client."""
    return RelationTypeOut(
        key=row.type_name,
        display_name=row.display_name,
        display_name_en=row.display_name_en,
        description=row.description,
        scope=RelationScope(row.scope),
        canonical_type=row.canonical_type,
        inverse_type=row.inverse_type or None,
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
