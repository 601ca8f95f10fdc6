"""Paths that were searched before: for an hour, the 10,000 used last (seed 0, path_cache)."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

from graph.nodes import Node
from graph.queries.changes import last_change
from graph.queries.edges import GraphScope

from .edge_cache import CacheStatistics
from .paths import Path
from .schemas import Algorithm
from .walk import WalkRules

KEPT_SECONDS, MOST_ENTRIES = 3_600, 10_000
# Measured: the nodes and edges of one path.
PATH_BYTES = 1_500


@dataclass(frozen=True, slots=True)
class PathKey:
    """Everything that the answer to a search depends on, apart from what is stored."""

    scope: GraphScope
    rules: WalkRules
    source: Node
    target: Node
    algorithm: Algorithm
    weighted: bool
    depth: int


@dataclass(frozen=True, slots=True)
class PathsFound:
    """The result of a search, and whether it was cut short."""

    paths: tuple[Path, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    found: PathsFound
    version: int
    at: float


class PathCache:
    """Results by question. Any change of the graph since makes one stale. Thread-safe."""

    def __init__(self) -> None:
        self._entries: OrderedDict[PathKey, _Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    def get_or_search(
        self, key: PathKey, rules: WalkRules, search: Callable[[], PathsFound]
    ) -> PathsFound:
        """Return the stored result if it is still right, or else search; ``rules`` know the time."""
        if connection.in_atomic_block or key.scope.namespace:
            return search()
        # Read before the search: a change in between must make the result stale.
        version = last_change()
        with self._lock:
            entry = self._entries.get(key)
            if entry and _is_right(entry, version, rules):
                self._hits += 1
                self._entries.move_to_end(key)
                return entry.found
            self._misses += 1
        found = search()
        with self._lock:
            self._entries[key] = _Entry(found, version, time.monotonic())
            while len(self._entries) > MOST_ENTRIES:
                self._entries.popitem(last=False)
        return found

    def clear(self) -> None:
        """Forget every path and the counts."""
        with self._lock:
            self._entries.clear()
            self._hits = self._misses = 0

    @property
    def statistics(self) -> CacheStatistics:
        """The size and the hit rate."""
        with self._lock:
            since = time.monotonic() - KEPT_SECONDS
            for key in [key for key, entry in self._entries.items() if entry.at < since]:
                del self._entries[key]
            entries = list(self._entries.values())
            hits, misses = self._hits, self._misses
        held = PATH_BYTES * sum(len(entry.found.paths) for entry in entries)
        return CacheStatistics(len(entries), held, hits, misses)


def _is_right(entry: _Entry, version: int, rules: WalkRules) -> bool:
    """Return whether nothing has changed since, and no edge of the paths has ended by itself."""
    if entry.version != version or entry.at < time.monotonic() - KEPT_SECONDS:
        return False
    edges = (edge for path in entry.found.paths for edge in path.edges)
    return all(rules.allow(edge, backward=False) for edge in edges)


PATHS = PathCache()
