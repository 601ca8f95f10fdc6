"""Time paths, neighbors and snapshots of a stored graph, beside networkx on the same graph."""

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

import networkx as nx
import numpy as np
from django.utils.translation import gettext as _

from core.caller import Caller
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.network.schemas import NeighborsInput, PathInput, SnapshotInput
from graph.network.strong_graph import STRONG_GRAPHS
from memories.schemas.inputs import LinkInput
from memories.selectors.network.neighbors import node_neighbors
from memories.selectors.network.paths import find_paths
from memories.selectors.network.reading import joins_of, scope_of
from memories.selectors.network.snapshot import snapshot
from memories.services.update import relate
from memory_site.bench.reports.tables import Steps, Table, machine, setup_table
from memory_site.bench.speed.clients import quantiles

from .filling import filled
from .synthetic import SEED, invented_edges

Ask = Callable[[Caller, Sequence[str]], object]


def _path(algorithm: str) -> Ask:
    def ask(caller: Caller, ends: Sequence[str]) -> object:
        given = {"source_id": ends[0], "target_id": ends[1], "algorithm": algorithm}
        return find_paths(caller, PathInput.model_validate(given))

    return ask


OURS: dict[str, Ask] = {
    "neighbors": lambda caller, ends: node_neighbors(caller, NeighborsInput(id=ends[0])),
    "neighbors, depth 2": lambda caller, ends: node_neighbors(
        caller, NeighborsInput(id=ends[0], depth=2)
    ),
    "shortest path": _path("shortest"),
    "strongest path": _path("strongest"),
    "all paths": _path("all"),
    "snapshot": lambda caller, ends: snapshot(caller, SnapshotInput(focus=[ends[0]], depth=2)),
}
THEIRS: dict[str, Callable[[nx.Graph, int, int], object]] = {
    "neighbors": lambda graph, one, _other: list(graph.neighbors(one)),
    "neighbors, depth 2": lambda graph, one, _other: nx.single_source_shortest_path_length(
        graph, one, cutoff=2
    ),
    "shortest path": nx.bidirectional_shortest_path,
    "strongest path": lambda graph, one, other: nx.bidirectional_dijkstra(
        graph, one, other, weight="loss"
    ),
}


@dataclass(frozen=True, slots=True)
class WalksRequest:
    """The size of the graph, and how many questions of each kind."""

    nodes: int
    edges: int
    questions: int


@dataclass(frozen=True, slots=True)
class WalkTime:
    """Milliseconds of one kind of question: first and repeated, after a write, and networkx's."""

    name: str
    cold: dict[str, float]
    warm: dict[str, float]
    written: dict[str, float]
    networkx: dict[str, float]


def report(wanted: WalksRequest, steps: Steps) -> tuple[list[Table], dict[str, Any]]:
    """Measure, and return the times as tables and for programs."""
    facts, times = machine(), list(measured(wanted, steps))
    return tables(wanted, times, facts), as_data(wanted, times, facts)


def measured(wanted: WalksRequest, steps: Steps) -> Iterator[WalkTime]:
    """Store the graph and yield the times of each kind of question.

    Cold: nothing is in memory. Warm: other questions of the same kind were asked before, and what is
    read in the background then is in memory. Written:
    before each question a link was stored at one of its ends.
    """
    caller, names = filled(wanted.nodes, wanted.edges, steps)
    graph = _in_networkx(wanted)
    pick = random.Random(SEED)
    pairs = [pick.sample(range(wanted.nodes), 2) for _at in range(wanted.questions * 3)]
    asked = [[names[at] for at in pair] for pair in pairs]
    advance = steps(_("kinds of questions"), len(OURS))
    for name, ask in OURS.items():
        _forget()
        cold, warm, written = (
            asked[wanted.questions * part : wanted.questions * (part + 1)] for part in range(3)
        )
        first = _quantiles([_timed(ask, caller, ends) for ends in cold])
        if name == "strongest path":
            # A server has done so in the background by now.
            STRONG_GRAPHS.read(scope_of(caller, []), joins_of(caller))
        yield WalkTime(
            name,
            first,
            _quantiles([_timed(ask, caller, ends) for ends in warm]),
            _quantiles([_after_write(ask, caller, ends, pick) for ends in written]),
            _theirs(name, graph, pairs[wanted.questions : wanted.questions * 2]),
        )
        advance(1)


def _forget() -> None:
    EDGES.clear()
    PATHS.clear()
    STRONG_GRAPHS.clear()


def _timed(ask: Ask, caller: Caller, ends: Sequence[str]) -> float:
    begun = time.perf_counter()
    ask(caller, ends)
    return time.perf_counter() - begun


def _after_write(ask: Ask, caller: Caller, ends: Sequence[str], pick: random.Random) -> float:
    memories = [name.partition(":")[2] for name in ends if name.startswith("memory:")]
    if len(memories) == 2:
        link = LinkInput(target_id=UUID(memories[1]), type="extends", weight=pick.random())
        relate(caller, UUID(memories[0]), link)
    return _timed(ask, caller, ends)


def _theirs(name: str, graph: nx.Graph, pairs: Sequence[Sequence[int]]) -> dict[str, float]:
    if name not in THEIRS:
        return {}
    seconds = []
    for one, other in pairs:
        begun = time.perf_counter()
        with contextlib.suppress(nx.NetworkXNoPath):
            THEIRS[name](graph, one, other)
        seconds.append(time.perf_counter() - begun)
    return _quantiles(seconds)


def _in_networkx(wanted: WalksRequest) -> nx.Graph:
    made = invented_edges(wanted.nodes, wanted.edges)
    graph = nx.Graph()
    graph.add_nodes_from(range(wanted.nodes))
    graph.add_weighted_edges_from(
        zip(
            made.sources.tolist(),
            made.targets.tolist(),
            (-np.log(made.weights)).tolist(),
            strict=True,
        ),
        "loss",
    )
    return graph


def _quantiles(seconds: Sequence[float]) -> dict[str, float]:
    return {unit: round(value, 2) for unit, value in quantiles(seconds).items()}


def tables(wanted: WalksRequest, times: list[WalkTime], facts: dict[str, str]) -> list[Table]:
    """Return the times as tables."""
    title = _("Walks over {nodes} nodes and {edges} edges: median / 95th percentile in ms").format(
        nodes=f"{wanted.nodes:,}", edges=f"{wanted.edges:,}"
    )
    columns = [_("question"), _("nothing in memory"), _("warm"), _("after a write"), "networkx"]
    rows = [
        [each.name, *map(_shown, (each.cold, each.warm, each.written, each.networkx))]
        for each in times
    ]
    return [Table(title, columns, rows), setup_table(facts)]


def _shown(values: dict[str, float]) -> str:
    return f"{values['p50_ms']:.1f} / {values['p95_ms']:.1f}" if values else "–"


def as_data(wanted: WalksRequest, times: list[WalkTime], facts: dict[str, str]) -> dict[str, Any]:
    """Return the times for programs."""
    return {**asdict(wanted), "setup": facts, "questions": [asdict(each) for each in times]}
