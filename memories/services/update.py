"""Change, hide, restore or collapse a memory."""

from datetime import datetime
from uuid import UUID

from core.caller import Caller
from memories.records.duplicates import collapse, uncollapse
from memories.records.update import invalidate as invalidate
from memories.records.update import restore as restore
from memories.records.update import update_memory
from memories.schemas import MemoryDetail, MemoryPatch
from memories.selectors.memories import memory_detail

__all__ = [
    "collapse",
    "invalidate",
    "restore",
    "revise",
    "uncollapse",
]


def revise(
    caller: Caller, uid: UUID, patch: MemoryPatch, *, now: datetime | None = None
) -> MemoryDetail:
    """Update the given fields of a memory and return it: tags are replaced, links stay.

    Raises:
        NotFound, Forbidden, InvalidInput: nothing was changed.
    """
    update_memory(caller, uid, patch, now=now)
    return memory_detail(caller, uid)
