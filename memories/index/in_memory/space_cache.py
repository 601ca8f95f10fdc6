"""An LRU cache of the spaces that this process holds in memory."""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.conf import settings

from memories.models import EmbeddingModel

from . import rows
from .space import Space, SpaceView

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class SpaceCacheStatistics:
    """The size of the cache, and how often a search found its space in it."""

    spaces: int
    documents: int
    bytes_held: int
    hits: int
    misses: int


class SpaceCache:
    """Spaces by user id; thread-safe. The least recently used are dropped first."""

    def __init__(self) -> None:
        self._spaces: dict[str, Space] = {}
        self._lock = threading.Lock()
        self._hits = 0
        self._misses = 0

    def views(self, user_ids: Sequence[str], model: EmbeddingModel | None) -> list[SpaceView]:
        """Return up-to-date views of these spaces."""
        heads = rows.heads(user_ids)
        views = [self._space(user_id).fresh(model, heads[user_id]) for user_id in user_ids]
        self._make_room(set(user_ids))
        return views

    def _space(self, user_id: str) -> Space:
        with self._lock:
            if user_id in self._spaces:
                self._hits += 1
            else:
                self._misses += 1
                self._spaces[user_id] = Space(user_id)
            return self._spaces[user_id]

    def _make_room(self, in_use: set[str]) -> None:
        limit = settings.SEARCH_INDEX_MB * MEGABYTE
        with self._lock:
            held = sum(space.nbytes for space in self._spaces.values())
            for space in sorted(self._spaces.values(), key=lambda space: space.used_at):
                if held <= limit:
                    return
                if space.user_id not in in_use:
                    held -= space.nbytes
                    del self._spaces[space.user_id]

    def forget(self, user_ids: Sequence[str]) -> None:
        """Drop spaces, so that no erased text stays in this process."""
        with self._lock:
            for user_id in user_ids:
                self._spaces.pop(user_id, None)

    def forget_all(self) -> None:
        """Drop every space; the next search reads them again."""
        with self._lock:
            self._spaces.clear()

    def statistics(self, user_ids: Collection[str] | None = None) -> SpaceCacheStatistics:
        """Return the statistics of the given spaces, or of all."""
        with self._lock:
            held = dict(self._spaces)
        spaces = [space for key, space in held.items() if user_ids is None or key in user_ids]
        return SpaceCacheStatistics(
            spaces=len(spaces),
            documents=sum(len(space) for space in spaces),
            bytes_held=sum(space.nbytes for space in spaces),
            hits=self._hits,
            misses=self._misses,
        )


spaces = SpaceCache()
