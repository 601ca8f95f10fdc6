"""Read the communities of the last analysis: as bubbles, and the members of one."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from core.caller import Caller
from graph.analytics.communities import Community, communities
from graph.analytics.packed import NodeMetrics, find, kinds_of
from graph.models import GraphAnalysis
from graph.network.neighbors import Shown
from graph.network.pictures import Bubble, Overview
from graph.network.schemas import Snapshot, SnapshotInput
from graph.nodes import Node

from ..analytics import analysis_of, analyzed_packs, code_of, nodes_of, stored_metrics
from ..reading import rules_of, scope_of, walk_of
from ..rendering import Label, labels_of
from ..snapshot import rendered

# More bubbles than these say nothing; the largest are shown.
MOST_BUBBLES = 60
# The nodes that may name a bubble, and those of them that do.
MOST_NAMING, NAMES = 4, 2
# Links of each bubble, the strongest: all of them would be a cobweb.
MOST_LINKS = 3


def community_overview(caller: Caller, packs: Sequence[str]) -> Overview:
    """Return the largest communities of the last analysis of these packs, and what joins them.

    Without an analysis, or without a community, it is empty. A community is named after its most
    central people and things, or its most central memories if it has none.

    Raises:
        Forbidden, InvalidInput: as ``analyzed_packs``.
    """
    chosen = analyzed_packs(caller, packs)
    analysis = analysis_of(caller, chosen)
    if analysis is None:
        return Overview([], [], 0)
    standing = _standing(stored_metrics(analysis))
    found = list(
        communities(kinds_of(standing["node"]), standing["community"], standing["pagerank"])
    )
    shown = found[:MOST_BUBBLES]
    naming = {one.number: _naming(one, standing) for one in shown}
    codes = [code for part in naming.values() for code in part]
    nodes = nodes_of(caller.spaces(chosen), codes)
    labels = labels_of(caller, nodes.values())
    seen = {code: labels[node] for code, node in nodes.items() if node in labels}
    named = {key: [seen[code] for code in part if code in seen] for key, part in naming.items()}
    bubbles = [_bubble(one, named[one.number]) for one in shown if named[one.number]]
    return Overview(bubbles, _links(analysis, {bubble.number for bubble in bubbles}), len(found))


def _standing(metrics: NodeMetrics) -> NodeMetrics:
    """Return the measures without entities that others stand for."""
    standing: NodeMetrics = metrics[metrics["node"] == metrics["stands_for"]]
    return standing


def _naming(one: Community, standing: NodeMetrics) -> list[int]:
    places = dict.fromkeys([*one.named_by, *one.members[:MOST_NAMING].tolist()])
    codes: list[int] = standing["node"][list(places)[:MOST_NAMING]].tolist()
    return codes


def _bubble(one: Community, labels: Sequence[Label]) -> Bubble:
    return Bubble(
        number=one.number,
        label=" · ".join(label.label for label in labels[:NAMES]),
        group=labels[0].group,
        size=len(one.members),
        center=labels[0].name,
    )


def _links(analysis: GraphAnalysis, shown: set[int]) -> list[tuple[int, int, int]]:
    """Return the edges between communities that are among the strongest of either."""
    of = defaultdict[int, list[tuple[int, int, int]]](list)
    for one, other, count in analysis.statistics.get("between", []):
        if one in shown and other in shown:
            of[one].append((one, other, count))
            of[other].append((one, other, count))
    strongest = {
        row for rows in of.values() for row in sorted(rows, key=lambda row: -row[2])[:MOST_LINKS]
    }
    return sorted(strongest)


@dataclass(frozen=True, slots=True)
class Members:
    """The most central members of a community, and how many it has."""

    nodes: list[Node]
    total: int


def community_members(
    caller: Caller, packs: Sequence[str], center: Node, limit: int
) -> Members | None:
    """Return up to ``limit`` members of the community of a node; None if it was not analyzed.

    Raises:
        Forbidden, InvalidInput: as ``analyzed_packs``.
    """
    chosen = analyzed_packs(caller, packs)
    analysis = analysis_of(caller, chosen, "computed_at")
    code = code_of(caller.spaces(chosen), center)
    if analysis is None or code is None:
        return None
    metrics = stored_metrics(analysis)
    place = find(metrics, [code])
    if not len(place):
        return None
    inside = _standing(metrics[metrics["community"] == place["community"][0]])
    order = np.lexsort((inside["node"], -inside["pagerank"]))[:limit]
    nodes = nodes_of(caller.spaces(chosen), inside["node"][order].tolist())
    return Members(list(nodes.values()), len(inside))


def members_snapshot(caller: Caller, item: SnapshotInput, members: Members) -> Snapshot:
    """Return the members of a community and what connects them; only the filters of ``item`` count.

    Raises:
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    walk = walk_of(caller, scope_of(caller, item.pack), rules_of(caller, item), members.nodes)
    nodes = dict.fromkeys(walk.one(node) for node in members.nodes)
    shown = [Shown(node, 0) for node in nodes]
    found = rendered(caller, walk, item.pack, [], shown, members.total)
    if members.total <= len(found.nodes):
        return found
    text = _("The %(shown)s most central of %(total)s members are shown.")
    counts = {"shown": f"{len(found.nodes):,}", "total": f"{members.total:,}"}
    return found.model_copy(update={"notes": [*found.notes, text % counts]})
