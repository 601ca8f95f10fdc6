"""Changing, hiding and bringing back a memory; the old text goes to the journal."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core import jobs, journal
from core.caller import Caller, Scope
from core.clock import aware
from core.errors import InvalidInput, Problem, did_you_mean
from core.journal import Change, described, snapshot
from core.models import Action
from memories import index
from memories.models import DerivationJob, Memory
from memories.schemas import MemoryPatch, RemovalOut
from nlp.summary import first_sentence
from nlp.text.fold import (
    content_hash,
)
from nlp.text.script import detect
from packs import registry

from .duplicates import release
from .lookup import memory_get
from .mentions import renew_speaker
from .tags import merged_contexts, merged_tags

# Patch fields that are columns under another name, or under their own.
COLUMNS = {
    "title": "title",
    "speaker": "speaker",
    "memory_type": "memory_type",
    "category": "category",
    "importance": "importance_score",
    "confidence": "confidence",
    "pinned": "pinned",
    "searchable": "searchable",
    "extra_data": "extra_data",
}


def update_memory(
    caller: Caller, uid: UUID, patch: MemoryPatch, *, now: datetime | None = None
) -> None:
    """Change the given fields of a memory: tags are replaced, links stay.

    Raises:
        NotFound, Forbidden, InvalidInput: nothing was changed.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with transaction.atomic():
        memory = memory_get(caller, uid)
        before = described(memory)
        change = Change(caller=caller, at=now, reason=patch.reason)
        _check(memory, patch)
        _apply(caller, memory, patch, change)
        memory.updated_at = now
        memory.save()
        _set_tags(memory, patch, change)
        if memory.speaker != before["speaker"]:
            renew_speaker(memory, change)
        _reindex(memory, now)
        if memory.raw_text != before["raw_text"]:
            release([memory], change)
        change.note(Action.UPDATE, memory, before=before, after=described(memory))
        change.write()
        jobs.wake("embed")
        jobs.wake("enrich")


def _check(memory: Memory, patch: MemoryPatch) -> None:
    problems: list[Problem] = []
    if patch.memory_type is not None and patch.memory_type not in registry.memory_types():
        problems.append(
            did_you_mean("memory_type", patch.memory_type, registry.memory_types(), "memory type")
        )
    # One that the memory has already stays, also where its pack has gone.
    is_new = patch.category and patch.category != memory.category
    if patch.category and is_new and patch.category not in registry.category_keys():
        problems.append(
            did_you_mean("category", patch.category, registry.category_keys(), "category")
        )
    if problems:
        raise InvalidInput(problems)


def _apply(caller: Caller, memory: Memory, patch: MemoryPatch, change: Change) -> None:
    given = patch.model_fields_set
    for name, column in COLUMNS.items():
        if name in given:
            value = getattr(patch, name)
            setattr(memory, column, value.strip() if name == "speaker" else value)
    if patch.text is not None and patch.text != memory.raw_text:
        _replace_text(memory, patch.text, keep_title="title" in given)
    if patch.pack is not None and patch.pack != memory.pack:
        raise InvalidInput(
            "a memory stays in its pack; save it again in the other one",
            field="pack",
            code="fixed_pack",
        )
    if "context" in given:
        name = (patch.context or "").strip()
        found = merged_contexts(memory.user_id, [name], change) if name else {}
        memory.context = next(iter(found.values()), None)
    _set_about(caller, memory, patch)


def _replace_text(memory: Memory, text: str, *, keep_title: bool) -> None:
    if not keep_title and memory.title == first_sentence(memory.raw_text):
        memory.title = first_sentence(text)
    memory.raw_text = text
    memory.content_hash = content_hash(text)
    memory.language = detect(text)
    memory.summary_text = memory.micro_summary = ""
    if memory.about_time_confidence is not None:
        # It was read from the text that is gone.
        memory.about_start = memory.about_end = memory.about_time_confidence = None


def _set_about(caller: Caller, memory: Memory, patch: MemoryPatch) -> None:
    for name in ("about_start", "about_end"):
        if name in patch.model_fields_set:
            value: datetime | None = getattr(patch, name)
            setattr(memory, name, aware(value, caller, name) if value else None)
    if memory.about_start and memory.about_end and memory.about_end < memory.about_start:
        raise InvalidInput("this is before about_start", field="about_end", code="order")


def _set_tags(memory: Memory, patch: MemoryPatch, change: Change) -> None:
    if patch.tags is not None:
        memory.tags.set(merged_tags(memory.user_id, patch.tags, change).values())
        # The rows were prefetched with the memory; what follows has to see the new ones.
        memory.__dict__.pop("_prefetched_objects_cache", None)


def _reindex(memory: Memory, now: datetime) -> None:
    if memory.is_findable:
        index.put([memory], now=now)
        DerivationJob.objects.enqueue([memory.pk], now=now)
    else:
        index.remove([memory.pk])


def invalidate(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> RemovalOut:
    """Hide a memory from every search and list; it can be restored."""
    return _set_invalidated(caller, uid, is_hidden=True, reason=reason, now=now or timezone.now())


def restore(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> RemovalOut:
    """Bring a hidden memory back."""
    return _set_invalidated(caller, uid, is_hidden=False, reason=reason, now=now or timezone.now())


def _set_invalidated(
    caller: Caller, uid: UUID, *, is_hidden: bool, reason: str, now: datetime
) -> RemovalOut:
    caller.require(Scope.WRITE)
    with journal.change(caller, reason, now=now) as change:
        memory = memory_get(caller, uid)
        if (memory.invalidated_at is not None) == is_hidden:
            return RemovalOut(id=uid, action="unchanged")
        before = snapshot(memory)
        memory.invalidated_at = now if is_hidden else None
        memory.save(update_fields=["invalidated_at"])
        action = Action.INVALIDATE if is_hidden else Action.RESTORE
        change.note(action, memory, before=before, after=snapshot(memory))
        if memory.is_findable:
            DerivationJob.objects.enqueue([memory.pk], now=now)
    return RemovalOut(id=uid, action="invalidated" if is_hidden else "restored")
