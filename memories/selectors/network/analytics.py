"""Read the stored analyses of a caller's graph: which there are, statistics, measures of nodes."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import Forbidden
from entities.models import Entity
from graph.analytics.packed import KINDS, PLACES, NodeMetrics, find, node_code, unpack
from graph.analytics.schemas import CacheOut, GraphStatisticsOut
from graph.models import GraphAnalysis
from graph.network.edge_cache import EDGES, CacheStatistics
from graph.network.path_cache import PATHS
from graph.nodes import Node, NodeKind
from memories.models import Context, Tag
from packs.selection import chosen_packs


def analyzed_packs(caller: Caller, packs: Sequence[str] | None) -> list[str]:
    """Return the packs whose graph a caller may have analyzed, in order.

    Raises:
        Forbidden: the caller is bound to a namespace, or a named pack is out of reach.
        InvalidInput: a named pack is not installed.
    """
    caller.require(Scope.READ)
    if caller.namespace:
        raise Forbidden(
            _("the graph is analyzed as a whole, and this token is bound to a namespace"),
            field="token", code="bound",
        )  # fmt: skip
    return sorted(chosen_packs(caller, packs, field="pack"))


def split_packs(stored: str) -> list[str]:
    """Return the packs of an analysis, as they are stored."""
    return stored.split(",") if stored else []


def analysis_of(caller: Caller, packs: Sequence[str], *columns: str) -> GraphAnalysis | None:
    """Return the stored analysis of exactly these packs, from ``analyzed_packs``, if there is one.

    ``columns`` limits what is read; by default all but the measures of nodes.
    """
    mine = GraphAnalysis.objects.filter(base_user=caller.base_user, packs=",".join(packs))
    rows = mine.exclude(computed_at=None)
    return (rows.only(*columns) if columns else rows.defer("node_metrics")).first()


def statistics_out(analysis: GraphAnalysis) -> GraphStatisticsOut:
    """Return the figures of the whole graph, with their age."""
    caches = {"paths": PATHS.statistics, "edges": EDGES.statistics}
    return GraphStatisticsOut.model_validate(
        {
            **analysis_head(analysis),
            **analysis.statistics,
            "caches": {name: _cache(found) for name, found in caches.items()},
        }
    )


def _cache(found: CacheStatistics) -> CacheOut:
    return CacheOut(**asdict(found), hit_rate=found.hit_rate)


def node_measures(
    caller: Caller, packs: Sequence[str] | None, nodes: Collection[Node]
) -> dict[Node, tuple[float, int]]:
    """Return the PageRank and community of nodes, as far as they were analyzed.

    Nothing for a caller that is bound to a namespace, or whose graph was not analyzed yet.
    """
    if caller.namespace:
        return {}
    chosen = analyzed_packs(caller, packs)
    if (analysis := analysis_of(caller, chosen, "computed_at")) is None:
        return {}
    codes = _codes(caller.spaces(chosen), nodes)
    rows = find(stored_metrics(analysis), list(codes.values()))
    measures = zip(rows["pagerank"].tolist(), rows["community"].tolist(), strict=True)
    found = dict(zip(rows["node"].tolist(), measures, strict=True))
    return {node: found[code] for node, code in codes.items() if code in found}


def _codes(spaces: Sequence[str], nodes: Collection[Node]) -> dict[Node, int]:
    """Return the codes of nodes; entities, tags and contexts are looked up by their keys."""
    keys: dict[NodeKind, list[Any]] = {kind: [] for kind in NodeKind}
    for node in nodes:
        keys[node.kind].append(node.key)
    codes = {
        Node(kind, key): node_code(kind, key)
        for kind in (NodeKind.MEMORY, NodeKind.THREAD)
        for key in keys[kind]
    }
    known = Entity.objects.in_spaces(spaces).filter(entity_id__in=keys[NodeKind.ENTITY])
    for uid, pk in known.values_list("entity_id", "pk"):
        codes[Node(NodeKind.ENTITY, uid.hex)] = node_code(NodeKind.ENTITY, pk)
    for kind, rows in (
        (NodeKind.TAG, Tag.objects.in_spaces(spaces)),
        (NodeKind.CONTEXT, Context.objects.in_spaces(spaces)),
    ):
        named = rows.filter(name_key__in=keys[kind]).order_by("-pk")
        # The first row of a name is its node.
        for key, pk in named.values_list("name_key", "pk"):
            codes[Node(kind, key)] = node_code(kind, pk)
    return codes


def nodes_of(spaces: Sequence[str], codes: Collection[int]) -> dict[int, Node]:
    """Return the nodes of these spaces by code, in their order; what is gone is left out."""
    rows: dict[NodeKind, list[int]] = {kind: [] for kind in NodeKind}
    for code in codes:
        rows[KINDS[code % PLACES]].append(code // PLACES)
    known = {
        node_code(kind, pk): Node(kind, pk)
        for kind in (NodeKind.MEMORY, NodeKind.THREAD)
        for pk in rows[kind]
    }
    entities = Entity.objects.in_spaces(spaces).filter(pk__in=rows[NodeKind.ENTITY])
    for pk, uid in entities.values_list("pk", "entity_id"):
        known[node_code(NodeKind.ENTITY, pk)] = Node(NodeKind.ENTITY, uid.hex)
    for kind, named in (
        (NodeKind.TAG, Tag.objects.in_spaces(spaces)),
        (NodeKind.CONTEXT, Context.objects.in_spaces(spaces)),
    ):
        for pk, key in named.filter(pk__in=rows[kind]).values_list("pk", "name_key"):
            known[node_code(kind, pk)] = Node(kind, key)
    return {code: known[code] for code in codes if code in known}


def code_of(spaces: Sequence[str], node: Node) -> int | None:
    """Return the code of a node, None if there is no such row."""
    return _codes(spaces, [node]).get(node)


def stored_metrics(analysis: GraphAnalysis) -> NodeMetrics:
    """Return the measures of all nodes of an analysis, sorted by node."""
    return _unpacked(analysis.pk, analysis.computed_at)


@lru_cache(maxsize=4)
def _unpacked(analysis: int, computed_at: datetime) -> NodeMetrics:
    """Return the measures of one analysis; those read last stay in memory, 5 MB of 100,000 nodes."""
    row = GraphAnalysis.objects.get(pk=analysis)
    return unpack(bytes(row.node_metrics))


def analysis_head(analysis: GraphAnalysis) -> dict[str, Any]:
    """Return which graph it is, and how old the analysis."""
    at = analysis.computed_at or timezone.now()
    return {
        "packs": split_packs(analysis.packs),
        "computed_at": at,
        "age_seconds": max(0.0, round((timezone.now() - at).total_seconds(), 1)),
        "seconds": analysis.seconds,
        "is_pending": analysis.requested_at is not None,
    }
