"""All that a person has as a file: download it, check one, and import what was checked."""

from collections.abc import Callable
from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.encryption import Opening
from core.errors import InvalidInput, WasurenaError
from core.interfaces.pages import page, sentence
from core.schemas import parsed
from memories.schemas.archive import ArchiveExport, ArchiveImported
from memories.services.archive.files.downloads import download_name, new_download
from memories.services.archive.files.kept import is_keeping
from memories.services.archive.files.progress import progress_of
from memories.services.archive.files.uploads import (
    check_and_keep,
    check_size,
    import_blocks,
    import_kept,
)
from packs.registry import pack_ids, pack_name

TEMPLATE = "memories/archive.html"
SENTENCES = {
    "gone": gettext_lazy("This file is no longer there: choose it again."),
    "not_an_archive": gettext_lazy("This is no complete archive of Wasurena."),
    "no_manifest": gettext_lazy("This is no complete archive of Wasurena."),
    "too_many_bytes": gettext_lazy("This file is larger than this server takes."),
    "passphrase_missing": gettext_lazy("This file is encrypted: enter its passphrase."),
    "wrong_passphrase": gettext_lazy("This passphrase does not open the file."),
    "identity_missing": gettext_lazy(
        "This file is encrypted for an age recipient: import it with the command line."
    ),
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
def archive_export(request: HttpRequest) -> HttpResponseBase:
    """Download an archive of a part, or an encrypted one."""
    caller = caller_of(request)
    given = {
        name: request.POST[name]
        for name in ("since", "namespace", "passphrase")
        if request.POST.get(name)
    }
    try:
        if given.get("passphrase", "") != request.POST.get("again", ""):
            raise InvalidInput(
                _("Both passphrases have to be the same."), field="again", code="again"
            )
        asked = parsed(ArchiveExport, {**given, "pack": request.POST.getlist("pack") or None})
        kept = new_download(caller, asked)
    except WasurenaError as error:
        context = _offered(request) | {
            "export_problems": [sentence(one) for one in error.problems[:20]]
        }
        return render(request, TEMPLATE, context, status=error.status)
    return FileResponse(kept.file, as_attachment=True, filename=download_name(caller))


@page
@require_GET
def archive_progress(request: HttpRequest) -> HttpResponse:
    """Say how far the import is that the page waits for."""
    running = progress_of(caller_of(request).base_user)
    return render(request, "memories/_archive_progress.html", {"running": running})


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
            done, sha256 = import_blocks(caller, upload.chunks(), _opening(request)), ""
        else:
            done, sha256 = check_and_keep(caller, upload.chunks(), _opening(request))
        shown = {"imported": done, "rows": _rows(done), "upload": upload, "sha256": sha256}
        return shown | {"needs_passphrase": bool(request.POST.get("passphrase"))}

    return _answered(request, check)


@page
@require_POST
def archive_import(request: HttpRequest) -> HttpResponse:
    """Import the archive that was checked."""

    def load() -> dict[str, Any]:
        sha256 = request.POST.get("sha256", "")
        done = import_kept(caller_of(request), sha256, _opening(request))
        return {"imported": done, "rows": _rows(done)}

    return _answered(request, load)


def _opening(request: HttpRequest) -> Opening:
    return Opening(request.POST.get("passphrase", ""))


def _offered(request: HttpRequest) -> dict[str, Any]:
    caller = caller_of(request)
    packs = [(pack, pack_name(pack)) for pack in pack_ids()]
    return {"name": download_name(caller), "is_keeping": is_keeping(), "packs": packs}


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
