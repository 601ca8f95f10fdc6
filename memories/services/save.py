"""`remember`: keep what was said, verbatim, findable by words at once (SPEC §5)."""

import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from core.db.prepared import PreparedInsert
from core.errors import TooLarge
from core.journal import Change, described, snapshot
from graph.models import RelationScope
from graph.services import relation_types
from memories import index
from memories.enrichment import queue as derivation
from memories.enrichment.response import with_derived
from memories.inbox.proposals import propose
from memories.index import embedding_jobs
from memories.knowledge.states.provided import Given, store_states
from memories.models import Action, DerivationJob, Memory, derives
from memories.records.build import KnownMemories, memory_of
from memories.records.links import link_targets, put_link
from memories.records.mentions import Mentioned, note_mentioned, store_mentions
from memories.records.sessions import SessionBook
from memories.records.tags import set_contexts, set_tags
from memories.records.threads import thread_conversation
from memories.records.validation import Draft, DraftChecker
from memories.schemas import BatchOut, EntityRef, MemoryInput, SavedOut
from memories.schemas.inputs import MAX_BATCH

logger = logging.getLogger(__name__)

WAIT_SECONDS = 10.0
# Of larger batches a save that waits answers what it stored; the rest follows behind it.
DERIVED_WHILE_WAITING = 20

_new_memories = PreparedInsert(Memory)


def remember(
    caller: Caller,
    item: MemoryInput,
    *,
    source: str = "api",
    wait: bool = False,
    now: datetime | None = None,
) -> SavedOut:
    """Store one memory; see :func:`remember_batch`."""
    return _remember(caller, [item], source, wait, now or timezone.now(), prefix="").results[0]


def remember_batch(
    caller: Caller,
    items: Sequence[MemoryInput],
    *,
    source: str = "api",
    wait: bool = False,
    now: datetime | None = None,
) -> BatchOut:
    """Store up to 1,000 memories, all or none, and say what became of each, in order.

    With ``wait`` it returns when all of them can be found by every route, after 10 seconds at
    the latest; ``pending`` of each result says what is not done by then.

    Raises:
        TooLarge: more than 1,000 memories.
        InvalidInput, Forbidden, NotFound, Conflict: with the path of each field;
            nothing was stored.
    """
    if len(items) > MAX_BATCH:
        raise TooLarge(
            f"{len(items)} memories; at most {MAX_BATCH:,} go in one batch",
            field="memories",
            code="too_many",
        )
    with jobs.load.track_request():
        return _remember(caller, items, source, wait, now or timezone.now(), prefix="memories.{}.")


def _remember(
    caller: Caller,
    items: Sequence[MemoryInput],
    source: str,
    wait: bool,
    now: datetime,
    *,
    prefix: str,
) -> BatchOut:
    caller.require(Scope.WRITE)
    # Checked before the write lock is taken: what is refused holds up nobody.
    drafts = _checked(caller, items, source, now, prefix)
    with transaction.atomic():
        result = _stored(caller, drafts, now)
        jobs.wake("embed")
        jobs.wake("enrich")
    return _waited(result) if wait else result.out


def _waited(result: "_Stored") -> BatchOut:
    """Return the answer with what was derived in time, and what is still pending.

    The memories are stored: whatever fails from here on is no failure of the save.
    """
    pks = [memory.pk for memory in result.memories]
    deadline = time.monotonic() + WAIT_SECONDS
    is_derived_too = len(pks) <= DERIVED_WHILE_WAITING and derives()
    out, unembedded, underived = result.out, set(pks), set(pks) if is_derived_too else set()
    try:
        unembedded = embedding_jobs.wait_for(pks, timeout=WAIT_SECONDS)
        if is_derived_too:
            left = max(0.0, deadline - time.monotonic())
            underived = derivation.wait_for(pks, timeout=left)
            out = with_derived(out, result.memories)
    except Exception:
        logger.exception("a save was stored, but waiting for what follows it failed")
    return BatchOut(
        results=[
            saved.model_copy(update={"pending": _pending(pk, unembedded, underived)})
            for pk, saved in zip(pks, out.results, strict=True)
        ]
    )


def _pending(pk: int, unembedded: Collection[int], underived: Collection[int]) -> list[str]:
    waiting = {"embedding": unembedded, "derivation": underived}
    return [step for step, pks in waiting.items() if pk in pks]


def _checked(
    caller: Caller, items: Sequence[MemoryInput], source: str, now: datetime, prefix: str
) -> list[Draft]:
    checker = DraftChecker(caller=caller, now=now, default_source=source)
    drafts = [checker.draft(item, prefix.format(at)) for at, item in enumerate(items)]
    checker.raise_problems()
    return drafts


@dataclass(slots=True)
class _Stored:
    memories: list[Memory]
    out: BatchOut


def _stored(caller: Caller, drafts: Sequence[Draft], now: datetime) -> _Stored:
    targets = link_targets(caller, drafts)
    known = KnownMemories.load(caller, drafts)
    sessions = SessionBook.load(drafts)
    kept, new = [], []
    for draft in drafts:
        memory = known.by_external_id(draft)
        if memory is None:
            session = sessions.session_for(draft)
            memory = known.by_words(draft, session)
        if memory is None:
            memory = memory_of(draft, now)
            memory.session = session
            known.add(memory)
            new.append((memory, draft))
        kept.append(memory)
    change = Change(caller=caller, at=now)
    sessions.insert_opened(change)
    mentioned = _insert(new, change, now)
    sessions.update_touched(change)
    _link(new, targets, change)
    change.write()
    pairs = [(memory, draft.item) for memory, draft in new]
    given = store_states(caller, pairs, mentioned.named, now)
    if given.suggestions:
        propose(given.suggestions, now=now, caller=caller)
    return _Stored(kept, _answer(kept, new, mentioned, given))


def _insert(new: Sequence[tuple[Memory, Draft]], change: Change, now: datetime) -> Mentioned:
    """Store new memories with all that hangs on them, and index their words."""
    memories = [memory for memory, _ in new]
    set_contexts(new, change)
    _new_memories.store_with_ids(memories)
    set_tags(new, change)
    mentioned = store_mentions([(memory, draft.item) for memory, draft in new], now)
    replies = thread_conversation(memories, now)
    index.put(memories, now=now, texts={memory.pk: draft.words for memory, draft in new})
    left_open = {memory.pk for memory, draft in new if draft.item.pack is None}
    DerivationJob.objects.enqueue([memory.pk for memory in memories], now=now, left_open=left_open)
    for reply in replies.replaced:
        change.note(Action.DELETE, reply, before=snapshot(reply))
    prefetch_related_objects(memories, "tags")
    for memory in memories:
        change.note(Action.CREATE, memory, after=described(memory))
    note_mentioned(change, memories, mentioned)
    change.created(replies.made)
    return mentioned


def _link(new: Sequence[tuple[Memory, Draft]], targets: dict[UUID, Memory], change: Change) -> None:
    given = [(memory, link) for memory, draft in new for link in draft.item.links]
    types = relation_types(RelationScope.MEMORIES, change.caller.base_user) if given else {}
    for memory, link in given:
        put_link(
            change,
            (memory.pk, targets[link.target_id].pk),
            types[link.type],
            user_id=memory.user_id,
            namespace=memory.namespace,
            weight=link.weight,
            reason=link.reason,
        )


def _answer(
    kept: Sequence[Memory],
    new: Sequence[tuple[Memory, Draft]],
    mentioned: Mentioned,
    given: Given,
) -> BatchOut:
    created = {memory.uid for memory, _ in new}
    results = []
    for memory in kept:
        is_new = memory.uid in created
        created.discard(memory.uid)
        entities = mentioned.entities.get(memory.pk, [])
        results.append(
            SavedOut(
                id=memory.uid,
                external_id=memory.external_id,
                action="created" if is_new else "unchanged",
                pack=memory.pack,
                session_id=memory.session.key,
                entities=[
                    EntityRef(id=e.entity_id, name=e.name, type=e.type_key) for e in entities
                ],
                states=given.states.get(memory.pk, []),
                next_actions=[
                    f"Ask the user which holds: {values}."
                    for values in given.contradictions.get(memory.pk, [])
                ],
            )
        )
    return BatchOut(results=results)
