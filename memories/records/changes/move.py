"""Move a memory to another pack of the same person, with what it says of the owner."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from core.journal import Change, described, parts_of, snapshot
from core.models import Action
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention
from entities.registry import EntityRegistry
from graph.models import MemoryLink
from memories import index
from memories.index.in_memory.space import spaces
from memories.models import DerivationJob, Memory, State
from memories.records.build import get_or_create_contexts, get_or_create_tags, refuse_taken
from memories.records.filing import CORRECTED, PACK_GUESS
from memories.records.lookup import memory_get, memory_out
from memories.records.privacy.rows import note_masked, treated_columns, treated_state
from memories.records.privacy.sealing import seal_originals
from memories.records.privacy.treatment import Treatment
from memories.schemas import MemoryOut
from nlp.summary import first_sentence
from packs import registry

from .update import replace_text


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
