"""How far a caller reaches among what memories hang on: tags, sessions, threads, entities.

Such rows belong to a whole space. A token bound to a namespace sees those that
its memories use, and changes none that others may use as well.
"""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import Exists, Model, OuterRef

from accounts.services.preferences import default_pack
from core.caller import Caller, Scope
from core.errors import Forbidden
from entities.models import SpaceQuerySet
from memories.models import Memory
from packs.selection import chosen_packs, pack_for_save

Row = TypeVar("Row", bound=Model)


def seen(rows: SpaceQuerySet[Row], caller: Caller, through: str) -> SpaceQuerySet[Row]:
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
