"""The graph as a file: what an export would hold, what an import did, and undoing that."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.caller import Caller, aware
from core.errors import InvalidInput, WasurenaError
from core.interfaces.pages import done, is_part, page, sentence
from core.schemas import parsed
from graph.formats.schemas import ExportQuery, GraphImportOptions, UndoImportInput
from memories.selectors.network.export import exported_file
from memories.services.network.graph_import import import_graph, read_document, undo_import

from .address import day_of, end_of

FILES = "graph-files"
# What each format is called, and for whom it is.
FORMATS = {
    "json": "JSON (node-link)",
    "graphml": "GraphML (Gephi, Cytoscape, yEd)",
    "gexf": "GEXF (Gephi)",
    "cypher": "Cypher (Neo4j)",
    "csv": "CSV (zip)",
}


@page
@require_GET
def graph_files(request: HttpRequest) -> HttpResponse:
    """Offer the graph as a file, with its name and size once a format is chosen, and the import."""
    context: dict[str, Any] = {"formats": FORMATS}
    if "format" in request.GET:
        context |= _offered(caller_of(request), request)
    name = "graph/_file.html" if is_part(request) else "graph/files.html"
    return render(request, name, context)


def _offered(caller: Caller, request: HttpRequest) -> dict[str, Any]:
    given = request.GET
    asked = parsed(
        ExportQuery,
        {
            "format": given["format"],
            "pack": [name for name in given.getlist("pack") if name],
            "held_at": end_of(day_of(given, "held"), caller),
            "known_at": end_of(day_of(given, "known"), caller),
            "texts": given.get("texts") != "no",
        },
    )
    query = urlencode(asked.model_dump(mode="json", exclude_defaults=True), doseq=True)
    address = f"{reverse('api-graph-export')}?{query}"
    return {"file": exported_file(caller, asked), "address": address}


@page
@require_POST
def graph_import(request: HttpRequest) -> HttpResponse:
    """Read a file in, or only check it, and say what that did."""
    caller, upload, now = caller_of(request), request.FILES.get("file"), timezone.now()
    context: dict[str, Any] = {"formats": FORMATS, "upload": upload}
    try:
        if upload is None:
            raise InvalidInput(_("Choose a file first."), field="file", code="missing")
        given = {
            "name": (upload.name or "").rpartition(".")[0][:200],
            "dry_run": "check" in request.POST,
            "scale_weights": request.POST.get("scale_weights") == "yes",
            **({"pack": request.POST["pack"]} if request.POST.get("pack") else {}),
        }
        options = parsed(GraphImportOptions, given)
        context["imported"] = import_graph(caller, read_document(upload.read()), options, now=now)
        context["at"] = now.isoformat()
    except WasurenaError as error:
        context["problems"] = [f"{one.field}: {sentence(one)}" for one in error.problems[:20]]
        return render(request, "graph/files.html", context, status=error.status)
    return render(request, "graph/files.html", context)


@page
@require_POST
def graph_import_undo(request: HttpRequest) -> HttpResponse:
    """Take an import back, as far as nothing else rests on it by now."""
    caller = caller_of(request)
    item = parsed(UndoImportInput, {"at": request.POST.get("at", "")})
    taken = undo_import(caller, aware(item.at, caller, "at"))
    text = _("The import is undone.")
    if taken.kept:
        left = ngettext(
            "%(n)s change stays, since something rests on it: see the history.",
            "%(n)s changes stay, since something rests on them: see the history.",
            taken.kept,
        )
        text = f"{text} {left % {'n': taken.kept}}"
    done(request, text)
    return redirect(reverse(FILES))
