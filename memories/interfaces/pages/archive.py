"""All that a person has as a file: download it, check one, and import what was checked."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.errors import InvalidInput, WasurenaError
from core.interfaces.pages import page, sentence
from memories.schemas.archive import ArchiveImported
from memories.services.archive.files.downloads import download_name
from memories.services.archive.files.kept import is_keeping
from memories.services.archive.files.uploads import (
    check_and_keep,
    check_size,
    import_blocks,
    import_kept,
)

TEMPLATE = "memories/archive.html"
SENTENCES = {
    "gone": gettext_lazy("This file is no longer there: choose it again."),
    "not_an_archive": gettext_lazy("This is no complete archive of Wasurena."),
    "no_manifest": gettext_lazy("This is no complete archive of Wasurena."),
    "too_many_bytes": gettext_lazy("This file is larger than this server takes."),
}
# What the members are called, for people; the others are counted together.
NAMES = {
    "memories": gettext_lazy("memories"),
    "entities": gettext_lazy("people and things"),
    "states": gettext_lazy("facts"),
    "links": gettext_lazy("links"),
    "relations": gettext_lazy("relations"),
    "tags": gettext_lazy("tags"),
    "threads": gettext_lazy("threads"),
    "proposals": gettext_lazy("proposals"),
    "journal": gettext_lazy("history"),
}


@page
@require_GET
def archive(request: HttpRequest) -> HttpResponse:
    """Offer the archive, and the import of one."""
    return render(request, TEMPLATE, _offered(request))


@page
@require_POST
def archive_check(request: HttpRequest) -> HttpResponse:
    """Say what an import of the uploaded archive would do, and keep it to be confirmed.

    Where files are not kept, the same file is sent once more to be imported.
    """
    caller, upload = caller_of(request), request.FILES.get("file")

    def check() -> dict[str, Any]:
        if upload is None:
            raise InvalidInput(_("Choose a file first."), field="file", code="missing")
        check_size(upload.size or 0)
        if "import" in request.POST:
            done, sha256 = import_blocks(caller, upload.chunks(), is_check=False), ""
        else:
            done, sha256 = check_and_keep(caller, upload.chunks())
        return {"imported": done, "rows": _rows(done), "upload": upload, "sha256": sha256}

    return _answered(request, check)


@page
@require_POST
def archive_import(request: HttpRequest) -> HttpResponse:
    """Import the archive that was checked."""

    def load() -> dict[str, Any]:
        done = import_kept(caller_of(request), request.POST.get("sha256", ""))
        return {"imported": done, "rows": _rows(done)}

    return _answered(request, load)


def _offered(request: HttpRequest) -> dict[str, Any]:
    return {"name": download_name(caller_of(request)), "is_keeping": is_keeping()}


def _answered(request: HttpRequest, work: Callable[[], dict[str, Any]]) -> HttpResponse:
    context = _offered(request)
    try:
        return render(request, TEMPLATE, context | work())
    except WasurenaError as error:
        context["problems"] = [sentence(one, SENTENCES) for one in error.problems[:20]]
        return render(request, TEMPLATE, context, status=error.status)


def _rows(done: ArchiveImported) -> list[tuple[str, Any]]:
    """Return the names and counts of what people know; the rest as one row."""
    known = [(str(NAMES[name]), one) for name, one in done.members.items() if name in NAMES]
    others = [one for name, one in done.members.items() if name not in NAMES]
    counts = ("created", "unchanged", "left_out")
    rest = {name: sum(getattr(one, name) for one in others) for name in counts}
    return [*known, (_("what belongs to them"), rest)] if any(rest.values()) else known
