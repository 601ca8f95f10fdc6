"""The privacy page: forget what a filter chooses, after a preview, with progress.

What a person types here is sent in the body: an address would stand in logs and histories.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.errors import Conflict, InvalidInput
from core.interfaces.pages import done, is_part, page, sentence
from core.schemas import parsed
from memories.schemas.privacy.forgetting import ForgetByFilter, ForgetPreview
from memories.schemas.privacy.scan import ScanInput
from memories.services.privacy.forgetting import forget_by_filter
from memories.services.privacy.jobs import job_cancel, job_get, job_list, job_out, job_outs
from memories.services.privacy.scan import scan
from packs import registry

from .policies import policies_of

TEMPLATE = "privacy/privacy.html"
JOBS_SHOWN = 5
# Fields of the form: the condition that each one is, and whether it takes several values.
FIELDS = {
    "person": ("entity", True), "session": ("session_id", True), "source": ("source", True),
    "tag": ("tags", True), "pack": ("pack", True), "namespace": ("namespace", True),
    "day": ("day", False), "since": ("created_after", False), "before": ("created_before", False),
    "matching": ("matching", False), "change": ("import_change", False),
}  # fmt: skip
SENTENCES = {
    "empty": gettext_lazy("Name at least one condition, or choose “everything”."),
    "contradiction": gettext_lazy("These conditions contradict each other."),
    "no_match": gettext_lazy("Nothing matches."),
    "changed": gettext_lazy(
        "What matches has changed since you looked. Nothing was forgotten: look again."
    ),
    "order": gettext_lazy("The end lies before the beginning."),
}


@page
@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what can be done for privacy, and the jobs that run."""
    return render(request, TEMPLATE, _offered(request))


@page
@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Show what the conditions choose; once confirmed, forget it, at once or by a job."""
    caller, context = caller_of(request), _offered(request)
    try:
        asked = parsed(ForgetByFilter, _asked(request))
        outcome = forget_by_filter(caller, asked)
    except Conflict as error:
        context["problems"] = [sentence(one, SENTENCES) for one in error.problems]
        again = asked.model_copy(update={"confirm": ""})
        context["preview"] = forget_by_filter(caller, again)
        return render(request, TEMPLATE, context, status=error.status)
    except InvalidInput as error:
        context["problems"] = [sentence(one, SENTENCES) for one in error.problems]
        return render(request, TEMPLATE, context, status=422)
    if outcome.confirmed:
        return _forgotten(request, outcome)
    return render(request, TEMPLATE, context | {"preview": outcome})


def _forgotten(request: HttpRequest, outcome: ForgetPreview) -> HttpResponse:
    if outcome.job:
        return redirect("privacy-job", uid=outcome.job.id)
    count = outcome.memory_count
    text = ngettext("%(n)s memory is forgotten.", "%(n)s memories are forgotten.", count)
    done(request, text % {"n": count})
    return redirect("privacy")


def _asked(request: HttpRequest) -> Mapping[str, Any]:
    filters: dict[str, Any] = {}
    for field, (name, takes_many) in FIELDS.items():
        values = [text for value in request.POST.getlist(field) if (text := value.strip())]
        if values:
            filters[name] = values if takes_many else values[0]
    if request.POST.get("everything") == "yes":
        filters["everything"] = True
    return {
        "filters": filters,
        "pinned": request.POST.get("pinned") == "yes",
        "erase_names": request.POST.get("erase_names") == "yes",
        "confirm": request.POST.get("confirm", "")[:64],
    }


def _offered(request: HttpRequest) -> dict[str, Any]:
    running = job_outs(list(job_list(caller_of(request))[:JOBS_SHOWN]))
    given = {field: request.POST.get(field, "") for field in FIELDS if field != "pack"}
    return {
        "jobs": running,
        "values": given,
        "flags": {name: request.POST.get(name) == "yes" for name in FLAGS},
        "packs": registry.pack_ids(),
        "policies": policies_of(caller_of(request)),
        "chosen_packs": request.POST.getlist("pack"),
    }


FLAGS = ("everything", "pinned", "erase_names")


@page
@require_POST
def privacy_scan(request: HttpRequest) -> HttpResponse:
    """Look for sensitive text in what is stored; once asked to, treat it by the policies."""
    asked = parsed(ScanInput, {"apply": request.POST.get("apply") == "yes"})
    return redirect("privacy-job", uid=scan(caller_of(request), asked).id)


@page
@require_GET
def privacy_job(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the progress of a job; the page asks again and again."""
    shown = {"job": job_out(job_get(caller_of(request), uid))}
    template = "privacy/_job.html" if is_part(request) else "privacy/job.html"
    return render(request, template, shown)


@page
@require_POST
def privacy_job_cancel(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Stop a job; what it has done stays done."""
    job_cancel(caller_of(request), uid)
    return redirect("privacy-job", uid=uid)
