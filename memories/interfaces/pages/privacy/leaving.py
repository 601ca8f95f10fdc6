"""The page of leaving: the archive first, read back and checked; then everything is erased."""

from collections.abc import Mapping

from django.apps import apps
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.callers import caller_of
from accounts.throttling import require_password
from accounts.transport import require_protection
from core.errors import Conflict, Forbidden, InvalidInput
from core.interfaces.pages import page, secured, sentence
from memories.services.archive.files.downloads import download_name
from memories.services.privacy.person import checked_archive, erase_person, person_preview

TEMPLATE = "privacy/leave.html"
SENTENCES = {
    "password": gettext_lazy("The password is wrong. Nothing was erased."),
    "insecure": gettext_lazy("From other machines a password is taken over TLS only."),
    "changed": gettext_lazy(
        "Something was stored since you looked. Nothing was erased: look again."
    ),
}


@page
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Say what is kept; make and check the archive; with the password, erase everything."""
    caller = caller_of(request)
    preview = person_preview(caller)
    context = {"name": download_name(caller), "preview": preview, "kept": _named(preview.rows)}
    if request.method == "GET":
        return render(request, TEMPLATE, context)
    if not request.POST.get("confirm"):
        return render(request, TEMPLATE, context | {"archive": checked_archive(caller)})
    try:
        if not request.POST.get("sure"):
            raise InvalidInput(gettext_lazy("say that you are sure"), field="sure", code="missing")
        require_protection(request)
        require_password(request, caller.base_user, request.POST.get("password", "")[:1_000])
        erased = erase_person(caller, confirm=request.POST["confirm"][:64])
    except (Conflict, Forbidden, InvalidInput) as error:
        context["problems"] = [sentence(one, SENTENCES) for one in error.problems]
        context |= {"archive": checked_archive(caller)}
        return render(request, TEMPLATE, context, status=error.status)
    request.session.flush()
    return secured(render(request, "privacy/left.html", {"erased": erased}))


def _named(rows: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the counts of tables by the names that people know them by."""
    names = {
        model._meta.db_table: str(model._meta.verbose_name_plural) for model in apps.get_models()
    }
    return sorted((names.get(table, table), count) for table, count in rows.items())
