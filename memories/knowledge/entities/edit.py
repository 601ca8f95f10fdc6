"""Create, update and delete entities by hand; the journal records each change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.journal import Change, snapshot
from core.models import Action
from entities.models import Entity, EntityAlias, Mention
from entities.schemas import EntityPatch, NewEntity
from entities.selectors import entity_get
from entities.types.attribute_rules import attribute_problems
from entities.types.entity_types import entity_types
from graph.models import EntityRelation
from memories.models import State, StateEntity
from memories.records.annotations.types import labels_of, unknown_type
from memories.records.annotations.words import ENTITIES, known_word
from memories.records.lookup import require_whole_space, space_for
from nlp.names.romaji import reading_of
from nlp.names.spelling import bare_name, look_up_key

# Patch fields that are columns under another name, or under their own.
COLUMNS = {
    "name": "name",
    "type": "entity_type_id",
    "description": "description",
    "attributes": "attributes",
    "importance": "importance_score",
}


def create_entity(caller: Caller, item: NewEntity, *, now: datetime | None = None) -> Entity:
    """Create an entity by hand.

    Raises:
        InvalidInput: the type is unknown, or the attributes break its rules.
        Conflict: the pack has an entity of this type with this name or one of the aliases.
    """
    require_whole_space(caller)
    if problems := attribute_problems(type_id(caller, item.type), item.attributes):
        raise InvalidInput(problems)
    with journal.change(caller, now=now) as change:
        user_id = space_for(caller, item.pack, f"{item.name} {item.description}")
        return insert_entity(item, user_id, change)


def insert_entity(item: NewEntity, user_id: str, change: Change) -> Entity:
    """Insert an entity into a space and note it in ``change``; attributes are not checked.

    Raises:
        InvalidInput: the type is unknown, or the folded name is empty.
        Conflict: the space has an entity of this type with this name or one of the aliases.
    """
    entity = Entity(
        user_id=user_id,
        entity_type_id=type_id(change.caller, item.type),
        name=item.name.strip(),
        description=item.description,
        attributes=item.attributes,
        importance_score=item.importance,
        confidence_score=1.0,
        created_at=change.at,
    )
    _set_key(entity)
    entity.save()
    at = len(change.revisions)
    _set_aliases(entity, item.aliases, change)
    change.note(Action.CREATE, entity, after=_described(entity))
    # The entity before its aliases: it is created before them, and undone after them.
    change.revisions.insert(at, change.revisions.pop())
    return entity


def update_entity(
    caller: Caller, entity_id: UUID, patch: EntityPatch, *, now: datetime | None = None
) -> Entity:
    """Update the given fields of an entity; aliases are replaced.

    Raises:
        NotFound, InvalidInput, Conflict: nothing was changed.
    """
    require_whole_space(caller)
    with journal.change(caller, patch.reason, now=now) as change:
        return apply_entity_patch(entity_get(caller, entity_id), patch, change)


def apply_entity_patch(entity: Entity, patch: EntityPatch, change: Change) -> Entity:
    """Store the given fields of an entity and note them in ``change``.

    Attributes are checked against the rules of the type if either changes.

    Raises:
        InvalidInput, Conflict: nothing was changed.
    """
    _refuse_merged(entity)
    if patch.type is not None:
        patch = patch.model_copy(update={"type": type_id(change.caller, patch.type)})
    _check_attributes(entity, patch)
    before = _described(entity)
    _apply(entity, patch, change)
    change.note(Action.UPDATE, entity, before=before, after=_described(entity))
    return entity


def delete_entity(caller: Caller, entity_id: UUID, *, now: datetime | None = None) -> None:
    """Delete an entity without references.

    Raises:
        NotFound: there is no such entity.
        Conflict: mentions, relations, states or merged entities refer to it.
    """
    require_whole_space(caller)
    with journal.change(caller, now=now) as change:
        entity = entity_get(caller, entity_id)
        if used_by := _used_by(entity):
            raise Conflict(
                format_lazy(_("this entity has {names}"), names=" and ".join(used_by)),
                field="id",
                code="in_use",
            )
        for alias in entity.aliases.order_by("pk"):
            change.note(Action.DELETE, alias, before=snapshot(alias))
        change.note(Action.DELETE, entity, before=_described(entity))
        entity.delete()


def _used_by(entity: Entity) -> list[str]:
    uses: dict[str, QuerySet[Any]] = {
        "mentions": Mention.objects.filter(entity=entity),
        "relations": EntityRelation.objects.filter(Q(source=entity) | Q(target=entity)),
        "states": State.objects.filter(subject=entity),
        "further states": StateEntity.objects.filter(entity=entity),
        "merged entities": Entity.objects.filter(merged_into=entity),
    }
    return [what for what, rows in uses.items() if rows.exists()]


def type_id(caller: Caller, key: str) -> str:
    """Return the primary key of the entity type that the caller's word means.

    Raises:
        InvalidInput: it means none; the error lists the nearest types.
    """
    types = entity_types(caller.base_user)
    labels = labels_of(types)
    meant = known_word(key, labels, ENTITIES)
    if meant is None:
        raise InvalidInput([unknown_type("type", key, "entity type", labels)])
    return str(types[meant].pk)


def _check_attributes(entity: Entity, patch: EntityPatch) -> None:
    if not patch.model_fields_set & {"type", "attributes"}:
        return
    attributes = entity.attributes if patch.attributes is None else patch.attributes
    if problems := attribute_problems(patch.type or entity.entity_type_id, attributes):
        raise InvalidInput(problems)


def _refuse_merged(entity: Entity) -> None:
    if entity.merged_into_id:
        raise Conflict(
            format_lazy(
                _("this entity was merged into {merged_into_id}; change that one"),
                merged_into_id=entity.merged_into_id,
            ),
            field="id",
            code="merged",
        )


def _apply(entity: Entity, patch: EntityPatch, change: Change) -> None:
    for name in patch.model_fields_set & set(COLUMNS):
        setattr(entity, COLUMNS[name], getattr(patch, name))
    entity.name = entity.name.strip()
    entity.updated_at = change.at
    _set_key(entity)
    entity.save()
    if patch.aliases is not None:
        _set_aliases(entity, patch.aliases, change)
    elif patch.type is not None:
        names = entity.aliases.order_by("pk").values_list("alias", flat=True)
        _set_aliases(entity, list(names), change)


def _set_key(entity: Entity) -> None:
    """Set the folded key of the name; refuse a key that another entity of the type has."""
    key = look_up_key(entity.name, entity.entity_type_id)
    if key != entity.name_key or not entity.reading:
        entity.reading = reading_of(bare_name(entity.name, entity.entity_type_id))
    entity.name_key = key
    if not entity.name_key:
        raise InvalidInput(_("this may not be empty"), field="name", code="blank")
    _refuse_taken(entity, entity.name, entity.name_key, "name")


def _set_aliases(entity: Entity, aliases: Sequence[str], change: Change) -> None:
    """Replace the aliases; unchanged aliases keep their readings."""
    keyed = {
        look_up_key(alias, entity.entity_type_id): (at, alias.strip())
        for at, alias in enumerate(aliases)
    }
    keyed.pop(entity.name_key, None)
    for key, (at, alias) in keyed.items():
        if not key:
            raise InvalidInput(_("this may not be empty"), field=f"aliases.{at}", code="blank")
        _refuse_taken(entity, alias, key, f"aliases.{at}")
    kept = {row.alias_key: row for row in entity.aliases.all()}
    for row in entity.aliases.exclude(alias_key__in=list(keyed)):
        change.note(Action.DELETE, row, before=snapshot(row))
        row.delete()
    for key, (_at, alias) in keyed.items():
        known = kept.get(key)
        before = snapshot(known) if known else None
        row = known or EntityAlias(
            entity=entity, user_id=entity.user_id, alias_key=key, created_at=change.at
        )
        row.alias = alias
        row.reading = row.reading or reading_of(bare_name(alias, entity.entity_type_id))
        row.save()
        if (after := snapshot(row)) != before:
            change.note(Action.UPDATE if before else Action.CREATE, row, before=before, after=after)


def _refuse_taken(entity: Entity, name: str, key: str, field: str) -> None:
    """Refuse a name or alias that another entity of the same type has."""
    others = Entity.objects.filter(
        user_id=entity.user_id, entity_type=entity.entity_type_id, merged_into=None
    ).exclude(entity_id=entity.entity_id)
    aliased = EntityAlias.objects.filter(alias_key=key, entity__in=others).values("entity")
    other = others.filter(Q(name_key=key) | Q(entity_id__in=aliased)).first()
    if other is not None:
        raise Conflict(
            format_lazy(
                _("“{name}” already names {other} ({entity_id})"),
                name=name,
                other=other.name,
                entity_id=other.entity_id,
            ),
            field=field,
            code="name_taken",
        )


def _described(entity: Entity) -> dict[str, object]:
    aliases = EntityAlias.objects.filter(entity=entity).order_by("alias")
    return {**snapshot(entity), "aliases": list(aliases.values_list("alias", flat=True))}
