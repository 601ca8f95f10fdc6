"""Taking back a merge or a split: each row gets what the change took from it, and keeps the rest.

What came later stays: a description written since, a mention found since. Only a later merge or
split of the same rows has to be taken back first.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller
from core.errors import Conflict, NotFound
from entities.models import Entity, Mention
from entities.selectors import entity_get
from graph.models import EntityRelation
from memories import index
from memories.inbox.stale import refresh_about
from memories.inbox.subjects import Concerned
from memories.journal import Change, undo_id
from memories.models import Action, Memory, Revision

from .entity_journal import MODELS, described, note_changed

BATCH = 500


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back, and the change by which the journal knows of that."""

    change_id: UUID
    undone: UUID
    rows: int


def undo_entity_change(
    caller: Caller, change_id: UUID, action: Action, *, now: datetime | None = None
) -> Undone:
    """Take back a merge (``Action.MERGE``) or a split (``Action.SPLIT``).

    Raises:
        Forbidden, NotFound: there is no such change that the caller may undo.
        Conflict: it was undone already, or a later change of the same rows comes first.
    """
    caller.require_owner()
    try:
        with transaction.atomic():
            return _undo(caller, change_id, action, now or timezone.now())
    except IntegrityError as error:
        # As where a split gave a relation off, and a merge put another in its place.
        raise Conflict(
            "what a later merge or split made stands in its place; undo that first",
            field="change_id",
            code="later_change",
        ) from error


def _undo(caller: Caller, change_id: UUID, action: Action, now: datetime) -> Undone:
    entries = list(
        Revision.objects.of(caller)
        .filter(change_id=change_id, action=action, target_type__in=MODELS)
        .order_by("-pk")
    )
    _check(change_id, entries, action)
    # The id follows from the change, so that a second undo finds the first.
    reason = _("Undoes the change of %(at)s") % {
        "at": f"{entries[0].created_at:%Y-%m-%d %H:%M} UTC"
    }
    change = Change(caller=caller, at=now, reason=reason, change_id=undo_id(change_id))
    worded = _Worded()
    for entry in entries:
        _reverse(entry, change, worded)
    change.write()
    index.put_words_again(sorted(worded.memories))
    refresh_about(_entities(entries), base_user=caller.base_user, now=change.at)
    return Undone(change.change_id, change_id, len(entries))


def undo_of_entity(
    caller: Caller, entity_id: UUID, change_id: UUID, *, now: datetime | None = None
) -> Undone:
    """Take back whichever change of an entity this is, a merge or a split.

    Raises:
        NotFound: the entity has no such change.
        Forbidden, Conflict: as for ``undo_entity_change``.
    """
    entity_get(caller, entity_id)
    entry = (
        Revision.objects.of(caller)
        .filter(change_id=change_id, target_type="entity", target_id=str(entity_id))
        .filter(action__in=(Action.MERGE, Action.SPLIT))
        .first()
    )
    if entry is None:
        raise NotFound(f"this entity has no merge or split {change_id}", field="change_id")
    return undo_entity_change(caller, change_id, Action(entry.action), now=now)


def undone_changes(changes: Collection[UUID]) -> set[UUID]:
    """Return those of these merges and splits that were taken back."""
    by_undo = {undo_id(change): change for change in changes}
    found = Revision.objects.filter(change_id__in=list(by_undo)).values_list("change_id", flat=True)
    return {by_undo[undo] for undo in found.distinct()}


def _check(change_id: UUID, entries: Sequence[Revision], action: Action) -> None:
    if not entries:
        raise NotFound(f"there is no {action.lower()} {change_id}", field="change_id")
    if undone_changes([change_id]):
        raise Conflict("this was undone already", field="change_id", code="undone")
    if (later := _later(entries)) is not None:
        raise Conflict(
            f"undo the later {later.action.lower()} {later.change_id} first",
            field="change_id",
            code="later_change",
        )


def _later(entries: Sequence[Revision]) -> Revision | None:
    """Return the last merge or split after this one that touched a row of it, if it still holds.

    That the same entity took in another one in the meantime does no harm: what that
    brought is told apart row by row.
    """
    own = entries[0].change_id
    newest = max(entry.pk for entry in entries)
    ids = [e.target_id for e in entries]
    touched = {(e.target_type, e.target_id) for e in entries}
    found: list[Revision] = []
    for start in range(0, len(ids), BATCH):
        found += Revision.objects.filter(
            action__in=(Action.MERGE, Action.SPLIT),
            pk__gt=newest,
            target_id__in=ids[start : start + BATCH],
        ).exclude(change_id=own)
    found = [
        entry
        for entry in found
        if (entry.target_type, entry.target_id) in touched and not _only_took_in(entry)
    ]
    undone = undone_changes({entry.change_id for entry in found})
    holding = [entry for entry in found if entry.change_id not in undone]
    return max(holding, key=lambda entry: entry.pk, default=None)


def _only_took_in(entry: Revision) -> bool:
    """Whether an entry only says that an entity took another one in, or gave one off."""
    after = entry.after or {}
    return entry.target_type == "entity" and bool(after) and not after.get("merged_into_id")


def _entities(entries: Sequence[Revision]) -> Concerned:
    ids = {UUID(entry.target_id) for entry in entries if entry.target_type == "entity"}
    return Concerned(entities=tuple(ids))


class _Worded:
    """The memories whose indexed names change."""

    def __init__(self) -> None:
        self.memories: set[int] = set()

    def add(self, row: Model) -> None:
        if isinstance(row, Mention):
            self.memories.add(row.memory_id)


def _reverse(entry: Revision, change: Change, worded: _Worded) -> None:
    before, after = entry.before, entry.after
    if entry.erased_at is not None:
        return
    model = MODELS[entry.target_type]
    row = model._default_manager.filter(pk=(after or before or {}).get("id")).first()
    if before is None and row is not None:
        _remove(row, change)
    elif after is None and before is not None and row is None:
        _bring_back(model, before, change)
    elif before is not None and after is not None and row is not None:
        worded.add(row)
        _give_back(row, before, after, change)


def _remove(row: Model, change: Change) -> None:
    if isinstance(row, Entity):
        _refuse_used(row)
    change.note(Action.RESTORE, row, before=described(row))
    row.delete()


def _refuse_used(entity: Entity) -> None:
    """Keep an entity that was split off and has been mentioned since."""
    used = entity.mentions.count() + entity.relations_out.count() + entity.relations_in.count()
    used += entity.states.count() + entity.state_entities.count() + entity.merged.count()
    if used:
        raise Conflict(
            f"{entity.name} has been mentioned since; merge it instead",
            field="change_id",
            code="used_since",
        )


def _bring_back(model: type[Model], before: dict[str, Any], change: Change) -> None:
    columns = {column.attname: column for column in model._meta.concrete_fields}
    kept = {name: value for name, value in before.items() if name in columns}
    row = model(**{name: columns[name].to_python(value) for name, value in kept.items()})
    if not _has_ends(row):
        return  # what it rested on was forgotten since
    row.save(force_insert=True)
    _set_evidence(row, before.get("evidence", ()))
    change.note(Action.RESTORE, row, after=described(row))


def _has_ends(row: Model) -> bool:
    return all(
        field.related_model._default_manager.filter(
            **{field.target_field.attname: getattr(row, field.attname)}
        ).exists()
        for field in row._meta.concrete_fields
        if isinstance(field, ForeignKey) and getattr(row, field.attname) is not None
    )


def _set_evidence(row: Model, keys: Sequence[int]) -> None:
    if isinstance(row, EntityRelation):
        row.evidence.set(Memory.objects.filter(pk__in=list(keys)))


def _give_back(row: Model, before: dict[str, Any], after: dict[str, Any], change: Change) -> None:
    was = described(row)
    columns = {column.attname: column for column in row._meta.concrete_fields}
    for name in after:
        if before.get(name) == after[name] or name not in was:
            continue
        value = _without(was[name], before.get(name), after[name])
        if name == "evidence":
            _set_evidence(row, value)
        else:
            setattr(row, name, columns[name].to_python(value))
    if isinstance(row, Mention) and _is_taken(row):
        row.position_in_text = None  # the same place was found for this entity since
    row.save()
    note_changed(change, Action.RESTORE, row, was)


def _is_taken(mention: Mention) -> bool:
    others = Mention.objects.filter(
        memory=mention.memory_id,
        entity=mention.entity,
        link_type=mention.link_type,
        position_in_text=mention.position_in_text,
    )
    return others.exclude(pk=mention.pk).exists()


def _without(current: Any, before: Any, after: Any) -> Any:
    """Return what a value is without this change: lists and counts keep what came since."""
    if current == after:
        return before
    if isinstance(before, list) and isinstance(after, list):
        added = [item for item in after if item not in before]
        lost = [item for item in before if item not in after]
        return [*(item for item in current if item not in added), *lost]
    if _is_count(before) and _is_count(after) and _is_count(current):
        return max(0, current - (after - before))
    return current


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
