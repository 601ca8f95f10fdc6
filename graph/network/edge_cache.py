"""Edges in memory, as of the last commit: read when a walk needs them, dropped when they change.

Each process keeps its own. Before a walk, the nodes that anybody has changed since are dropped
(:mod:`graph.queries.changes`), so that no answer is older than the last commit.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import connection

from graph.nodes import HalfEdge, Node, NodeKind
from graph.queries.changes import changes_since, last_change, oldest_change
from graph.queries.edges import GraphScope, half_edges

# Seed 0, subgraph_cache: half an hour, 100 MB.
KEPT_SECONDS, MAX_BYTES = 1_800, 100_000_000
# Looking for what has expired takes 12 ms at 100 MB, so a full cache does not look at every read.
EXPIRY_SECONDS = 60
# Measured: a half-edge with its times takes 400 bytes, a node with none 300.
EDGE_BYTES, NODE_BYTES = 400, 300

Edges = dict[Node, tuple[HalfEdge, ...]]


@dataclass(frozen=True, slots=True)
class CacheStatistics:
    """The size of a cache in this process, and how often it held what was asked for."""

    entries: int
    bytes_held: int
    hits: int
    misses: int

    @property
    def hit_rate(self) -> float | None:
        """The share of hits; None before the first question."""
        asked = self.hits + self.misses
        return round(self.hits / asked, 4) if asked else None


class ScopeEdges:
    """The edges of one scope. Thread-safe; ``make_room`` is called when more is held."""

    def __init__(self, scope: GraphScope, make_room: Callable[[], None] | None = None) -> None:
        self.scope = scope
        self._make_room = make_room
        self.version = last_change()
        self.bytes_held = self.hits = self.misses = 0
        self._held: OrderedDict[Node, tuple[float, tuple[HalfEdge, ...]]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def catch_up(self) -> None:
        """Drop the nodes that have changed since they were read."""
        with self._lock:
            # Read under the lock: a thread that read it earlier would take the cache back.
            last = last_change()
            if last == self.version:
                return
            if last < self.version or oldest_change() > self.version + 1:
                # The database is older now, as after a restore, or changes were trimmed.
                self._clear()
            else:
                for kind, key in changes_since(self.scope.base_user, self.version, last):
                    self._drop(kind, key)
            self.version = last

    def read(self, nodes: Collection[Node]) -> Edges:
        """Return the edges of each node."""
        version, since = self.version, time.monotonic() - KEPT_SECONDS
        found: Edges = {}
        with self._lock:
            for node in nodes:
                held = self._held.get(node)
                if held is not None and held[0] >= since:
                    found[node] = held[1]
                    self._held.move_to_end(node)
            missing = [node for node in nodes if node not in found]
            self.hits += len(found)
            self.misses += len(missing)
        if missing:
            loaded = half_edges(self.scope, missing)
            found |= loaded
            self._keep(loaded, version)
        return found

    def _keep(self, loaded: Edges, version: int) -> None:
        """Keep what was read, unless another thread has seen a newer change meanwhile."""
        now = time.monotonic()
        with self._lock:
            if version != self.version:
                return
            for node, edges in loaded.items():
                self._pop(node)
                self._held[node] = now, edges
                self.bytes_held += _size(edges)
        if self._make_room:
            self._make_room()

    def drop_expired(self) -> None:
        """Drop the nodes that were read too long ago."""
        since = time.monotonic() - KEPT_SECONDS
        with self._lock:
            for node in [node for node, (at, _edges) in self._held.items() if at < since]:
                self._pop(node)

    def drop_oldest(self, most: int) -> None:
        """Drop the least recently used nodes until at most ``most`` bytes are held."""
        with self._lock:
            while self.bytes_held > most and self._held:
                self._pop(next(iter(self._held)))

    def _drop(self, kind: str, key: str) -> None:
        if not kind:
            self._clear()
        elif not key:
            for node in [node for node in self._held if node.kind == kind]:
                self._pop(node)
        else:
            self._pop(Node(NodeKind(kind), key if kind == NodeKind.ENTITY else int(key)))

    def _pop(self, node: Node) -> None:
        if held := self._held.pop(node, None):
            self.bytes_held -= _size(held[1])

    def _clear(self) -> None:
        self._held.clear()
        self.bytes_held = 0


class EdgeCache:
    """The edges of every scope that was walked lately; the least recently used scope goes first."""

    def __init__(self) -> None:
        self._scopes: OrderedDict[GraphScope, ScopeEdges] = OrderedDict()
        self._lock = threading.Lock()
        self._looked_at = 0.0

    def read_from(self, scope: GraphScope) -> ScopeEdges:
        """Return the up-to-date edges of a scope.

        Within a transaction, and for a reader bound to a namespace, they are read anew: what is
        not committed must not be kept, and what a namespace shows depends on more than its edges.
        """
        if connection.in_atomic_block or scope.namespace:
            return ScopeEdges(scope)
        with self._lock:
            edges = self._scopes.get(scope)
            if edges is None:
                edges = self._scopes[scope] = ScopeEdges(scope, self._make_room)
            self._scopes.move_to_end(scope)
        edges.catch_up()
        return edges

    def _make_room(self) -> None:
        """Drop what is too old, then the scopes and nodes that were used least lately."""
        with self._lock:
            if self._bytes_held() <= MAX_BYTES:
                return
            self._drop_expired()
            while self._bytes_held() > MAX_BYTES and len(self._scopes) > 1:
                self._scopes.popitem(last=False)
            for edges in self._scopes.values():
                edges.drop_oldest(MAX_BYTES)

    def _drop_expired(self) -> None:
        now = time.monotonic()
        if now - self._looked_at >= EXPIRY_SECONDS:
            self._looked_at = now
            for edges in self._scopes.values():
                edges.drop_expired()

    def _bytes_held(self) -> int:
        return sum(edges.bytes_held for edges in self._scopes.values())

    def clear(self) -> None:
        """Forget every scope and the counts."""
        with self._lock:
            self._scopes.clear()

    @property
    def statistics(self) -> CacheStatistics:
        """The size and the hit rate in nodes, over all scopes that are held."""
        with self._lock:
            scopes = list(self._scopes.values())
        for edges in scopes:
            edges.drop_expired()
        return CacheStatistics(
            entries=sum(map(len, scopes)),
            bytes_held=sum(edges.bytes_held for edges in scopes),
            hits=sum(edges.hits for edges in scopes),
            misses=sum(edges.misses for edges in scopes),
        )


def _size(edges: tuple[HalfEdge, ...]) -> int:
    return NODE_BYTES + EDGE_BYTES * len(edges)


EDGES = EdgeCache()
