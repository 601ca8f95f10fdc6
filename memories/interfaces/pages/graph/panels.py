"""The explorer's panel: a node, an edge, a path, and what is selected."""

from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.callers import caller_of
from core.errors import NotFound
from core.interfaces.pages import page
from core.schemas import parsed
from entities.schemas import MOST_MERGED
from graph.models import RelationScope
from graph.network.schemas import PathInput, PathsOut, SnapshotInput, SnapshotNode
from graph.services import offered_types
from memories.selectors.network.explorer.closest import closest_entities
from memories.selectors.network.paths import find_paths
from memories.selectors.network.snapshot import snapshot
from memories.selectors.pages.graph_nodes import edge_panel, node_panel

from .address import moment_of

MOST_SELECTED = 100
MOST_CLOSEST = 8


@page
@require_GET
def graph_node(request: HttpRequest) -> HttpResponse:
    """Show one node: text or facts, evidence, connections."""
    caller, given = caller_of(request), request.GET
    panel = node_panel(caller, given.get("id", ""), moment_of(given, caller))
    context = {"panel": panel, "packs": given.getlist("pack")}
    return render(request, "graph/_node.html", context)


@page
@require_GET
def graph_closest(request: HttpRequest) -> HttpResponse:
    """List the entities that are closest to a node; a page asks for it when it is read."""
    caller, given = caller_of(request), request.GET
    packs, name = given.getlist("pack"), given.get("id", "")
    context: dict[str, object] = {"is_page": given.get("to") == "page"}
    # A page that holds something hidden, or of another pack, has no such list.
    with suppress(NotFound):
        context["near"] = closest_entities(caller, packs, name, MOST_CLOSEST, field="id")
    return render(request, "graph/_closest.html", context)


@page
@require_GET
def graph_edge(request: HttpRequest) -> HttpResponse:
    """Show why two nodes are connected, and the memories that say so."""
    caller, given = caller_of(request), request.GET
    ends = (given.get("source", ""), given.get("target", ""))
    panel = edge_panel(caller, *ends, given.get("id", ""), moment_of(given, caller))
    return render(request, "graph/_edge.html", {"panel": panel})


@page
@require_GET
def graph_path(request: HttpRequest) -> HttpResponse:
    """Say how two nodes are connected, step by step."""
    caller, given = caller_of(request), request.GET
    names = {"source_id": given.get("source", ""), "target_id": given.get("target", "")}
    found: PathsOut | None = None
    problem = ""
    if all(names.values()):
        algorithm = given.get("algorithm") or "shortest"
        try:
            asked = {**names, "algorithm": algorithm, **moment_of(given, caller)}
            found = find_paths(caller, parsed(PathInput, asked))
        except NotFound:
            problem = _("There is nothing of this name.")
    context = {
        "found": found,
        "names": names,
        "problem": problem,
        "algorithm": given.get("algorithm"),
        "packs": given.getlist("pack"),
    }
    return render(request, "graph/_path.html", context)


@page
@require_GET
def graph_selection(request: HttpRequest) -> HttpResponse:
    """Show what is selected, and what can be done with it."""
    caller, names = caller_of(request), request.GET.getlist("id")[:MOST_SELECTED]
    asked = parsed(SnapshotInput, {"focus": names, "depth": 0, "limit": max(1, len(names))})
    nodes = snapshot(caller, asked).nodes if names else []
    entities = [node for node in nodes if node.kind == "entity"]
    context = {
        "nodes": nodes,
        "memories": [node for node in nodes if node.kind == "memory"],
        "types": offered_types(RelationScope.MEMORIES, caller.base_user),
        "entities": len(entities),
        "merge": _merge_address(entities) if 1 < len(entities) <= MOST_MERGED else "",
    }
    return render(request, "graph/_selection.html", context)


def _merge_address(entities: Sequence[SnapshotNode]) -> str:
    """Return the page that previews a merge into the one with the most neighbors."""
    kept, *others = sorted(entities, key=lambda node: -node.value)
    query = urlencode({"other": [_key(node) for node in others]}, doseq=True)
    return f"{reverse('entity-merge', args=[_key(kept)])}?{query}"


def _key(node: SnapshotNode) -> str:
    return node.id.partition(":")[2]
