"""Change, hide, restore or move a memory; the journal keeps the earlier values."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import jobs, journal
from core.caller import Caller, Scope, aware
from core.errors import InvalidInput, Problem
from core.journal import Change, described, parts_of, snapshot
from core.models import Action
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention
from entities.registry import EntityRegistry
from graph.models import MemoryLink
from memories import index
from memories.index.in_memory.space import spaces
from memories.models import DerivationJob, Memory, State
from memories.schemas import MemoryOut, MemoryPatch, RemovalOut
from nlp.summary import first_sentence
from nlp.text.tokens import content_hash, detect
from packs import registry

from .annotations.types import category_labels, unknown_type
from .annotations.words import memory_type_labels
from .build import get_or_create_contexts, get_or_create_tags, refuse_taken
from .duplicates import uncollapse_all
from .filing import CORRECTED, PACK_GUESS
from .lookup import memory_get, memory_out
from .mentions import update_speaker_mention
from .privacy.rows import note_masked, treated_columns, treated_state
from .privacy.saves import treated_patch
from .privacy.sealing import seal_originals
from .privacy.treatment import Treatment
from .validation import reads_as_order

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


def move(
    caller: Caller,
    uid: UUID,
    pack: str,
    *,
    category: str | None = None,
    reason: str = "",
    now: datetime | None = None,
    replaced: Collection[str] = (),
) -> MemoryOut:
    """Move a memory to another pack of the same person, optionally with a new category.

    Later saves of its session and context that name no pack follow it. Text, dates, session and
    links stay. Its mentions refer to the entities of the new pack with the same names, which are
    created if missing; what it says of the owner goes along. The privacy policy of the new pack
    applies, but not to the fields ``replaced``, which a change of the same transaction replaces.

    Raises:
        NotFound, InvalidInput, Forbidden, Conflict: nothing was changed.
    """
    caller.require(Scope.WRITE)
    registry.get(pack)
    [space] = caller.spaces([pack])
    now = now or timezone.now()
    with transaction.atomic():
        memory = memory_get(caller, uid)
        refuse_taken(memory, space)
        left, before = memory.user_id, described(memory)
        treatment = Treatment.of(space)
        change = Change(caller=caller, at=now, reason=treatment.text(reason, "reason"))
        index.remove([memory.pk])
        _treat(memory, treatment, replaced, now)
        _move_rows(memory, space, category, change, treatment)
        change.note(Action.UPDATE, memory, before=before, after=described(memory))
        _move_mentions(memory, change)
        _move_links(memory, change)
        _move_states(memory, left, change, treatment)
        change.write()
        seal_originals(
            [(memory, {c: t for c, t in treatment.kept_originals().items() if c not in replaced})],
            now=now,
        )
        index.put([memory], now=now)
        jobs.wake("embed")
        transaction.on_commit(partial(spaces.forget, [left, space]))
    return memory_out(memory_get(caller, uid))


def _treat(memory: Memory, treatment: Treatment, replaced: Collection[str], now: datetime) -> None:
    """Apply the policy of the new pack to the columns of a memory."""
    is_own_title = memory.title != first_sentence(memory.raw_text)
    made = set() if is_own_title else {"title"}
    changed = treated_columns(memory, treatment, replaced={*replaced, *made})
    if "raw_text" in changed:
        replace_text(memory, changed.pop("raw_text"), keep_title=is_own_title)
    for column, value in changed.items():
        setattr(memory, column, value)
    if treatment.masked and memory.is_findable:
        DerivationJob.objects.enqueue([memory.pk], now=now)
    note_masked(memory, treatment)


def _move_rows(
    memory: Memory, space: str, category: str | None, change: Change, treatment: Treatment
) -> None:
    tags = treatment.value([tag.name for tag in memory.tags.all()], "tags", is_name=True)
    name = treatment.name(memory.context.name, "context") if memory.context else ""
    treatment.raise_problems()
    found = get_or_create_contexts(space, [name], change) if name else {}
    memory.context = next(iter(found.values()), None)
    memory.user_id, memory.updated_at = space, change.at
    memory.category = memory.category if category is None else category
    memory.extra_data = {**memory.extra_data, PACK_GUESS: CORRECTED}
    memory.save()
    memory.tags.set(get_or_create_tags(space, tags, change).values())
    # Drop prefetched rows, so that later steps read the new ones.
    memory.__dict__.pop("_prefetched_objects_cache", None)


def _move_mentions(memory: Memory, change: Change) -> None:
    """Point the mentions to entities of the new pack."""
    mentions = list(Mention.objects.filter(memory=memory).select_related("entity"))
    book = EntityRegistry(user_id=memory.user_id, now=change.at)
    book.load([(row.entity.name, row.entity.entity_type_id) for row in mentions])
    meant: dict[int, Entity] = {
        row.pk: book.resolve(row.entity.name, row.entity.entity_type_id) for row in mentions
    }
    book.store()
    made: list[Entity | EntityAlias] = [*book.created, *book.created_aliases]
    change.created(made)
    before = parts_of(MENTIONS, [memory])
    for row in mentions:
        row.entity, row.user_id, row.updated_at = meant[row.pk], memory.user_id, change.at
        row.save()
    change.parts(MENTIONS, [memory], before, parts_of(MENTIONS, [memory]))


def _move_links(memory: Memory, change: Change) -> None:
    """Move outgoing links: a link is in the space of its source memory."""
    for link in MemoryLink.objects.filter(src_memory=memory).exclude(user_id=memory.user_id):
        before = snapshot(link)
        link.user_id = memory.user_id
        link.save(update_fields=["user_id"])
        change.note(Action.UPDATE, link, before=before, after=snapshot(link))


def _move_states(memory: Memory, left: str, change: Change, treatment: Treatment) -> None:
    """Move what only this memory says of the owner; states of people and things stay with them."""
    own = State.objects.filter(evidence=memory, user_id=left, subject=None, relation=None)
    others = State.evidence.through.objects.filter(state=OuterRef("pk")).exclude(memory=memory)
    rows = list(own.exclude(Exists(others)))
    index.remove_states([state.pk for state in rows])
    for state in rows:
        before = described(state)
        state.user_id = memory.user_id
        treated_state(state, treatment)
        state.save(update_fields=["user_id", "value", "body"])
        change.note(Action.UPDATE, state, before=before, after=described(state))
    index.put_states(rows, now=change.at)
