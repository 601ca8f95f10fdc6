"""The graph explorer: the page, what it loads, and where one begins."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.pages import is_part, page
from core.schemas import parsed
from graph.analytics.schemas import StatisticsFilters
from graph.network.pictures import Overview, listed, small_graph
from graph.network.schemas import Snapshot, SnapshotInput
from memories.schemas import SearchInput
from memories.selectors.network.explorer.communities import community_overview
from memories.selectors.network.explorer.timespan import time_span
from memories.selectors.network.explorer.views import view_list, view_out
from memories.selectors.pages.graph_nodes import node_address, suggested
from memories.services.network.analytics import graph_statistics
from memories.services.network.layouts import explored, explored_community
from memories.services.network.snapshots import graph_snapshot
from memories.services.search import recall
from nlp.phrasing import Reader

from .address import ExplorerState, explorer_state

FOUND, SMALL = 5, 12
UNANALYZED = 200


@page
@require_GET
def explorer(request: HttpRequest) -> HttpResponse:
    """Show the graph around what the address names; without that, offer where to begin."""
    caller = caller_of(request)
    state = explorer_state(request.GET, caller)
    if state.asked is None:
        return render(request, "graph/start.html", _start(caller))
    context = {"state": state, **_data(caller, state)}
    return render(
        request, "graph/_data.html" if is_part(request) else "graph/explorer.html", context
    )


def _start(caller: Caller) -> dict[str, Any]:
    views = [view_out(row) for row in view_list(caller)]
    return {"cards": suggested(caller), "views": views}


def _data(caller: Caller, state: ExplorerState) -> dict[str, Any]:
    assert state.asked is not None
    seen = _overview(caller, state.asked) if state.is_overview else None
    if seen:
        # Bubbles alone: nobody sees the nodes beneath them.
        found = Snapshot(
            focus=[], nodes=[], edges=[], total_nodes=0, first=None, last=None, notes=_told(seen)
        )
    elif state.community:
        found = explored_community(caller, state.asked, state.community, state.most)
    else:
        found = explored(caller, _first_sight(state))
    return {
        "found": found,
        "rows": listed(found),
        "groups": groups_of(found),
        "edge_types": edge_types_of(found),
        "packs": sorted({node.pack for node in found.nodes if node.pack}),
        "bubbles": seen.bubbles if seen else [],
        "more_members": found.total_nodes if state.community else 0,
        "data": {
            "snapshot": found.model_dump(mode="json", by_alias=True),
            "overview": asdict(seen) if seen else None,
            "span": [] if seen or state.community else _span(caller, state.asked, found),
        },
    }


def _overview(caller: Caller, asked: SnapshotInput) -> Overview | None:
    """Return the communities of the last analysis; a graph without one is analyzed, or will be."""
    graph_statistics(caller, parsed(StatisticsFilters, {"pack": asked.pack}))
    seen = community_overview(caller, asked.pack)
    return seen if seen.bubbles else None


def _told(seen: Overview) -> list[str]:
    if seen.total <= len(seen.bubbles):
        return []
    text = _("The %(shown)s largest of %(total)s communities are shown.")
    return [text % {"shown": len(seen.bubbles), "total": f"{seen.total:,}"}]


def _first_sight(state: ExplorerState) -> SnapshotInput:
    """Return what to show; of everything that was never analyzed, the most important."""
    assert state.asked is not None
    if not state.is_overview:
        return state.asked
    return state.asked.model_copy(update={"limit": UNANALYZED, "depth": 0})


def _span(caller: Caller, asked: SnapshotInput, found: Snapshot) -> list[str]:
    """Return the first and last day that the slider reaches, whichever day it stands on."""
    if asked.held_at or asked.known_at:
        undated = asked.model_copy(update={"held_at": None, "known_at": None})
        found = graph_snapshot(caller, undated, record=False)
    span = time_span(caller, found, now=timezone.now())
    return [at.astimezone(caller.zone).date().isoformat() for at in span or ()]


def groups_of(found: Snapshot) -> list[dict[str, Any]]:
    """Return the groups of the legend with their numbers of nodes, largest first.

    Entities are told apart by type; every other node by its kind.
    """
    counts: dict[tuple[str, str], int] = {}
    for node in found.nodes:
        group = node.group if node.kind == "entity" else str(node.kind)
        counts[str(node.kind), group] = counts.get((str(node.kind), group), 0) + 1
    ordered = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [{"kind": kind, "name": name, "count": count} for (kind, name), count in ordered]


def edge_types_of(found: Snapshot) -> list[dict[str, Any]]:
    """Return the types of edges with their numbers, the most frequent first."""
    labels = {edge.type: edge.label for edge in found.edges}
    counts = Counter(edge.type for edge in found.edges)
    ordered = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return [{"name": name, "label": labels[name], "count": count} for name, count in ordered]


@page
@require_GET
def graph_find(request: HttpRequest) -> HttpResponse:
    """List people, things and memories that fit what is typed."""
    caller, words = caller_of(request), request.GET.get("words", "").strip()[:200]
    memories = []
    if words:
        asked = parsed(SearchInput, {"query": words, "limit": FOUND})
        memories = recall(caller, asked, record=False, reader=Reader.OWNER).results
    context = {"cards": suggested(caller, words), "memories": memories, "words": words}
    return render(request, "graph/_found.html", context)


@page
@require_GET
def graph_small(request: HttpRequest) -> HttpResponse:
    """Show a small picture round one node, or round the hits of a search."""
    focus, query = request.GET.getlist("focus")[:1], request.GET.get("q", "").strip()
    asked = parsed(SnapshotInput, {"focus": focus, "query": query, "limit": SMALL})
    small = small_graph(graph_snapshot(caller_of(request), asked, record=False))
    return render(request, "graph/_small.html", {"small": small, "query": query})


@page
@require_GET
def graph_open(request: HttpRequest) -> HttpResponse:
    """Go to the page of a node."""
    return redirect(node_address(caller_of(request), request.GET.get("id", "")))
