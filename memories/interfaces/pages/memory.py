"""Pages of one memory: add, show, edit, pin, hide, restore, fold, forget."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import InvalidInput
from core.interfaces.pages import back, done, is_part, page
from core.schemas import parsed
from memories.interfaces.pages.forms import (
    FormState,
    edit_values,
    memory_input,
    memory_patch,
    refused,
)
from memories.schemas import MemoryPatch, SavedOut
from memories.schemas.links import FoldInput
from memories.selectors.memories import memory_get, memory_out
from memories.selectors.pages.memory import memory_duplicates, memory_page
from memories.services.forget import forget
from memories.services.history import last_change, undo_memory_change
from memories.services.importing.json_lines import load_demo
from memories.services.save import remember
from memories.services.update import collapse, invalidate, restore, revise, uncollapse
from packs import registry
from packs.selection import enabled_packs


@page
@require_http_methods(["GET", "POST"])
def memory_save(request: HttpRequest) -> HttpResponse:
    """Show the form for a new memory, or save it."""
    if request.method == "GET":
        return _save_form(request, FormState({"text": request.GET.get("text", "")}))
    try:
        saved = remember(caller_of(request), memory_input(request.POST), source="browser")
    except InvalidInput as error:
        return _save_form(request, refused(request.POST, error), status=422)
    address = reverse("memory-detail", args=[saved.id])
    if saved.action == "created":
        done(request, _saved(saved), undo=reverse("memory-hide", args=[saved.id]))
    else:
        done(request, _("That is already remembered; nothing was added."))
    if not is_part(request):
        return redirect(address)
    response = render(request, "partials/toasts.html", {"out_of_band": True})
    trigger_client_event(response, "dialog-done")
    return trigger_client_event(response, "memory-saved", {"id": str(saved.id)})


def _saved(saved: SavedOut) -> str:
    if saved.pack_guess is None:
        return _("Remembered.")
    pack = registry.pack_name(saved.pack)
    return _("Remembered. Filed under “%(pack)s”, a guess.") % {"pack": pack}


def _save_form(request: HttpRequest, form: FormState, status: int = 200) -> HttpResponse:
    template = "memories/_save_form.html" if is_part(request) else "memories/save.html"
    context = {"form": form, "memory_types": registry.memory_types()}
    return render(request, template, context, status=status)


@page
@require_POST
def demo_load(request: HttpRequest) -> HttpResponse:
    """Load the sample memories for a first look."""
    saved = load_demo(caller_of(request), now=timezone.now())
    done(request, _("%(n)s sample memories are loaded.") % {"n": len(saved.results)})
    return redirect("timeline")


@page
@require_GET
def memory_detail(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show a memory with its connections, neighbors and history."""
    return render(request, "memories/memory.html", {"page": memory_page(caller_of(request), uid)})


@page
@require_http_methods(["GET", "POST"])
def memory_edit(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the form of a memory, or store the changes."""
    caller = caller_of(request)
    memory = memory_out(memory_get(caller, uid))
    form = FormState(edit_values(memory))
    if request.method == "POST":
        try:
            patch = memory_patch(request.POST, memory)
            return _revised(request, caller, uid, patch)
        except InvalidInput as error:
            form = refused(request.POST, error)
    template = "memories/_edit_form.html" if is_part(request) else "memories/edit.html"
    context = {
        "memory": memory,
        "form": form,
        "memory_types": registry.memory_types(),
        # A pack that was switched off keeps its memories.
        "packs": list(dict.fromkeys([*enabled_packs(caller), memory.pack])),
    }
    return render(request, template, context, status=422 if form.problems else 200)


def _revised(
    request: HttpRequest, caller: Caller, uid: UUID, patch: MemoryPatch | None
) -> HttpResponse:
    if patch is None:
        done(request, _("Nothing was changed."))
    else:
        revise(caller, uid, patch)
        done(
            request,
            _("Changed. The earlier text is in the history."),
            undo=_undo_address(caller, uid),
        )
    return redirect("memory-detail", uid)


def _undo_address(caller: Caller, uid: UUID) -> str:
    revision = last_change(caller, uid)
    return reverse("memory-undo", args=[uid, revision.pk]) if revision else ""


@page
@require_POST
def memory_undo(request: HttpRequest, uid: UUID, revision: int) -> HttpResponse:
    """Undo one change of a memory."""
    undo_memory_change(caller_of(request), uid, revision)
    done(request, _("Undone."))
    return redirect("memory-detail", uid)


@page
@require_POST
def memory_pin(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Pin or unpin a memory."""
    is_pinned = request.POST.get("pinned") == "true"
    text = _("Pinned.") if is_pinned else _("No longer pinned.")
    return _flagged(request, uid, {"pinned": is_pinned}, text)


@page
@require_POST
def memory_recall(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Switch whether assistants can recall a memory."""
    may_recall = request.POST.get("searchable") == "true"
    text = (
        _("Assistants can recall it again.")
        if may_recall
        else _("Assistants no longer recall it. It stays here and in the timeline.")
    )
    return _flagged(request, uid, {"searchable": may_recall}, text)


def _flagged(request: HttpRequest, uid: UUID, change: dict[str, Any], text: str) -> HttpResponse:
    caller = caller_of(request)
    memory = revise(caller, uid, parsed(MemoryPatch, change))
    done(request, text, undo=_undo_address(caller, uid))
    if is_part(request) and request.POST.get("part") == "pin":
        return render(request, "memories/_pin.html", {"memory": memory, "with_toasts": True})
    return back(request, reverse("memory-detail", args=[uid]))


@page
@require_POST
def memory_hide(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Hide a memory from lists and searches; it can be restored."""
    invalidate(caller_of(request), uid, reason=request.POST.get("reason", ""))
    done(request, _("Hidden. Nothing is lost."), undo=reverse("memory-restore", args=[uid]))
    return back(request, reverse("memory-detail", args=[uid]))


@page
@require_POST
def memory_restore(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Restore a hidden memory."""
    restore(caller_of(request), uid)
    done(request, _("Restored."), undo=reverse("memory-hide", args=[uid]))
    return back(request, reverse("memory-detail", args=[uid]))


@page
@require_http_methods(["GET", "POST"])
def memory_forget(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Preview an erasure; erase once the person confirms."""
    is_confirmed = request.method == "POST" and request.POST.get("confirm") == "yes"
    preview = forget(
        caller_of(request),
        [uid],
        confirm=is_confirmed,
        erase_names=request.POST.get("erase_names") == "yes",
    )
    if is_confirmed:
        done(request, _("Forgotten: the text, its links and its vectors are erased."))
        return redirect("timeline")
    return render(
        request, "memories/forget.html", {"preview": preview, "memory": preview.memories[0]}
    )


@page
@require_GET
def memory_near(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show a memory with similar memories; for a partial request, only that section."""
    caller = caller_of(request)
    found = memory_duplicates(caller, uid, with_near=True)
    shown = replace(memory_page(caller, uid), duplicates=found)
    template = "memories/_duplicates.html" if is_part(request) else "memories/memory.html"
    return render(request, template, {"page": shown})


@page
@require_POST
def memory_fold(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Fold a memory into the one that the form names."""
    asked = parsed(FoldInput, {"into": request.POST.get("into", "")})
    out = collapse(caller_of(request), uid, into=asked.into)
    done(
        request,
        _("Folded: it is shown with the other one. Nothing is lost."),
        undo=reverse("memory-unfold", args=[uid]) if out.action == "merged" else "",
    )
    return back(request, reverse("memory-detail", args=[uid]))


@page
@require_POST
def memory_unfold(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Unfold a memory; lists and searches show it again."""
    uncollapse(caller_of(request), uid)
    done(request, _("Unfolded: it is shown separately again."))
    return back(request, reverse("memory-detail", args=[uid]))
