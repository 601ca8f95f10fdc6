"""Link several memories to one in one change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from core import journal
from core.caller import Caller, Scope
from core.errors import InvalidInput
from core.schemas import parsed
from memories.records.links import link_within
from memories.schemas import LinkInput

MOST_LINKED = 200


@dataclass(frozen=True, slots=True)
class LinkedMemories:
    """How many links were made, of how many; ``change_id`` undoes them, if anything changed."""

    asked: int
    made: int
    change_id: UUID | None


def relate_all(
    caller: Caller,
    source_ids: Sequence[UUID],
    target_id: UUID,
    *,
    type: str = "related",
    reason: str = "",
    now: datetime | None = None,
) -> LinkedMemories:
    """Link each source to the target, or update its link of this type, in one change.

    Raises:
        NotFound: one of the memories does not exist.
        InvalidInput: there is no source, too many, the type is unknown, or a memory would be linked
            to itself. Nothing was changed.
    """
    caller.require(Scope.WRITE)
    sources = list(dict.fromkeys(source_ids))
    if not 0 < len(sources) <= MOST_LINKED:
        detail = f"choose 1 to {MOST_LINKED} memories"
        raise InvalidInput(detail, field="source_id", code="too_many")
    link = parsed(LinkInput, {"target_id": target_id, "type": type, "reason": reason})
    with journal.change(caller, now=now) as change:
        made = [link_within(change, caller, source, link)[1] for source in sources]
        has_changed = bool(change.revisions)
    return LinkedMemories(len(sources), sum(made), change.change_id if has_changed else None)
