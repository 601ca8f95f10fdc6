"""Look up memories, and the tags, sessions, threads and entities around them, within reach.

Such rows belong to a whole space. A token bound to a namespace sees the rows that its memories
use, and changes no row that other memories may use as well.
"""

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef

from accounts.services.preferences import default_pack
from core.caller import Caller, Scope
from core.errors import Forbidden, NotFound
from entities.models import SpaceQuerySet
from memories.models import Memory
from packs.selection import chosen_packs, pack_for_save


def memory_get(caller: Caller, uid: UUID, *, field: str = "id") -> Memory:
    """Return one memory, including hidden ones.

    Raises:
        NotFound: there is no such memory, or it belongs to another person.
    """
    caller.require(Scope.READ)
    memory = Memory.objects.of(caller).filter(uid=uid).with_rendering().first()
    if memory is None:
        raise NotFound(f"there is no memory {uid}", field=field)
    return memory


Row = TypeVar("Row", bound=Model)


def visible_rows(rows: SpaceQuerySet[Row], caller: Caller, through: str) -> SpaceQuerySet[Row]:
    """Filter to rows visible to the caller; ``through`` is the lookup from memories to the rows."""
    caller.require(Scope.READ)
    own = rows.of(caller)
    if not caller.namespace:
        return own
    return own.filter(Exists(Memory.objects.of(caller).filter(**{through: OuterRef("pk")})))


def in_packs(
    rows: SpaceQuerySet[Row], caller: Caller, packs: Sequence[str] | None
) -> SpaceQuerySet[Row]:
    """Filter to rows of these packs, or of all enabled packs."""
    return rows.in_spaces(caller.spaces(chosen_packs(caller, packs, field="pack")))


def require_whole_space(caller: Caller) -> None:
    """Check that the token may write and is not bound to a namespace.

    Raises:
        Forbidden: the token may not write, or is bound to a namespace.
    """
    caller.require(Scope.WRITE)
    if caller.namespace:
        raise Forbidden(
            f"this token is bound to “{caller.namespace}”; what a whole space shares is not its to change",
            field="token",
            code="namespace",
        )


def space_for(caller: Caller, pack: str | None, text: str) -> str:
    """Return the space for a new row: of the given pack, or of the pack that fits ``text``."""
    return caller.space(pack_for_save(caller, pack, text, default=default_pack(caller)))
