"""Analyze the graph of a person: on demand, and every night where it has changed."""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

import numpy as np
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django_q.tasks import async_task

from core.caller import Caller, Role, Scope
from core.db.fields import user_names
from core.errors import is_database_busy
from core.jobs.queue import location_of
from entities.models import Mention
from graph.analytics.compute import analyze, node_metrics
from graph.analytics.influence import GROWTH_SPAN
from graph.analytics.packed import NodeMetrics, node_code, pack
from graph.analytics.schemas import (
    AnalysisPending,
    EntityAnalyticsFilters,
    EntityAnalyticsOut,
    GraphStatisticsOut,
    StatisticsFilters,
)
from graph.models import GraphAnalysis
from graph.nodes import NodeKind
from graph.queries.whole_graph import GraphState, StoredGraph, graph_state, stored_graph
from memories.models import findable, findable_sql
from memories.selectors.network.analytics import (
    analysis_of,
    analyzed_packs,
    split_packs,
    statistics_out,
)
from memories.selectors.network.entity_analytics import entity_analytics_out
from memories.selectors.network.explorer.closest import closest_entities
from packs import registry

logger = logging.getLogger(__name__)

# Graphs up to this size are analyzed while the caller waits: a second or two.
INLINE_NODES, INLINE_EDGES = 3_000, 30_000
# Growth counts weeks, so that a graph that stays the same is analyzed again too.
REFRESH_AFTER = timedelta(days=7)
# A worker that was stopped has forgotten what it was asked for.
ASK_AGAIN_AFTER = timedelta(minutes=20)
MOST_PAUSES_SECONDS = 60.0
TASK = "memories.tasks.jobs.analyze_requested"
Pause = Callable[[], None]


def graph_statistics(
    caller: Caller, filters: StatisticsFilters
) -> GraphStatisticsOut | AnalysisPending:
    """Return the figures of the caller's graph; a small one is analyzed now if it never was.

    Raises:
        Forbidden: the caller is bound to a namespace, or a named pack is out of reach.
        InvalidInput: a named pack is not installed.
    """
    packs = analyzed_packs(caller, filters.pack)
    analysis = analysis_of(caller, packs) or _analyze_or_ask(caller, packs)
    return statistics_out(analysis) if analysis else _pending(packs)


def entity_analytics(
    caller: Caller, filters: EntityAnalyticsFilters
) -> EntityAnalyticsOut | AnalysisPending:
    """Return rankings and communities of entities, and those closest to a node if one is named.

    Raises:
        NotFound: the caller sees no such node, or not in these packs.
        Forbidden, InvalidInput: as ``graph_statistics``; several ids begin so.
    """
    packs = analyzed_packs(caller, filters.pack)
    near = filters.around and closest_entities(caller, packs, filters.around, filters.limit)
    analysis = analysis_of(caller, packs) or _analyze_or_ask(caller, packs)
    if analysis is None:
        return _pending(packs)
    found = entity_analytics_out(caller, analysis, filters)
    return found.model_copy(update={"around": near or None})


def recompute_statistics(
    caller: Caller, filters: StatisticsFilters
) -> GraphStatisticsOut | AnalysisPending:
    """Analyze the caller's graph again: now if it is small, else by the worker.

    Raises:
        Forbidden: the token may not write; and like ``graph_statistics``.
    """
    caller.require(Scope.WRITE)
    packs = analyzed_packs(caller, filters.pack)
    analysis = _analyze_or_ask(caller, packs)
    return statistics_out(analysis) if analysis else _pending(packs)


def analyze_now(caller: Caller, filters: StatisticsFilters) -> GraphStatisticsOut:
    """Analyze the caller's graph however large it is; raises like ``graph_statistics``."""
    packs = analyzed_packs(caller, filters.pack)
    return statistics_out(_analyzed(caller, packs, _state(caller, packs)))


def analyze_requested(*, pause: Pause = lambda: None) -> int:
    """Make the analyses that were asked for; return their number.

    ``pause`` lets others work; it is called for a minute of each analysis at most.
    """
    asked = GraphAnalysis.objects.exclude(requested_at=None).order_by("requested_at")
    rows = asked.values_list("base_user", "packs")
    return sum(_attempted(_person(name), split_packs(packs), pause) for name, packs in list(rows))


def refresh_analyses(*, pause: Pause = lambda: None) -> int:
    """Analyze every graph that has changed since its analysis, or is a week old; return how many.

    Each person has an analysis of all enabled packs, and of every other choice that was asked for.
    """
    now = timezone.now()
    wanted = dict.fromkeys(
        (name, tuple(analyzed_packs(_person(name), None))) for name in user_names()
    )
    for row in GraphAnalysis.objects.defer("node_metrics"):
        packs = split_packs(row.packs)
        if all(registry.find(pack) for pack in packs):
            wanted[row.base_user, tuple(packs)] = None
        else:
            # A pack was uninstalled: nobody can ask for this any more.
            row.delete()
    due = [(_person(name), packs) for name, packs in wanted]
    return sum(_attempted(who, packs, pause) for who, packs in due if _is_due(who, packs, now))


def _is_due(caller: Caller, packs: Sequence[str], now: datetime) -> bool:
    state, known = _state(caller, packs), analysis_of(caller, packs)
    if known is None or known.computed_at is None:
        return state.nodes > 0
    is_old = known.computed_at < now - REFRESH_AFTER
    return is_old or known.requested_at is not None or known.fingerprint != state.fingerprint


def _attempted(caller: Caller, packs: Sequence[str], pause: Pause) -> bool:
    """Make one analysis; one that fails is logged, and not asked for any more."""
    try:
        _analyzed(caller, packs, _state(caller, packs), _limited(pause))
    except Exception as error:
        if is_database_busy(error):
            raise
        mine = GraphAnalysis.objects.filter(base_user=caller.base_user, packs=",".join(packs))
        mine.update(requested_at=None)
        logger.error("an analysis failed: %s", location_of(error))
        return False
    return True


def _limited(pause: Pause) -> Pause:
    """Return a pause that does nothing any more once it has taken its time."""
    spent = 0.0

    def paused() -> None:
        nonlocal spent
        if spent < MOST_PAUSES_SECONDS:
            begun = time.monotonic()
            pause()
            spent += time.monotonic() - begun

    return paused


def _analyze_or_ask(caller: Caller, packs: Sequence[str]) -> GraphAnalysis | None:
    """Analyze a small graph; of a large one, ask the worker to and return None."""
    state = _state(caller, packs)
    if state.nodes <= INLINE_NODES and state.edges <= INLINE_EDGES:
        return _analyzed(caller, packs, state)
    with transaction.atomic():
        row, _is_new = GraphAnalysis.objects.get_or_create(
            base_user=caller.base_user, packs=",".join(packs)
        )
        now = timezone.now()
        if row.requested_at is None or row.requested_at < now - ASK_AGAIN_AFTER:
            row.requested_at = now
            row.save(update_fields=["requested_at"])
            transaction.on_commit(partial(async_task, TASK))
    return None


def _analyzed(
    caller: Caller, packs: Sequence[str], state: GraphState, pause: Pause = lambda: None
) -> GraphAnalysis:
    """Analyze a graph and store the result; nothing is locked but for the one row at the end."""
    begun, now = time.monotonic(), timezone.now()
    graph = stored_graph(caller.spaces(packs), findable_sql("m"))
    found = analyze(graph.edges, graph.edges_by_kind, pause=pause)
    metrics = node_metrics(graph.edges, graph.codes, found)
    _add_growth(metrics, caller.spaces(packs), graph.joined, now)
    values = {
        "requested_at": None,
        "computed_at": now,
        "seconds": round(time.monotonic() - begun, 3),
        "node_count": graph.edges.node_count,
        "edge_count": graph.edges.edge_count,
        "fingerprint": state.fingerprint,
        "statistics": {**found.statistics.model_dump(mode="json"), "between": found.between},
        "node_metrics": pack(_with_joined(metrics, graph)),
    }
    row, _is_new = GraphAnalysis.objects.update_or_create(
        base_user=caller.base_user, packs=",".join(packs), defaults=values
    )
    return row


def _add_growth(
    metrics: NodeMetrics, spaces: Sequence[str], joined: dict[int, int], now: datetime
) -> None:
    """Fill in the mentions of the last four weeks, and of the four before."""
    recent, before = now - GROWTH_SPAN, now - 2 * GROWTH_SPAN
    at = "memory__created_at"
    rows = Mention.objects.in_spaces(spaces).filter(
        findable("memory__"), **{f"{at}__gt": before, f"{at}__lte": now}
    )
    counted = rows.order_by().values_list("entity__pk").annotate(
        recent=Count("memory", distinct=True, filter=Q(**{f"{at}__gt": recent})),
        before=Count("memory", distinct=True, filter=Q(**{f"{at}__lte": recent})),
    )  # fmt: skip
    place = {code: at for at, code in enumerate(metrics["node"].tolist())}
    for entity, new, old in counted:
        code = node_code(NodeKind.ENTITY, entity)
        if (found := place.get(joined.get(code, code))) is not None:
            metrics["recent"][found] += new
            metrics["before"][found] += old


def _with_joined(metrics: NodeMetrics, graph: StoredGraph) -> NodeMetrics:
    """Add the entities that others stand for, with the measures of those."""
    place = {code: at for at, code in enumerate(metrics["node"].tolist())}
    others = [(code, one) for code, one in graph.joined.items() if code != one]
    added = metrics[[place[one] for _code, one in others]]
    added["node"] = [code for code, _one in others]
    return np.concatenate([metrics, added])


def _state(caller: Caller, packs: Sequence[str]) -> GraphState:
    return graph_state(caller.spaces(packs), findable_sql("m"))


def _person(name: str) -> Caller:
    return Caller(base_user=name, role=Role.SYSTEM, name="analyses")


def _pending(packs: Sequence[str]) -> AnalysisPending:
    return AnalysisPending(
        packs=list(packs), detail="the worker analyzes this graph; ask again in a minute"
    )
