"""The strong edges of a whole graph in memory, for searches of the strongest path.

The strongest path between two random nodes of 100,000 is found after looking at some 350 nodes, and
reading their edges by SQL takes ten times as long as the search. So each process keeps two arrays
for a scope: who is joined with whom, and how strongly. They are read in the background, once
somebody asks. Nodes that have changed since are read by SQL, until the arrays are read again.
"""

import threading
import time
from collections import OrderedDict

import numpy as np
from django.conf import settings
from django.db import connection

from core.jobs import background
from graph.analytics.arrays import join_edges
from graph.nodes import Node, NodeKind
from graph.queries.changes import changes_since, last_change, oldest_change
from graph.queries.edges import GraphScope
from graph.queries.whole_graph import JOINED, next_end, node_of, stored_edges

from .walk import Joins

# Seed 0, strongest_path: edges of less confidence are not used.
STRONG = 0.5
# Each edge takes 24 bytes and each node 250: 100,000 nodes with 500,000 edges take 37 MB.
MOST_EDGES = 2_000_000
MOST_SCOPES = 2
# The arrays are read anew after so many changes, but not more often than this.
MANY_CHANGES, LEAST_SECONDS = 1_000, 60

_runner = background.Runner()


class StrongGraph:
    """The edges of at least the confidence ``STRONG`` that hold now, both ways, as of one moment."""

    def __init__(self, scope: GraphScope, joins: Joins) -> None:
        self.scope = scope
        self.joins = joins
        self.version = last_change()
        self.ends_at = next_end(scope.spaces)
        self.changed: set[Node] = set()
        self.changed_kinds: set[NodeKind] = set()
        self._read()

    def _read(self) -> None:
        names, rows = stored_edges(
            self.scope.spaces, self.scope.memory_test, least_confidence=STRONG
        )
        codes = np.sort(np.fromiter(names, np.int64, len(names)))
        self._nodes = [node_of(code, names) for code in codes.tolist()]
        self._places = {node: at for at, node in enumerate(self._nodes)}
        stands_for = self._stands_for()
        rows = rows[rows["kind"] != JOINED]
        source, target = (
            stands_for[np.searchsorted(codes, rows[end])] for end in ("source", "target")
        )
        edges = join_edges(self._nodes, source, target, rows["strength"]).adjacency
        self._pointers = edges.pointers.astype(np.int32)
        self._ends = edges.ends.astype(np.int32)
        self._losses = -np.log(edges.weights)

    def _stands_for(self) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Return the place of the node that stands for each; it may lie in another pack."""
        found = np.arange(len(self._nodes))
        for node, first in self.joins.first.items():
            if (at := self._places.get(node)) is not None:
                if first not in self._places:
                    self._places[first] = len(self._nodes)
                    self._nodes.append(first)
                found[at] = self._places[first]
        return found

    def __len__(self) -> int:
        return len(self._ends) // 2

    def steps(self, node: Node) -> list[tuple[Node, float]] | None:
        """Return the neighbors with the loss of strength on the way; None if they must be read."""
        if node in self.changed or node.kind in self.changed_kinds or node not in self._places:
            return None
        at = self._places[node]
        part = slice(int(self._pointers[at]), int(self._pointers[at + 1]))
        others = map(self._nodes.__getitem__, self._ends[part].tolist())
        return list(zip(others, self._losses[part].tolist(), strict=True))

    def catch_up(self, joins: Joins, now: str) -> bool:
        """Note the nodes that have changed since; return False if all must be read again."""
        last = last_change()
        if last < self.version or oldest_change() > self.version + 1:
            return False
        if joins != self.joins or (self.ends_at is not None and self.ends_at <= now):
            return False
        changes = list(changes_since(self.scope.base_user, self.version, last))
        if any(not kind for kind, _key in changes):
            return False
        for kind, key in changes:
            self._note(NodeKind(kind), key)
        self.version = last
        return True

    def _note(self, kind: NodeKind, key: str) -> None:
        if not key:
            self.changed_kinds.add(kind)
            return
        node = Node(kind, key if kind == NodeKind.ENTITY else int(key))
        self.changed |= {node, self.joins.one(node)}


class StrongGraphs:
    """The graphs of the scopes that were asked last. Thread-safe."""

    def __init__(self) -> None:
        self._held: OrderedDict[GraphScope, StrongGraph] = OrderedDict()
        self._asked_at: dict[GraphScope, float] = {}
        self._lock = threading.Lock()

    def find(self, scope: GraphScope, joins: Joins, now: str) -> StrongGraph | None:
        """Return the up-to-date graph of a scope; None if it is not in memory yet.

        It is read in the background then. What is not committed, and what a namespace shows, is
        never kept.
        """
        if connection.in_atomic_block or scope.namespace:
            return None
        with self._lock:
            graph = self._held.get(scope)
            if graph is not None and not graph.catch_up(joins, now):
                del self._held[scope]
                graph = None
            if graph is None or len(graph.changed) > MANY_CHANGES or graph.changed_kinds:
                self._read_later(scope, joins)
        return graph

    def _read_later(self, scope: GraphScope, joins: Joins) -> None:
        is_recent = time.monotonic() - self._asked_at.get(scope, float("-inf")) < LEAST_SECONDS
        if settings.BACKGROUND_MODE == "thread" and not is_recent:
            self._asked_at[scope] = time.monotonic()
            _runner.schedule(f"graph {scope.spaces}", lambda: self.read(scope, joins))

    def read(self, scope: GraphScope, joins: Joins) -> None:
        """Read the graph of a scope, and keep it unless it is too large."""
        graph = StrongGraph(scope, joins)
        with self._lock:
            if len(graph) <= MOST_EDGES:
                self._held[scope] = graph
                self._held.move_to_end(scope)
            while len(self._held) > MOST_SCOPES:
                self._held.popitem(last=False)

    def clear(self) -> None:
        """Forget every graph."""
        with self._lock:
            self._held.clear()
            self._asked_at.clear()


STRONG_GRAPHS = StrongGraphs()
