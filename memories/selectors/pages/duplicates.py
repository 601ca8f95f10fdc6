"""What a memory's page says of its duplicates."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from memories.schemas import MemoryOut
from memories.schemas.links import NearOut
from memories.selectors.duplicates import duplicates_of

KINDS: dict[str, str | Promise] = {
    "same": _("Says the same"),
    "additive": _("Adds to it"),
    "updating": _("Updates it"),
    "conflicting": _("Contradicts it"),
    "related": _("Related"),
}
# A page shows what deserves a look; what is merely related is among the connections.
SHOWN_KINDS = frozenset(KINDS) - {"related"}


@dataclass(frozen=True, slots=True)
class NearMemory:
    """A near memory and what it is to the one of the page."""

    memory: MemoryOut
    kind: str
    label: str | Promise
    reasons: str
    percent: int | None


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The section of duplicates; ``may_fold``: whether this reader decides about them.

    ``near`` is None where it was not looked for: the page asks for it once it is shown.
    """

    canonical: MemoryOut | None
    folded: list[MemoryOut]
    near: list[NearMemory] | None
    may_fold: bool


def duplicates(caller: Caller, uid: UUID, *, with_near: bool = False) -> Duplicates:
    """Return the duplicates of a memory for its page."""
    found = duplicates_of(caller, uid, with_near=with_near)
    near = [_near(each) for each in found.near if each.kind in SHOWN_KINDS]
    return Duplicates(found.canonical, found.folded, near if with_near else None, caller.is_owner)


def _near(out: NearOut) -> NearMemory:
    percent = None if out.nearness is None else round(100 * out.nearness)
    return NearMemory(out.memory, out.kind, KINDS[out.kind], "; ".join(out.reasons), percent)
