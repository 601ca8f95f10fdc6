"""Bulk actions on memories in a list: one service call per memory."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import AnonymousUser, User
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.services.users import acting_for
from core.caller import Caller
from core.errors import WasurenaError
from memories.models import Memory
from memories.schemas import MemoryPatch
from memories.services import update
from memories.services.maintenance import embed_again

Text = str | Promise


@dataclass(frozen=True, slots=True)
class BulkAction:
    """One bulk action, and the name of its inverse."""

    name: str
    label: Text
    done: Text
    icon: str
    apply: Callable[[Caller, Memory], object]
    inverse: str = ""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The changed memories, and the reasons for refusals."""

    changed: list[Memory]
    refusals: list[str]


def _patch(caller: Caller, memory: Memory, *, patch: MemoryPatch) -> None:
    update.revise(caller, memory.uid, patch)


def _patching(**values: bool) -> Callable[[Caller, Memory], object]:
    return partial(_patch, patch=MemoryPatch(**values))


def _hide(caller: Caller, memory: Memory) -> None:
    update.invalidate(caller, memory.uid)


def _restore(caller: Caller, memory: Memory) -> None:
    update.restore(caller, memory.uid)


def _embed_again(caller: Caller, memory: Memory) -> None:
    embed_again(memory)


BULK_ACTIONS = {
    action.name: action
    for action in (
        BulkAction("hide", _("Hide"), _("Hidden"), "visibility_off", _hide, "restore"),
        BulkAction("restore", _("Restore"), _("Restored"), "restore_from_trash", _restore, "hide"),
        BulkAction("pin", _("Pin"), _("Pinned"), "keep", _patching(pinned=True), "unpin"),
        BulkAction("unpin", _("Unpin"), _("Unpinned"), "keep_off", _patching(pinned=False), "pin"),
        BulkAction(
            "do_not_recall", _("Do not recall"), _("Kept, but not recalled any more"), "search_off",
            _patching(searchable=False), "recall",
        ),
        BulkAction(
            "recall", _("Recall again"), _("May be recalled again"), "manage_search",
            _patching(searchable=True), "do_not_recall",
        ),
        BulkAction("reembed", _("Embed again"), _("Waiting for a new vector"), "hub", _embed_again),
    )
}  # fmt: skip


def is_applicable(action: BulkAction, memory: Memory) -> bool:
    """Return whether an action would change this memory."""
    return {
        "hide": memory.invalidated_at is None,
        "restore": memory.invalidated_at is not None,
        "pin": not memory.pinned,
        "unpin": memory.pinned,
        "do_not_recall": memory.searchable,
        "recall": not memory.searchable,
        "reembed": memory.is_findable,
    }[action.name]


def run_action(
    action: BulkAction, user: User | AnonymousUser, memories: Iterable[Memory]
) -> ActionResult:
    """Apply an action to each memory that it would change, as the owner or the operator."""
    result = ActionResult([], [])
    for memory in memories:
        if not is_applicable(action, memory):
            continue
        try:
            action.apply(acting_for(user, memory.base_user), memory)
        except WasurenaError as error:
            result.refusals.append(f"{memory}: {error.message}")
        else:
            result.changed.append(memory)
    return result


def summary(action: BulkAction, count: int) -> Text:
    """Return the message after an action."""
    return format_lazy("{}: {}", action.done, count)
