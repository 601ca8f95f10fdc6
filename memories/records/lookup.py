"""Look up memories, and the tags, sessions, threads and entities around them, within reach.

Such rows belong to a whole space. A token bound to a namespace sees the rows that its memories
use, and changes no row that other memories may use as well.
"""

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef

from core.caller import Caller, Scope
from core.errors import Forbidden, NotFound
from entities.models import SpaceQuerySet
from memories.models import Memory
from packs.selection import chosen_packs, default_pack, pack_for_save


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


Row = TypeVar("Row", bound=Model)


def visible_rows(rows: SpaceQuerySet[Row], caller: Caller, through: str) -> SpaceQuerySet[Row]:
    """Keep the rows that the caller may see; ``through`` is how memories refer to them."""
    caller.require(Scope.READ)
    own = rows.of(caller)
    if not caller.namespace:
        return own
    return own.filter(Exists(Memory.objects.of(caller).filter(**{through: OuterRef("pk")})))


def in_packs(
    rows: SpaceQuerySet[Row], caller: Caller, packs: Sequence[str] | None
) -> SpaceQuerySet[Row]:
    """Keep the rows of these packs, or of every enabled one."""
    return rows.in_spaces(caller.spaces(chosen_packs(caller, packs, field="pack")))


def require_whole_space(caller: Caller) -> None:
    """Refuse a token that is bound to a namespace, or may not write.

    Raises:
        Forbidden: what it would change may be used outside of its namespace.
    """
    caller.require(Scope.WRITE)
    if caller.namespace:
        raise Forbidden(
            f"this token is bound to “{caller.namespace}”; what a whole space shares is not its to change",
            field="token",
            code="namespace",
        )


def space_for(caller: Caller, pack: str | None, text: str) -> str:
    """Return the space of something new: of the named pack, or of the one that ``text`` suits."""
    return caller.space(pack_for_save(caller, pack, text, default=default_pack(caller)))
