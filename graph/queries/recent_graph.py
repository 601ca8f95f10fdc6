"""Whole graphs in memory, for measures around one node that are computed when somebody asks."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from .whole_graph import StoredGraph, graph_state, stored_graph

# 100,000 nodes with 500,000 edges take two seconds to read and 60 MB to hold.
MOST_GRAPHS = 2
# Relations end by themselves, which no state of a graph tells.
KEPT = timedelta(hours=1)
# A large graph changes all the time: a ranking may be as old as this, and says how old.
LARGE_NODES, LARGE_KEPT = 20_000, timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class RecentGraph:
    """A graph as it was at one moment."""

    graph: StoredGraph
    fingerprint: str
    read_at: datetime

    def is_right(self, fingerprint: str, now: datetime) -> bool:
        """Return whether it is still as it was read; a large one may be ten minutes behind."""
        age = now - self.read_at
        is_large = self.graph.edges.node_count >= LARGE_NODES
        if self.fingerprint == fingerprint:
            return age < KEPT
        return is_large and age < LARGE_KEPT


class RecentGraphs:
    """The graphs that were asked for last, by their spaces. Thread-safe."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, ...], RecentGraph] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, spaces: Sequence[str], memory_test: str) -> RecentGraph:
        """Return the graph of some spaces; ``memory_test`` as for ``stored_graph``."""
        now, key = timezone.now(), tuple(sorted(spaces))
        state = graph_state(spaces, memory_test)
        with self._lock:
            held = self._held.get(key)
            if held and held.is_right(state.fingerprint, now):
                self._held.move_to_end(key)
                return held
        found = RecentGraph(stored_graph(spaces, memory_test), state.fingerprint, now)
        # What is not committed must not be kept.
        if not connection.in_atomic_block:
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, ...], found: RecentGraph) -> None:
        with self._lock:
            self._held[key] = found
            self._held.move_to_end(key)
            while len(self._held) > MOST_GRAPHS:
                self._held.popitem(last=False)

    def clear(self) -> None:
        """Forget every graph."""
        with self._lock:
            self._held.clear()


RECENT_GRAPHS = RecentGraphs()
