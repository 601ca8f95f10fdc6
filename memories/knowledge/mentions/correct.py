"""Correct which entity a text span refers to, and undo such a correction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import jobs, journal
from core.caller import Caller, Scope
from core.errors import Forbidden, NotFound
from core.journal import Change, entries_of, revert, undo_id
from core.models import Action, Revision
from entities.models import Entity, Mention, Verdict
from entities.schemas import EntityPatch
from entities.selectors import entity_get
from memories import index
from memories.knowledge.entities.edit import apply_entity_patch
from memories.models import DerivationJob, Memory
from memories.records.lookup import memory_get

from .corrections import (
    clear_span,
    correction_at,
    delete_correction,
    is_already_corrected,
    restore_saved_mentions,
    store_correction,
    updated_counts,
    withdraw_claims,
)
from .target import TextSpan, resolve_target_entity

# Row types that a correction changes; other changes are undone by their own services.
CORRECTION_TARGETS = frozenset(
    {
        "mention", "mentionruling", "entity", "entityalias",
        "state", "stateentity", "entityrelation",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CorrectionResult:
    """The result of a correction; ``change_id`` undoes it and is None if nothing changed.

    ``entity`` is the entity of the span, None if the span names none or was cleared.
    """

    memory: Memory
    change_id: UUID | None
    entity: Entity | None = None


def correct_mention(
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
) -> CorrectionResult:
    """Correct the entity of a text span: an existing one, a new one, or (``is_not``) none.

    ``start`` is a character offset. Overlapping mentions and corrections are deleted; claims
    read from this memory alone about entities that it no longer mentions are undone. The
    memory is queued for enrichment.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory or entity.
        InvalidInput: ``surface`` is not in the text at ``start``, or ``entity``, ``name``,
            ``type`` or ``verdict`` is invalid.
        Conflict: the entity was merged, or the name of the new entity is taken.
    """
    require_corrector(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        span = TextSpan.of(row, start, surface)
        change = Change(caller=caller, at=now or timezone.now(), reason=reason)
        target = resolve_target_entity(
            caller, row, change, verdict=verdict, entity=entity, name=name, type=type
        )
        if is_already_corrected(span, target):
            return CorrectionResult(row, None, target)
        with updated_counts(row, change.at) as gone:
            clear_span(span, change)
            store_correction(span, target, change)
        withdraw_claims(caller, row, gone, change)
        write_and_reindex(row, change)
    return CorrectionResult(row, change.change_id, target)


def clear_correction(
    caller: Caller,
    memory: UUID,
    *,
    start: int,
    surface: str,
    reason: str = "",
    now: datetime | None = None,
) -> CorrectionResult:
    """Delete a correction; the span is read again by enrichment.

    A mention that came with the save is restored.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory, or no correction of that span.
    """
    require_corrector(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        ruling = correction_at(row, start, surface)
        if ruling is None:
            raise NotFound(
                format_lazy(
                    _("there is no correction of “{surface}” at {start}"),
                    surface=surface,
                    start=start,
                ),
                field="start",
            )
        change = Change(caller=caller, at=now or timezone.now(), reason=reason)
        with updated_counts(row, change.at) as gone:
            span = TextSpan(row, start, surface)
            clear_span(span, change)
            delete_correction(ruling, change)
            restore_saved_mentions(span, ruling.pk, change)
        withdraw_claims(caller, row, gone, change)
        write_and_reindex(row, change)
    return CorrectionResult(row, change.change_id)


def retype_mention(
    caller: Caller,
    memory: UUID,
    entity: UUID,
    type: str,
    *,
    reason: str = "",
    now: datetime | None = None,
) -> CorrectionResult:
    """Change the type of an entity that a memory mentions.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: the memory or entity does not exist, or the memory does not mention it.
        InvalidInput: the type is unknown, or the entity's attributes break its rules.
        Conflict: another entity of that type has the name.
    """
    require_corrector(caller)
    with journal.change(caller, reason, now=now) as change:
        row, known = memory_get(caller, memory), entity_get(caller, entity, field="entity")
        if not Mention.objects.filter(memory=row, entity=known).exists():
            raise NotFound(
                format_lazy(_("this memory does not mention {name}"), name=known.name),
                field="entity",
            )
        if known.type_key == type:
            return CorrectionResult(row, None, known)
        changed = apply_entity_patch(known, EntityPatch(type=type), change)
    return CorrectionResult(row, change.change_id, changed)


def require_corrector(caller: Caller) -> None:
    """Raise Forbidden unless the caller is the owner or an unbound token with the scope “admin”."""
    caller.require(Scope.WRITE)
    if not caller.is_owner:
        raise Forbidden(
            _(
                "what a text names is for the owner to say, or for a token with the scope “admin”;"
                " others propose it: POST /api/inbox/ with the kind “entity” or “merge_entities”"
            ),
            field="token",
            code="owner",
        )
    caller.require_unbound()


def write_and_reindex(memory: Memory, change: Change) -> None:
    """Write the journal, reindex the memory and queue it for enrichment."""
    change.write()
    index.put_words_again([memory.pk])
    if memory.is_findable:
        DerivationJob.objects.enqueue([memory.pk], now=change.at)
        jobs.wake("enrich")


def undo_correction(
    caller: Caller, memory: UUID, change_id: UUID, *, now: datetime | None = None
) -> CorrectionResult:
    """Undo a correction: restore every row that it changed.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such change of this memory's mentions.
        Conflict: it is undone already, or its rows were changed since.
    """
    require_corrector(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        entries = _undoable(caller, row, change_id)
        change = Change(caller, now or timezone.now(), change_id=undo_id(change_id))
        withdraw_claims(caller, row, _named(entries), change)
        with updated_counts(row, change.at):
            revert(entries, change)
        write_and_reindex(row, change)
    return CorrectionResult(row, change.change_id)


def _undoable(caller: Caller, memory: Memory, change_id: UUID) -> list[Revision]:
    entries = entries_of(caller, change_id)
    is_ours = bool(entries) and all(
        entry.target_type in CORRECTION_TARGETS and entry.action not in (Action.MERGE, Action.SPLIT)
        for entry in entries
    )
    if not is_ours or not any(_is_about(entry, memory) for entry in entries):
        raise NotFound(
            format_lazy(
                _("there is no change {change_id} of what this memory names"), change_id=change_id
            ),
            field="change_id",
        )
    return entries


def _named(entries: Sequence[Revision]) -> set[UUID]:
    """Return the entities whose mentions the change created."""
    return {
        UUID(entry.after["entity_id"])
        for entry in entries
        if entry.target_type == "mention" and entry.before is None and entry.after
    }


def _is_about(entry: Revision, memory: Memory) -> bool:
    values = entry.after or entry.before or {}
    if entry.target_type == "entity":
        rows = Mention.objects.filter(memory=memory, entity__entity_id=entry.target_id)
        return rows.exists()
    return values.get("memory_id") == memory.pk
