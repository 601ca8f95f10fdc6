"""Near-duplicates on a memory's page: looked for, folded, unfolded."""

from dataclasses import replace
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.authentication import caller_of
from core.interfaces.pages import back, done, is_part, page
from core.schemas import parsed
from memories.schemas.links import FoldInput
from memories.selectors import pages
from memories.selectors.pages.duplicates import duplicates
from memories.services.update import collapse, uncollapse


@page
@require_GET
def memory_near(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show a memory with what is near to it; as a part, only that section."""
    caller = caller_of(request)
    found = duplicates(caller, uid, with_near=True)
    shown = replace(pages.memory_page(caller, uid), duplicates=found)
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
    """Let a folded memory stand by itself again."""
    uncollapse(caller_of(request), uid)
    done(request, _("It stands by itself again."))
    return back(request, reverse("memory-detail", args=[uid]))
