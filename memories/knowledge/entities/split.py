"""Split an entity: move some of its mentions to a new entity."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model, Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller
from core.errors import Conflict, InvalidInput, NotFound, Problem
from core.journal import Change, described
from core.models import Action
from entities.models import Entity, EntityAlias, Mention, MentionRuling
from entities.registry import alias_of
from entities.selectors import entity_get
from graph.models import EntityRelation
from memories.models import State
from nlp.names.romaji import reading_of
from nlp.names.spelling import bare_name, look_up_key

from .edit import type_id


@dataclass(frozen=True, slots=True)
class SplitResult:
    """The result of a split; ``change_id`` undoes it."""

    change_id: UUID
    entity: UUID
    made: UUID
    mentions: int
    relations: int
    states: int


def split_entity(
    caller: Caller,
    entity_id: UUID,
    *,
    mentions: Sequence[int],
    name: str = "",
    type: str | None = None,
    aliases: Sequence[str] = (),
    reason: str = "",
    now: datetime | None = None,
) -> SplitResult:
    """Move mentions of an entity to a new one; an empty ``name`` is taken from the mentions.

    Relations (or their evidence) and states move as well if their evidence are memories that no
    longer mention the old entity.

    Raises:
        Forbidden: the caller may not split.
        NotFound: the entity or one of the mentions does not exist.
        InvalidInput: no mention or every mention is given; the type or name is invalid.
        Conflict: the entity was merged into another one. Nothing was changed.
    """
    caller.require_owner()
    with journal.change(caller, reason, now=now) as change:
        entity = entity_get(caller, entity_id)
        taken = _taken(entity, mentions)
        kind = type_id(caller, type) if type else entity.entity_type_id
        made = _new(entity, taken, name, kind, change.at)
        made.save()
        change.note(Action.SPLIT, made, after=described(made))
        _move_mentions(made, taken, change)
        memories = _left(entity, taken)
        relations = _move_relations(entity, made, memories, change)
        states = _move_states(entity, made, memories, change)
        _name(entity, made, aliases, change)
        _set(
            change,
            entity,
            extraction_count=max(0, entity.extraction_count - len(taken)),
            updated_at=change.at,
        )
    return SplitResult(
        change.change_id, entity.entity_id, made.entity_id, len(taken), relations, states
    )


def _taken(entity: Entity, ids: Sequence[int]) -> list[Mention]:
    if entity.merged_into_id:
        raise Conflict(
            format_lazy(
                _("{name} was merged into {merged_into_id}; split that one"),
                name=entity.name,
                merged_into_id=entity.merged_into_id,
            ),
            field="id",
            code="merged",
        )
    if not ids:
        raise InvalidInput(_("name at least one mention"), field="mentions", code="empty")
    own = {row.pk: row for row in Mention.objects.filter(entity=entity)}
    missing = [
        Problem(
            f"mentions.{at}",
            "not_found",
            format_lazy(_("{name} has no mention {pk}"), name=entity.name, pk=pk),
        )
        for at, pk in enumerate(ids)
        if pk not in own
    ]
    if missing:
        raise NotFound(missing)
    if len(set(ids)) == len(own):
        raise InvalidInput(
            _("leave one mention: to rename the whole, change the entity"),
            field="mentions",
            code="all_taken",
        )
    return [own[pk] for pk in dict.fromkeys(ids)]


def _new(entity: Entity, taken: Sequence[Mention], name: str, kind: str, now: datetime) -> Entity:
    called = name.strip() or next((row.surface for row in taken if row.surface), entity.name)
    key = look_up_key(called, kind)
    if not key or len(called) > 255:
        raise InvalidInput(_("1 to 255 characters"), field="name", code="invalid")
    return Entity(
        user_id=entity.user_id,
        entity_type_id=kind,
        name=called,
        name_key=key,
        reading=reading_of(bare_name(called, kind)),
        confidence_score=1.0,
        extraction_count=len(taken),
        last_mentioned_at=max(row.created_at for row in taken),
        created_at=now,
    )


def _move_mentions(made: Entity, taken: Sequence[Mention], change: Change) -> None:
    for mention in taken:
        _set(change, mention, entity_id=made.entity_id, updated_at=change.at)
        if mention.position_in_text is None:
            continue
        rulings = MentionRuling.objects.filter(
            memory=mention.memory_id,
            position_in_text=mention.position_in_text,
            surface=mention.surface,
        )
        for ruling in rulings.exclude(entity=None):
            _set(change, ruling, entity_id=made.entity_id)


def _left(entity: Entity, taken: Sequence[Mention]) -> set[int]:
    """Return the memories that no longer mention the old entity."""
    still = set(Mention.objects.filter(entity=entity).values_list("memory_id", flat=True))
    return {row.memory_id for row in taken} - still


def _move_relations(entity: Entity, made: Entity, memories: set[int], change: Change) -> int:
    told = EntityRelation.objects.filter(evidence__in=memories)
    rows = told.filter(Q(source=entity) | Q(target=entity)).distinct()
    moved = 0
    for row in rows.select_related("relation_type", "source", "target").order_by("pk"):
        evidence = set(row.evidence.values_list("pk", flat=True))
        if evidence <= memories:
            _set(change, row, **_ends(row, entity, made), updated_at=change.at)
        else:
            _split_relation(row, entity, made, evidence & memories, change)
        moved += 1
    return moved


def _ends(row: EntityRelation, entity: Entity, made: Entity) -> dict[str, UUID]:
    source = made if row.source_id == entity.entity_id else row.source
    target = made if row.target_id == entity.entity_id else row.target
    if row.relation_type.is_symmetric and source.pk > target.pk:
        source, target = target, source
    return {"source_id": source.entity_id, "target_id": target.entity_id}


def _split_relation(
    row: EntityRelation, entity: Entity, made: Entity, evidence: set[int], change: Change
) -> None:
    """Copy a relation to the new entity with part of its evidence; the old one keeps the rest."""
    before = described(row)
    share = EntityRelation(
        user_id=row.user_id,
        relation_type=row.relation_type,
        weight=row.weight,
        confidence_score=row.confidence_score,
        evidence_count=len(evidence),
        reason=row.reason,
        extraction_method=row.extraction_method,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        recorded_at=row.recorded_at,
        superseded_at=row.superseded_at,
        updated_at=change.at,
        properties=row.properties,
        **_ends(row, entity, made),
    )
    share.save()
    share.evidence.add(*evidence)
    change.note(Action.SPLIT, share, after=described(share))
    row.evidence.remove(*evidence)
    row.evidence_count = max(1, row.evidence_count - len(evidence))
    row.version += 1
    row.updated_at = change.at
    row.save()
    change.moved(Action.SPLIT, row, before)


def _move_states(entity: Entity, made: Entity, memories: set[int], change: Change) -> int:
    """Move the states whose only evidence are these memories."""
    rows = State.objects.filter(subject=entity, evidence__in=memories).distinct().order_by("pk")
    resting: dict[int, set[int]] = defaultdict(set)
    through = State.evidence.through.objects.filter(state__in=rows)
    for state_id, memory_id in through.values_list("state_id", "memory_id"):
        resting[state_id].add(memory_id)
    moving = [row for row in rows if resting[row.pk] <= memories]
    for state in moving:
        _set(change, state, subject_id=made.entity_id)
    return len(moving)


def _name(entity: Entity, made: Entity, aliases: Sequence[str], change: Change) -> None:
    """Move names and aliases from the old entity to the new one."""
    keys = {look_up_key(alias, made.entity_type_id): alias for alias in aliases}
    for row in EntityAlias.objects.filter(entity=entity, alias_key__in=[made.name_key, *keys]):
        change.note(Action.SPLIT, row, before=described(row))
        row.delete()
    for key, alias in keys.items():
        if key and key != made.name_key:
            row = alias_of(made, alias, now=change.at)
            row.save()
            change.note(Action.SPLIT, row, after=described(row))


def _set(change: Change, row: Model, **values: Any) -> None:
    before = described(row)
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    change.moved(Action.SPLIT, row, before)
