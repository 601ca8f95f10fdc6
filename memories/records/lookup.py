"""Look up memories within a caller's reach."""

from uuid import UUID

from core.caller import Caller, Scope
from core.errors import NotFound
from memories.models import Memory


def memory_get(caller: Caller, uid: UUID, *, field: str = "id") -> Memory:
    """Return one memory, deleted ones included.

    Raises:
        NotFound: there is none, or it belongs to somebody else.
    """
    caller.require(Scope.READ)
    memory = Memory.objects.of(caller).filter(uid=uid).with_rendering().first()
    if memory is None:
        raise NotFound(f"there is no memory {uid}", field=field)
    return memory
