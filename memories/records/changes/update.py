"""Change, hide or restore a memory; the journal keeps the earlier values."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import jobs, journal
from core.caller import Caller, Scope, aware
from core.errors import InvalidInput, Problem
from core.journal import Change, described, snapshot
from core.models import Action
from memories.models import DerivationJob, Memory
from memories.records.annotations.types import category_labels, unknown_type
from memories.records.annotations.words import memory_type_labels
from memories.records.build import get_or_create_contexts, get_or_create_tags
from memories.records.duplicates import uncollapse_all
from memories.records.lookup import memory_get
from memories.records.mentions import update_speaker_mention
from memories.records.privacy.rows import note_masked
from memories.records.privacy.saves import treated_patch
from memories.records.privacy.sealing import seal_originals
from memories.records.privacy.treatment import Treatment
from memories.records.validation import reads_as_order
from memories.schemas import MemoryPatch, RemovalOut
from nlp.summary import first_sentence
from nlp.text.tokens import content_hash, detect
from packs import registry

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
    """Update the given fields of a memory: tags are replaced, links stay.

    The privacy policy of its pack applies as to a save.

    Raises:
        NotFound, Forbidden, InvalidInput: nothing was changed.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with journal.change(caller, patch.reason, now=now) as change:
        memory = memory_get(caller, uid)
        before = described(memory)
        _check(memory, patch)
        treatment = Treatment.of(memory.user_id)
        patch = treated_patch(patch, treatment)
        change.reason = patch.reason
        _apply(caller, memory, patch, change)
        note_masked(memory, treatment)
        memory.updated_at = now
        memory.save()
        _set_tags(memory, patch, change)
        if memory.speaker != before["speaker"]:
            update_speaker_mention(memory, change)
        if memory.is_findable:
            DerivationJob.objects.enqueue([memory.pk], now=now)
            jobs.wake("enrich")
        if memory.raw_text != before["raw_text"]:
            uncollapse_all([memory], change)
        change.note(Action.UPDATE, memory, before=before, after=described(memory))
        seal_originals([(memory, treatment.kept_originals())], now=now)


def _check(memory: Memory, patch: MemoryPatch) -> None:
    problems: list[Problem] = []
    if patch.memory_type is not None and patch.memory_type not in registry.memory_types():
        problems.append(
            unknown_type("memory_type", patch.memory_type, "memory type", memory_type_labels())
        )
    # The current category stays valid, even if its pack was removed.
    is_new = patch.category and patch.category != memory.category
    if patch.category and is_new and patch.category not in registry.category_keys():
        problems.append(unknown_type("category", patch.category, "category", category_labels()))
    if problems:
        raise InvalidInput(problems)


def _apply(caller: Caller, memory: Memory, patch: MemoryPatch, change: Change) -> None:
    given = patch.model_fields_set
    for name, column in COLUMNS.items():
        if name in given:
            value = getattr(patch, name)
            setattr(memory, column, value.strip() if name == "speaker" else value)
    if patch.text is not None and patch.text != memory.raw_text:
        replace_text(memory, patch.text, keep_title="title" in given)
    if patch.pack is not None and patch.pack != memory.pack:
        raise InvalidInput(
            _("a memory stays in its pack; save it again in the other one"),
            field="pack",
            code="fixed_pack",
        )
    if "context" in given:
        name = (patch.context or "").strip()
        found = get_or_create_contexts(memory.user_id, [name], change) if name else {}
        memory.context = next(iter(found.values()), None)
    _set_about(caller, memory, patch)


def replace_text(memory: Memory, text: str, *, keep_title: bool) -> None:
    """Set the text of a memory and what follows from it, as long as nobody said otherwise."""
    if not keep_title and memory.title == first_sentence(memory.raw_text):
        memory.title = first_sentence(text)
    memory.raw_text = text
    memory.content_hash = content_hash(text)
    memory.is_order = reads_as_order(memory.trust, text, memory.assistant_text)
    memory.language = detect(text)
    memory.summary_text = memory.micro_summary = ""
    if memory.about_time_confidence is not None:
        # These dates were extracted from the old text.
        memory.about_start = memory.about_end = memory.about_time_confidence = None


def _set_about(caller: Caller, memory: Memory, patch: MemoryPatch) -> None:
    for name in ("about_start", "about_end"):
        if name in patch.model_fields_set:
            value: datetime | None = getattr(patch, name)
            setattr(memory, name, aware(value, caller, name) if value else None)
    if memory.about_start and memory.about_end and memory.about_end < memory.about_start:
        raise InvalidInput(_("this is before about_start"), field="about_end", code="order")


def _set_tags(memory: Memory, patch: MemoryPatch, change: Change) -> None:
    if patch.tags is not None:
        memory.tags.set(get_or_create_tags(memory.user_id, patch.tags, change).values())
        # Drop prefetched rows, so that later steps read the new ones.
        memory.__dict__.pop("_prefetched_objects_cache", None)


def invalidate(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> RemovalOut:
    """Hide a memory from every search and list; it can be restored."""
    return _set_invalidated(caller, uid, is_hidden=True, reason=reason, now=now or timezone.now())


def restore(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> RemovalOut:
    """Restore a hidden memory."""
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
