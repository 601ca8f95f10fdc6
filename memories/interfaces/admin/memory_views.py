"""Admin pages for bulk actions on memories, and for erasure with a preview."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.callers import acting_for
from core.caller import Caller
from core.errors import WasurenaError
from core.interfaces.pages import back
from memories.models import Memory
from memories.schemas import ErasurePreview, MemoryPatch
from memories.services import update
from memories.services.forget import forget
from memories.services.maintenance import embed_again

Text = str | Promise
# The undo link holds the ids; longer lists are undone through the filters.
UNDO_LIMIT = 100
LIST = "admin:memories_memory_changelist"


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


def report(request: HttpRequest, action: BulkAction, result: ActionResult) -> None:
    """Report the changes of an action, with a link to undo them."""
    if result.changed:
        messages.success(request, _offer(action, result.changed))
    elif not result.refusals:
        messages.info(request, gettext("Nothing to change."))
    for refusal in result.refusals[:5]:
        messages.error(request, refusal)


def _offer(action: BulkAction, changed: Sequence[Memory]) -> str:
    said = summary(action, len(changed))
    if not action.inverse or len(changed) > UNDO_LIMIT:
        return str(said)
    ids = ",".join(str(memory.pk) for memory in changed)
    link = (
        f"{reverse('admin:memories_memory_do')}?{urlencode({'deed': action.inverse, 'ids': ids})}"
    )
    return format_html('{} <a href="{}" class="undo">{}</a>', said, link, gettext("Undo"))


def do(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Confirm an action (GET), or run it (POST)."""
    asked = request.POST if request.method == "POST" else request.GET
    action = BULK_ACTIONS.get(asked.get("deed", ""))
    if action is None:
        raise BadRequest("unknown deed")
    memories = _chosen(model_admin, request, asked.get("ids", ""))
    if request.method == "POST":
        report(request, action, run_action(action, request.user, memories))
        return back(request, LIST)
    context = {
        **model_admin.admin_site.each_context(request),
        "title": action.label,
        "deed": action,
        "memories": memories,
        "ids": ",".join(str(memory.pk) for memory in memories),
    }
    return TemplateResponse(request, "admin/memories/do.html", context)


def forget_page(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Preview an erasure (GET), or erase (POST)."""
    asked = request.POST if request.method == "POST" else request.GET
    memories = _chosen(model_admin, request, asked.get("ids", ""))
    if request.method != "POST":
        return _forget_preview(model_admin, request, memories)
    try:
        erased = _forget(
            request,
            memories,
            confirm=True,
            erase_names=request.POST.get("erase_names") == "yes",
            reason=request.POST.get("reason", ""),
        )
    except WasurenaError as error:
        messages.error(request, error.message)
    else:
        count = sum(part.memory_count for part in erased)
        text = ngettext("%(count)d memory was erased.", "%(count)d memories were erased.", count)
        messages.success(request, text % {"count": count})
    return HttpResponseRedirect(reverse(LIST))


def forget_selected(
    model_admin: Any, request: HttpRequest, memories: QuerySet[Memory]
) -> HttpResponse:
    """Preview the erasure of the selected memories."""
    return _forget_preview(model_admin, request, list(memories))


def _forget_preview(
    model_admin: Any, request: HttpRequest, memories: Sequence[Memory]
) -> HttpResponse:
    parts = _forget(request, memories, confirm=False)
    context = {
        **model_admin.admin_site.each_context(request),
        "title": gettext("Forget"),
        "memories": memories,
        "ids": ",".join(str(memory.pk) for memory in memories),
        "rows": _what_goes(parts),
        "named": [one for part in parts for one in part.only_named_here],
        "notes": list(dict.fromkeys(note for part in parts for note in part.notes)),
    }
    return TemplateResponse(request, "admin/memories/forget.html", context)


def _what_goes(parts: Iterable[ErasurePreview]) -> list[tuple[str, int]]:
    names = {
        "memory_count": gettext("Memories"),
        "link_count": gettext("Links"),
        "mention_count": gettext("Mentions"),
        "vector_count": gettext("Vectors"),
        "revision_count": gettext("Journal entries emptied"),
    }
    parts = list(parts)
    return [(name, sum(getattr(part, key) for part in parts)) for key, name in names.items()]


def _forget(
    request: HttpRequest,
    memories: Sequence[Memory],
    *,
    confirm: bool,
    erase_names: bool = False,
    reason: str = "",
) -> list[ErasurePreview]:
    """Call the service once per owner, because a caller reaches only its own space."""
    by_person = defaultdict(list)
    for memory in memories:
        by_person[memory.base_user].append(memory.uid)
    return [
        forget(
            acting_for(request.user, person),
            uids,
            confirm=confirm,
            erase_names=erase_names,
            reason=reason,
        )
        for person, uids in by_person.items()
    ]


def _chosen(model_admin: Any, request: HttpRequest, ids: str) -> list[Memory]:
    """Return the memories with these ids that the user may change."""
    if not model_admin.has_change_permission(request):
        raise PermissionDenied
    wanted = [int(part) for part in ids.split(",") if part.isdecimal()]
    return list(model_admin.get_queryset(request).filter(pk__in=wanted))
