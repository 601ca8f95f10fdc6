"""Correct which entity a text span refers to, or that it refers to none.

A correction is stored as a ruling, which enrichment follows, and the mention is updated at once.
Each correction is one journal change, which ``undo_correction`` undoes.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core import jobs, journal
from core.caller import Caller, Scope
from core.errors import Forbidden, NotFound
from core.journal import Change
from entities.models import Entity, Mention, Verdict
from entities.schemas import EntityPatch
from entities.selectors import entity_get
from memories import index
from memories.knowledge.entities.edit import apply_entity_patch
from memories.models import DerivationJob, Memory
from memories.records.lookup import memory_get

from .claims import withdraw_claims
from .corrections import (
    clear_span,
    correction_at,
    delete_correction,
    is_already_corrected,
    restore_saved_mentions,
    store_correction,
    updated_counts,
)
from .spans import TextSpan
from .target import resolve_target_entity


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
            raise NotFound(f"there is no correction of “{surface}” at {start}", field="start")
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
            raise NotFound(f"this memory does not mention {known.name}", field="entity")
        if known.type_key == type:
            return CorrectionResult(row, None, known)
        changed = apply_entity_patch(known, EntityPatch(type=type), change)
    return CorrectionResult(row, change.change_id, changed)


def require_corrector(caller: Caller) -> None:
    """Raise Forbidden unless the caller is the owner or an unbound token with the scope “admin”."""
    caller.require(Scope.WRITE)
    if not caller.is_owner:
        raise Forbidden(
            "what a text names is for the owner to say, or for a token with the scope “admin”;"
            " others propose it: POST /api/inbox/ with the kind “entity” or “merge_entities”",
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
