"""Mask what is stored already, and put the original of a masked memory back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from core import jobs, journal
from core.caller import Caller, Scope
from core.journal import Change, described, snapshot
from core.models import Action
from entities.models import Mention
from memories.models import DerivationJob, Memory, SealedText, State, Thread
from memories.records.changes.update import replace_text
from memories.records.duplicates import uncollapse_all
from memories.records.lookup import memory_get
from memories.records.privacy.rows import note_masked, treated_columns, treated_state
from memories.records.privacy.sealing import seal_originals
from memories.records.privacy.treatment import MASKED, Treatment


def restore_original(
    caller: Caller, uid: UUID, originals: Mapping[str, str], *, reason: str, now: datetime
) -> None:
    """Put the original texts of a masked memory back, whatever the policy of its pack says."""
    with journal.change(caller, reason, now=now) as change:
        memory = memory_get(caller, uid)
        before = described(memory)
        _write_texts(memory, originals)
        rest = {name: value for name, value in memory.extra_data.items() if name != MASKED}
        memory.extra_data, memory.updated_at = rest, now
        memory.save()
        _derive_again(memory, before, change)
        change.note(Action.UPDATE, memory, before=before, after=described(memory))
        SealedText.objects.filter(memory=memory).delete()


def mask_stored(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> Treatment:
    """Mask a memory by the policy of its pack, as a save would be now; return what was found.

    The original is kept encrypted where the policy says so. It can be undone.

    Raises:
        InvalidInput: the pack refuses a part of it; nothing was changed.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with journal.change(caller, reason, now=now) as change:
        memory = memory_get(caller, uid)
        treatment = Treatment.of(memory.user_id)
        before = described(memory)
        changed = treated_columns(memory, treatment)
        Thread.objects.filter(memories=memory, title=memory.title).update(
            title=changed.get("title", memory.title)
        )
        _write_texts(memory, changed)
        if changed:
            note_masked(memory, treatment)
            memory.updated_at = now
            memory.save()
            _derive_again(memory, before, change)
            change.note(Action.UPDATE, memory, before=before, after=described(memory))
            seal_originals([(memory, treatment.kept_originals())], now=now)
        _treat_states(memory, treatment, change)
        _treat_mentions(memory, treatment, change)
    return treatment


def _treat_mentions(memory: Memory, treatment: Treatment, change: Change) -> None:
    """Mask mentions as they are written; surroundings that the texts no longer hold go."""
    texts = (memory.raw_text, memory.assistant_text)
    for mention in Mention.objects.filter(memory=memory):
        before = snapshot(mention)
        mention.surface = treatment.text(mention.surface, "entities.name")
        if not any(mention.context_window in text for text in texts):
            mention.context_window = ""
        if snapshot(mention) != before:
            mention.save(update_fields=["surface", "context_window"])
            change.note(Action.UPDATE, mention, before=before, after=snapshot(mention))
    treatment.raise_problems()


def _treat_states(memory: Memory, treatment: Treatment, change: Change) -> None:
    """Mask what this memory says; others that say it are in the same space."""
    for state in State.objects.filter(evidence=memory):
        before = described(state)
        treated_state(state, treatment)
        if described(state) != before:
            state.save(update_fields=["value", "body"])
            change.note(Action.UPDATE, state, before=before, after=described(state))


def _write_texts(memory: Memory, values: Mapping[str, Any]) -> None:
    """Set columns of a memory; what follows from its text follows the new one."""
    given = dict(values)
    if (text := given.pop("raw_text", None)) is not None:
        replace_text(memory, text, keep_title="title" in given)
    for column, value in given.items():
        setattr(memory, column, value)


def _derive_again(memory: Memory, before: Mapping[str, Any], change: Change) -> None:
    if memory.is_findable:
        DerivationJob.objects.enqueue([memory.pk], now=change.at)
        jobs.wake("enrich")
    if memory.raw_text != before["raw_text"]:
        uncollapse_all([memory], change)
