"""Moving a memory to another pack: with its tags, context and mentions, as one change."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from core.journal import Change, described, parts_of, snapshot
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention
from entities.services import EntityBook
from graph.models import MemoryLink
from memories import index
from memories.index.in_memory.space_cache import spaces
from memories.models import Action, Memory
from memories.records.lookup import memory_get
from memories.schemas import MemoryOut
from packs import registry

from .serialize import memory_out
from .tags import merged_contexts, merged_tags


def move(
    caller: Caller,
    uid: UUID,
    pack: str,
    *,
    category: str | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> MemoryOut:
    """Give a memory to another pack of the same person, and a new category where one is named.

    Its words, dates, session and links stay. People and things it mentions are those of the
    new pack that have the same names, made where there are none.

    Raises:
        NotFound, InvalidInput, Forbidden: nothing was changed.
    """
    caller.require(Scope.WRITE)
    registry.get(pack)
    [space] = caller.spaces([pack])
    now = now or timezone.now()
    with transaction.atomic():
        memory = memory_get(caller, uid)
        left, before = memory.user_id, described(memory)
        change = Change(caller=caller, at=now, reason=reason)
        index.remove([memory.pk])
        _place(memory, space, category, change)
        change.note(Action.UPDATE, memory, before=before, after=described(memory))
        _mention_there(memory, change)
        _own_links(memory, change)
        change.write()
        index.put([memory], now=now)
        jobs.wake("embed")
        transaction.on_commit(partial(spaces.forget, [left, space]))
    return memory_out(memory_get(caller, uid))


def _place(memory: Memory, space: str, category: str | None, change: Change) -> None:
    tags = [tag.name for tag in memory.tags.all()]
    if memory.context:
        name = memory.context.name
        memory.context = next(iter(merged_contexts(space, [name], change).values()))
    memory.user_id, memory.updated_at = space, change.at
    memory.category = memory.category if category is None else category
    memory.save()
    memory.tags.set(merged_tags(space, tags, change).values())
    # The rows were prefetched with the memory; what follows has to see the new ones.
    memory.__dict__.pop("_prefetched_objects_cache", None)


def _mention_there(memory: Memory, change: Change) -> None:
    """Let the mentions name people and things of the new pack."""
    mentions = list(Mention.objects.filter(memory=memory).select_related("entity"))
    book = EntityBook(user_id=memory.user_id, now=change.at)
    book.load([(row.entity.name, row.entity.entity_type_id) for row in mentions])
    meant: dict[int, Entity] = {
        row.pk: book.resolve(row.entity.name, row.entity.entity_type_id) for row in mentions
    }
    book.store()
    made: list[Entity | EntityAlias] = [*book.made, *book.made_aliases]
    change.created(made)
    before = parts_of(MENTIONS, [memory])
    for row in mentions:
        row.entity, row.user_id, row.updated_at = meant[row.pk], memory.user_id, change.at
        row.save()
    change.parts(MENTIONS, [memory], before, parts_of(MENTIONS, [memory]))


def _own_links(memory: Memory, change: Change) -> None:
    """A link lies in the space of the memory that it starts from."""
    for link in MemoryLink.objects.filter(src_memory=memory).exclude(user_id=memory.user_id):
        before = snapshot(link)
        link.user_id = memory.user_id
        link.save(update_fields=["user_id"])
        change.note(Action.UPDATE, link, before=before, after=snapshot(link))
