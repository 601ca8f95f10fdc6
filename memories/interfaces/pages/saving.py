"""Quick add: a page of its own, which a script shows as a dialog."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from accounts.authentication import caller_of
from core.errors import InvalidInput
from core.interfaces.pages import done, is_part, page
from memories.services.importing.demo import load_demo
from memories.services.save import remember
from packs import registry

from .forms import Form, memory_input, refused


@page
@require_http_methods(["GET", "POST"])
def memory_save(request: HttpRequest) -> HttpResponse:
    """Show the form, or save what was typed into it."""
    if request.method == "GET":
        return _form(request, Form({"text": request.GET.get("text", "")}))
    try:
        saved = remember(caller_of(request), memory_input(request.POST), source="browser")
    except InvalidInput as error:
        return _form(request, refused(request.POST, error), status=422)
    address = reverse("memory-detail", args=[saved.id])
    if saved.action == "created":
        done(request, _("Remembered."), undo=reverse("memory-hide", args=[saved.id]))
    else:
        done(request, _("That is already remembered; nothing was added."))
    if not is_part(request):
        return redirect(address)
    response = render(request, "partials/toasts.html", {"out_of_band": True})
    trigger_client_event(response, "dialog-done")
    return trigger_client_event(response, "memory-saved", {"id": str(saved.id)})


def _form(request: HttpRequest, form: Form, status: int = 200) -> HttpResponse:
    template = "memories/_save_form.html" if is_part(request) else "memories/save.html"
    context = {"form": form, "memory_types": registry.memory_types()}
    return render(request, template, context, status=status)


@page
@require_POST
def demo_load(request: HttpRequest) -> HttpResponse:
    """Load the sample memories, so that there is something to look at."""
    saved = load_demo(caller_of(request), now=timezone.now())
    done(request, _("%(n)s sample memories are loaded.") % {"n": len(saved.results)})
    return redirect("timeline")
