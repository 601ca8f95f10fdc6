"""Save memories: validate, store the rows, index the words, queue embedding and enrichment."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core import jobs
from core.caller import Caller, Scope
from core.db.prepared import PreparedInsert
from core.errors import TooLarge, WasurenaError
from core.journal import Change, described, snapshot
from core.models import Action
from core.operation_times import Operation, operation_seconds
from graph.models import RelationScope
from graph.services import relation_types
from memories import index
from memories.enrichment.response import add_enrichment_to_response
from memories.enrichment.suggestions import suggest_sealed
from memories.inbox.proposals import create_proposals
from memories.knowledge.states.create import ProvidedStates, store_states
from memories.knowledge.states.edit import state_complete
from memories.models import DerivationJob, Memory
from memories.records.build import ExistingMemories, assign_contexts, assign_tags, build_memory
from memories.records.filing import Filing, guessed_by
from memories.records.links import link_targets, store_link
from memories.records.mentions import StoredMentions, note_mentions, store_mentions
from memories.records.privacy.sealing import seal_originals
from memories.records.sessions import SessionRegistry
from memories.records.threads import thread_conversation
from memories.records.validation import SaveValidator, ValidatedSave
from memories.schemas import BatchOut, MemoryInput, SavedOut
from memories.schemas.inputs import MAX_BATCH
from memories.schemas.leniency.base import NoteOut
from packs.guessing import PackReason

from .saving.answer import saved_response, teach, with_notes
from .saving.at_once import derive_at_once
from .saving.repeats import is_done, link_repeated, note_hidden, repeats_with_deeds
from .saving.waiting import wait_for_results

# Guesses of a pack that a person may be asked about: nothing around the save speaks for them.
UNSURE = (PackReason.WORDS, PackReason.USUAL)

_new_memories = PreparedInsert(Memory)


def remember(
    caller: Caller,
    item: MemoryInput,
    *,
    source: str = "api",
    wait: bool = False,
    now: datetime | None = None,
    change_id: UUID | None = None,
) -> SavedOut:
    """Store one memory; see :func:`remember_batch`."""
    change = Change(caller, now or timezone.now(), change_id=change_id or uuid4())
    with operation_seconds[Operation.SAVE].time():
        return _save(change, [item], source, wait, prefix="").results[0]


def remember_batch(
    caller: Caller,
    items: Sequence[MemoryInput],
    *,
    source: str = "api",
    wait: bool = False,
    now: datetime | None = None,
    change_id: UUID | None = None,
) -> BatchOut:
    """Store up to 1,000 memories, all or none; return one result per memory, in order.

    With ``wait`` it returns when all memories are embedded and enriched, after 10 seconds at the
    latest; ``pending`` of each result lists the steps that are not done by then. Batches with one
    ``change_id`` are one change of the journal, which is undone as a whole.

    Raises:
        TooLarge: more than 1,000 memories.
        InvalidInput, Forbidden, NotFound, Conflict: with the path of each field;
            nothing was stored.
    """
    if len(items) > MAX_BATCH:
        raise TooLarge(
            format_lazy(
                gettext_lazy("{items} memories; at most {max_batch} go in one batch"),
                items=len(items),
                max_batch=f"{MAX_BATCH:,}",
            ),
            field="memories",
            code="too_many",
        )
    with jobs.background.track_request():
        change = Change(caller, now or timezone.now(), change_id=change_id or uuid4())
        return _save(change, items, source, wait, prefix="memories.{}.")


def _save(
    change: Change, items: Sequence[MemoryInput], source: str, wait: bool, *, prefix: str
) -> BatchOut:
    caller, now = change.caller, change.at
    caller.require(Scope.WRITE)
    # Validated before taking the write lock, so that invalid input blocks no other writer.
    saves = _validate(caller, items, source, now, prefix)
    with transaction.atomic():
        result = _store(change, saves)
        jobs.wake("embed")
        jobs.wake("enrich")
    is_derived = not wait and derive_at_once(result.memories)
    out = wait_for_results(result.out, result.memories) if wait else result.out
    if is_derived:
        out = add_enrichment_to_response(out, result.memories)
    return teach(caller, out, result.memories, now, is_derived=wait or is_derived)


def _validate(
    caller: Caller, items: Sequence[MemoryInput], source: str, now: datetime, prefix: str
) -> list[ValidatedSave]:
    filing = Filing.load(caller, items)
    validator = SaveValidator(caller=caller, now=now, default_source=source, filing=filing)
    saves = [validator.validate(item, prefix.format(at)) for at, item in enumerate(items)]
    validator.raise_problems()
    return saves


@dataclass(slots=True)
class _SaveResult:
    memories: list[Memory]
    out: BatchOut


@dataclass(slots=True)
class _Batch:
    """The memory of each save, and which of them are new or were there already."""

    kept: list[Memory] = field(default_factory=list)
    new: list[tuple[Memory, ValidatedSave]] = field(default_factory=list)
    repeated: list[tuple[Memory, ValidatedSave]] = field(default_factory=list)


def _store(change: Change, saves: Sequence[ValidatedSave]) -> _SaveResult:
    caller, now = change.caller, change.at
    linked = [save for save in saves if save.item.links]
    targets = link_targets(caller, linked) if linked else {}
    sessions = SessionRegistry.load(saves)
    batch = _build(caller, saves, sessions, now)
    sessions.insert_opened(change)
    mentioned = _insert(batch.new, change, now)
    sessions.update_touched(change)
    _link(batch.new, targets, change)
    note_hidden(batch.repeated)
    repeated = repeats_with_deeds(caller, batch.repeated)
    link_repeated(change, repeated, targets)
    change.write()
    _seal(batch.new, now)
    given = _store_states(caller, batch.new, mentioned, now)
    completed = _complete_all(caller, batch.kept, saves, [*batch.new, *repeated], now)
    out = saved_response(batch.kept, batch.new, mentioned, given, completed)
    return _SaveResult(batch.kept, with_notes(out, saves))


def _build(
    caller: Caller, saves: Sequence[ValidatedSave], sessions: SessionRegistry, now: datetime
) -> _Batch:
    """Find the memories that are there already, and build the rows of the others."""
    existing = ExistingMemories.load(caller, saves)
    batch = _Batch()
    for save in saves:
        memory = existing.by_external_id(save)
        if memory is None:
            session = sessions.session_for(save)
            memory = existing.by_words(save, session)
        if memory is None:
            memory = build_memory(save, now)
            memory.session = session
            existing.add_new(memory, save)
            batch.new.append((memory, save))
        else:
            batch.repeated.append((memory, save))
        batch.kept.append(memory)
    return batch


def _store_states(
    caller: Caller,
    new: Sequence[tuple[Memory, ValidatedSave]],
    mentioned: StoredMentions,
    now: datetime,
) -> ProvidedStates:
    """Store the states and relations that the saves give, and ask about those in doubt."""
    stated = [
        (memory, save.item) for memory, save in new if save.item.states or save.item.relations
    ]
    given = store_states(caller, stated, mentioned.named, now) if stated else ProvidedStates()
    if given.suggestions:
        create_proposals(given.suggestions, now=now, caller=caller)
    return given


def _seal(new: Sequence[tuple[Memory, ValidatedSave]], now: datetime) -> None:
    """Keep the originals of masked texts encrypted, and ask about those that are asked about."""
    seal_originals([(memory, save.originals) for memory, save in new], now=now)
    asked = [memory for memory, save in new if save.is_asked]
    if asked:
        create_proposals([suggest_sealed(memory) for memory in asked], now=now)


def _insert(
    new: Sequence[tuple[Memory, ValidatedSave]], change: Change, now: datetime
) -> StoredMentions:
    """Store new memories with tags, contexts, mentions and reply links, and index their words."""
    memories = [memory for memory, _ in new]
    assign_contexts(new, change)
    _new_memories.store_with_ids(memories)
    assign_tags(new, change)
    mentioned = store_mentions([(memory, save.item) for memory, save in new], now)
    replies = thread_conversation(memories, now)
    index.put(memories, now=now, texts={memory.pk: save.words for memory, save in new})
    left_open = {memory.pk for memory in memories if guessed_by(memory) in UNSURE}
    DerivationJob.objects.enqueue([memory.pk for memory in memories], now=now, left_open=left_open)
    for reply in replies.replaced:
        change.note(Action.DELETE, reply, before=snapshot(reply))
    prefetch_related_objects(memories, "tags")
    for memory in memories:
        change.note(Action.CREATE, memory, after=described(memory))
    note_mentions(change, memories, mentioned)
    change.created(replies.made)
    return mentioned


def _link(
    new: Sequence[tuple[Memory, ValidatedSave]], targets: dict[UUID, Memory], change: Change
) -> None:
    given = [
        (memory, link)
        for memory, save in new
        for link in save.item.links
        if link.target_id in targets
    ]
    types = relation_types(RelationScope.MEMORIES, change.caller.base_user) if given else {}
    for memory, link in given:
        store_link(
            change,
            (memory.pk, targets[link.target_id].pk),
            types[link.type],
            user_id=memory.user_id,
            namespace=memory.namespace,
            weight=link.weight,
            reason=link.reason,
        )


def _complete_all(
    caller: Caller,
    kept: Sequence[Memory],
    saves: Sequence[ValidatedSave],
    carried_out: Sequence[tuple[Memory, ValidatedSave]],
    now: datetime,
) -> list[list[UUID]]:
    """Return the tasks that each save completes, in order; a save left out completes none."""
    carried = {id(save) for _, save in carried_out}
    return [
        _complete(caller, memory, save, now) if id(save) in carried else []
        for memory, save in zip(kept, saves, strict=True)
    ]


def _complete(caller: Caller, memory: Memory, save: ValidatedSave, now: datetime) -> list[UUID]:
    """Mark the tasks that a save names as done, unless they are; one that is none is noted."""
    done = []
    for at, uid in enumerate(save.item.completes):
        try:
            if not is_done(caller, uid):
                state_complete(caller, uid, save.created_at, because=[memory.pk], now=now)
            done.append(uid)
        except WasurenaError as error:
            detail = f"was left out: {error.problems[0].detail}"
            save.notes.append(NoteOut(field=f"completes.{at}", detail=detail))
    return done
