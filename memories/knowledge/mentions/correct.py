"""A person's word on a stretch of a memory's text: it names this one, or nothing at all.

The word is kept as a ruling, which deriving follows; the mention is put right at once. Each of
these is one change of the journal, which ``undo_mention`` takes back.
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
    """What was done; ``change_id`` takes it back, and is None where nothing had to change.

    ``entity`` is what the stretch names now, None where a person said that it names nothing
    or took their word back.
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
    """Say that characters of a memory's text name an entity, a new one, or (``is_not``) nothing.

    ``start`` counts characters of the text. What was found across the stretch goes, and what
    was ruled across it before; claims that were read from this memory alone about somebody it
    names no more are undone. The text is read again soon.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory or entity.
        InvalidInput: names ``surface`` or ``start`` where that does not stand in the text,
            ``entity``, ``name``, ``type`` or ``verdict``.
        Conflict: the entity was merged, or the new one's name is taken.
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
    """Take a person's word on a stretch back: it is read again, as if nothing had been said.

    A mention that a save had brought along returns.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such memory, or nobody said anything of that stretch.
    """
    require_corrector(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        ruling = correction_at(row, start, surface)
        if ruling is None:
            raise NotFound(f"nobody ruled on “{surface}” at {start}", field="start")
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
    """Say that what a memory names is of another type, wherever it is named.

    Raises:
        Forbidden, NotFound: as above, or the memory does not mention it.
        InvalidInput: the type is unknown, or its rules refuse the entity's attributes.
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
    """Raise Forbidden unless this is the owner, or a token “admin” bound to no part."""
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
    """Write the journal; what is found by the names, and what is claimed of them, follows."""
    change.write()
    index.put_words_again([memory.pk])
    if memory.is_findable:
        DerivationJob.objects.enqueue([memory.pk], now=change.at)
        jobs.wake("enrich")
