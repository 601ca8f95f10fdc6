"""Give several memories one tag in one change."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope
from core.errors import InvalidInput
from core.journal import described
from core.models import Action
from core.schemas import parsed
from memories.records.build import get_or_create_tags
from memories.records.lookup import memory_get
from memories.schemas import MemoryPatch

MOST_TAGGED = 200


def add_tag(
    caller: Caller, uids: Sequence[UUID], name: str, *, now: datetime | None = None
) -> UUID | None:
    """Add a tag to memories and return the change; None if all of them have it.

    Raises:
        NotFound: one of the memories does not exist.
        InvalidInput: there is no memory, too many, or the tag is no tag.
    """
    caller.require(Scope.WRITE)
    if not 0 < len(uids) <= MOST_TAGGED:
        raise InvalidInput(
            format_lazy(_("choose 1 to {most_tagged} memories"), most_tagged=MOST_TAGGED),
            field="ids",
            code="too_many",
        )
    [wanted] = parsed(MemoryPatch, {"tags": [name]}).tags or [""]
    with journal.change(caller, now=now) as change:
        for uid in dict.fromkeys(uids):
            memory = memory_get(caller, uid)
            before = described(memory)
            tags = get_or_create_tags(memory.user_id, [wanted], change).values()
            memory.tags.add(*tags)
            memory.__dict__.pop("_prefetched_objects_cache", None)
            after = described(memory)
            if after != before:
                change.note(Action.UPDATE, memory, before=before, after=after)
        has_changed = bool(change.revisions)
    return change.change_id if has_changed else None
