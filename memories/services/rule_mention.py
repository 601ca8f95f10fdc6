"""A person's word on a stretch of a memory's text: it names this one, or nothing at all.

The word is kept as a ruling, which deriving follows; the mention is put right at once. Each of
these is one change of the journal, which :func:`mention_undo` takes back.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller, Scope
from accounts.errors import Conflict, Forbidden, InvalidInput, NotFound, Problem
from accounts.schemas import parsed
from entities.models import Entity, Mention, Verdict
from entities.schemas import EntityPatch, NewEntity
from entities.selectors import entity_get

from .. import background, index
from ..curation.reversal import take_back
from ..derivation import outbox as derivation
from ..journal import Change
from ..models import Action, Memory, Revision
from ..rulings import Place, counted, free, give_back, is_as_ruled, lift, put, ruling_at
from ..selectors import memory_get
from .entities import put_changed, put_new

# What a change of this module touches; others are taken back by the services that made them.
OURS = frozenset({"mention", "mentionruling", "entity", "entityalias"})


@dataclass(frozen=True, slots=True)
class Ruled:
    """What was done; ``change_id`` takes it back, and is None where nothing had to change.

    ``entity`` is what the stretch names now, None where a person said that it names nothing
    or took their word back.
    """

    memory: Memory
    change_id: UUID | None
    entity: Entity | None = None


def mention_rule(
    caller: Caller,
    memory: UUID,
    *,
    start: int,
    surface: str,
    entity: UUID | None = None,
    name: str = "",
    type: str = "",
    verdict: str = Verdict.IS,
    reason: str = "",
    now: datetime | None = None,
) -> Ruled:
    """Say that characters of a memory's text name an entity, a new one, or (``is_not``) nothing.

    ``start`` counts characters of the text. What was found across the stretch goes, and what
    was ruled across it before.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory or entity.
        InvalidInput: names ``surface`` or ``start`` where that does not stand in the text,
            ``entity``, ``name``, ``type`` or ``verdict``.
        Conflict: the entity was merged, or the new one's name is taken.
    """
    _require(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        place = Place.of(row, start, surface)
        change = Change(caller=caller, at=now or timezone.now(), reason=reason)
        meant = _meant(
            caller, row, change, _said(verdict, entity, name), name.strip(), type.strip()
        )
        if is_as_ruled(place, meant):
            return Ruled(row, None, meant)
        with counted(row, change.at):
            free(place, change)
            put(place, meant, change)
        _settle(row, change)
    return Ruled(row, change.change_id, meant)


def mention_unrule(
    caller: Caller,
    memory: UUID,
    *,
    start: int,
    surface: str,
    reason: str = "",
    now: datetime | None = None,
) -> Ruled:
    """Take a person's word on a stretch back: it is read again, as if nothing had been said.

    A mention that a save had brought along returns.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory, or nobody said anything of that stretch.
    """
    _require(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        ruling = ruling_at(row, start, surface)
        if ruling is None:
            raise NotFound(f"nobody ruled on “{surface}” at {start}", field="start")
        change = Change(caller=caller, at=now or timezone.now(), reason=reason)
        with counted(row, change.at):
            place = Place(row, start, surface)
            free(place, change)
            lift(ruling, change)
            give_back(place, ruling.pk, change)
        _settle(row, change)
    return Ruled(row, change.change_id)


def mention_retype(
    caller: Caller,
    memory: UUID,
    entity: UUID,
    type: str,
    *,
    reason: str = "",
    now: datetime | None = None,
) -> Ruled:
    """Say that what a memory names is of another type, wherever it is named.

    Raises:
        Forbidden, NotFound: as above, or the memory does not mention it.
        InvalidInput: the type is unknown, or its rules refuse the entity's attributes.
        Conflict: another entity of that type has the name.
    """
    _require(caller)
    with transaction.atomic():
        row, known = memory_get(caller, memory), entity_get(caller, entity, field="entity")
        if not Mention.objects.filter(memory=row, entity=known).exists():
            raise NotFound(f"this memory does not mention {known.name}", field="entity")
        if known.entity_type_id == type:
            return Ruled(row, None, known)
        change = Change(caller=caller, at=now or timezone.now(), reason=reason)
        changed = put_changed(known, EntityPatch(type=type), change)
        change.write()
    return Ruled(row, change.change_id, changed)


def mention_undo(
    caller: Caller, memory: UUID, change_id: UUID, *, now: datetime | None = None
) -> Ruled:
    """Take back a change that one of these functions made: every row is as it was.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such change of this memory's mentions.
        Conflict: it was undone already, or its rows were changed since.
    """
    _require(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        _check_undoable(caller, row, change_id)
        change = Change(caller=caller, at=now or timezone.now())
        with counted(row, change.at):
            take_back(caller, change_id, change)
        _settle(row, change)
    return Ruled(row, change.change_id)


def _require(caller: Caller) -> None:
    caller.require(Scope.WRITE)
    if not caller.is_owner:
        raise Forbidden(
            "what a text names is for the owner to say, or for a token with the scope “admin”;"
            " others propose it: POST /api/inbox/ with the kind “entity” or “merge_entities”",
            field="token",
            code="owner",
        )
    caller.require_unbound()


def _said(verdict: str, entity: UUID | None, name: str) -> UUID | Verdict:
    """Return the entity that is meant, or whether one is to be made or none is named."""
    if verdict not in Verdict.values:
        known = ", ".join(Verdict.values)
        raise InvalidInput(f"one of: {known}", field="verdict", code="unknown_verdict")
    given = [("entity", entity is not None), ("name", bool(name.strip()))]
    if verdict == Verdict.IS_NOT:
        problems = [
            Problem(field, "not_with_is_not", "what names nothing names nobody")
            for field, is_given in given
            if is_given
        ]
        if problems:
            raise InvalidInput(problems)
        return Verdict.IS_NOT
    if all(is_given for _, is_given in given):
        raise InvalidInput("give “entity” or “name”, not both", field="name", code="both")
    if not any(is_given for _, is_given in given):
        raise InvalidInput(
            "say which entity it is, or the “name” and “type” of a new one",
            field="entity",
            code="missing",
        )
    return entity or Verdict.IS


def _meant(
    caller: Caller, memory: Memory, change: Change, said: UUID | Verdict, name: str, type: str
) -> Entity | None:
    if said == Verdict.IS_NOT:
        return None
    if isinstance(said, UUID):
        return _known(caller, memory, said)
    if not type:
        raise InvalidInput("a new one needs a type", field="type", code="missing")
    item = parsed(NewEntity, {"name": name, "type": type})
    return put_new(item, memory.user_id, change)


def _known(caller: Caller, memory: Memory, entity_id: UUID) -> Entity:
    entity = entity_get(caller, entity_id, field="entity")
    if entity.user_id != memory.user_id:
        raise InvalidInput(
            f"{entity.name} is of the pack {entity.pack}, and this memory of {memory.pack}",
            field="entity",
            code="other_pack",
        )
    if entity.merged_into_id:
        raise Conflict(
            f"{entity.name} was merged into {entity.merged_into_id}; name that one",
            field="entity",
            code="merged",
        )
    return entity


def _settle(memory: Memory, change: Change) -> None:
    """Write the journal; what is found by the names, and what is claimed of them, follows."""
    change.write()
    index.put_words_again([memory.pk])
    if memory.is_findable:
        derivation.enqueue([memory.pk], now=change.at)
        background.after_commit("derive", derivation.start)


def _check_undoable(caller: Caller, memory: Memory, change_id: UUID) -> None:
    entries = list(Revision.objects.of(caller).filter(change_id=change_id))
    is_ours = bool(entries) and all(
        entry.target_type in OURS and entry.action not in (Action.MERGE, Action.SPLIT)
        for entry in entries
    )
    if not is_ours or not any(_is_about(entry, memory) for entry in entries):
        raise NotFound(
            f"there is no change {change_id} of what this memory names", field="change_id"
        )
    named = {
        entry.before["entity_id"]
        for entry in entries
        if entry.before and entry.before.get("entity_id")
    }
    if Entity.objects.filter(entity_id__in=named).count() != len(named):
        raise Conflict("what was named here is gone", field="change_id", code="changed")


def _is_about(entry: Revision, memory: Memory) -> bool:
    values = entry.after or entry.before or {}
    if entry.target_type == "entity":
        rows = Mention.objects.filter(memory=memory, entity__entity_id=entry.target_id)
        return rows.exists()
    return values.get("memory_id") == memory.pk
