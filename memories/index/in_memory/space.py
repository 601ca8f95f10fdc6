"""The spaces in memory, each as of its last commit: loaded when searched, kept by LRU."""

import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.conf import settings

from memories.models import EmbeddingModel

from . import rows
from .documents import Documents
from .joined import joined, smallest
from .vectors import SpaceVectors
from .views import SpacePart, SpaceView

MEGABYTE = 1_000_000
# Joined views are copies; those of a few people and selections of packs are enough.
MOST_KEPT = 16


class Space:
    """A space of one person and pack, caught up from the database before each use."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.lock = threading.RLock()
        self.used_at = time.monotonic()
        self._change = 0
        self._vector_id = 0
        self._documents = Documents()
        self._model: tuple[int, int] | None = None
        self._vectors: SpaceVectors | None = None

    def fresh(self, model: EmbeddingModel | None, head: rows.Head) -> SpaceView:
        """Load the changes up to at least ``head``, and return a view of the space."""
        with self.lock:
            self.used_at = time.monotonic()
            self._catch_up_documents(head)
            if model is not None:
                self._catch_up_vectors(model, head.vector_id)
            vectors = self._vectors if model is not None else None
            sums = (vectors.sums,) if vectors is not None else ()
            loaded = vectors.sums.serial if vectors is not None else 0
            version = (self._documents.serial, self._change, loaded, self._vector_id)
            member = SpacePart(self.user_id, 0, version)
            return SpaceView((member,), self._documents.snapshot(), vectors, sums, self.lock)

    def _catch_up_documents(self, head: rows.Head) -> None:
        last = head.change
        if last == self._change:
            return
        if last < self._change and self._has_gone_on_since(last):
            return
        if last < self._change or head.first > self._change:
            # The database is older now, as after a restore, or nothing is left of what was loaded,
            # as after a person was erased: load everything again.
            self._documents, self._change, self._vectors = Documents(), 0, None
        for changed in rows.changed_since(self.user_id, self._change):
            self._documents.apply(changed)
            if self._vectors is not None:
                self._vectors.retire({row.item for row in changed if not row.is_findable})
            self._change = changed[-1].change
        self._change = max(self._change, last)

    def _has_gone_on_since(self, last: int) -> bool:
        """Return whether another thread has loaded newer changes than ``last``."""
        return rows.heads([self.user_id])[self.user_id].change > last

    def _catch_up_vectors(self, model: EmbeddingModel, last: int) -> None:
        key = (model.pk, model.dimension)
        if self._model != key or self._vectors is None:
            self._model, self._vectors, self._vector_id = key, SpaceVectors(model.dimension), 0
        if last <= self._vector_id:
            return
        after = self._vectors.last_id
        for batch in rows.vectors_after(model.table_name, self.user_id, model.pk, after):
            self._vectors.append(batch)
        self._vector_id = max(last, self._vectors.last_id)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        vectors = self._vectors.nbytes if self._vectors is not None else 0
        return self._documents.nbytes + vectors

    def __len__(self) -> int:
        return len(self._documents)


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
        self._joined: OrderedDict[tuple[str, ...], SpaceView] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = 0
        self._misses = 0

    def views(self, user_ids: Sequence[str], model: EmbeddingModel | None) -> list[SpaceView]:
        """Return up-to-date views of these spaces."""
        heads = rows.heads(user_ids)
        views = [self._space(user_id).fresh(model, heads[user_id]) for user_id in user_ids]
        self._make_room(set(user_ids))
        return views

    def joined_views(
        self, user_ids: Sequence[str], model: EmbeddingModel | None
    ) -> list[SpaceView]:
        """Return up-to-date views of these spaces, the small ones as one."""
        views = self.views(user_ids, model)
        small = smallest(views)
        if len(small) < 2:
            return views
        together = self._joined_view(small)
        large = [view for view in views if view.user_ids[0] not in together.user_ids]
        return [*large, together]

    def _joined_view(self, small: Sequence[SpaceView]) -> SpaceView:
        key = tuple(view.user_ids[0] for view in small)
        versions = tuple(view.versions[0] for view in small)
        with self._lock:
            known = self._joined.pop(key, None)
        if known is None or known.versions != versions:
            known = joined(small)
        with self._lock:
            # A space that was erased meanwhile must not come back as a copy.
            if all(user_id in self._spaces for user_id in key):
                self._joined[key] = known
            # The one that was used longest ago leaves first.
            while len(self._joined) > MOST_KEPT:
                self._joined.popitem(last=False)
        return known

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
                    self._drop(space.user_id)

    def _drop(self, user_id: str) -> None:
        self._spaces.pop(user_id, None)
        for key in [key for key in self._joined if user_id in key]:
            del self._joined[key]

    def forget(self, user_ids: Sequence[str]) -> None:
        """Drop spaces, so that no erased text stays in this process."""
        with self._lock:
            for user_id in user_ids:
                self._drop(user_id)

    def forget_unused(self, seconds: float) -> None:
        """Drop the spaces that nobody has asked for since so many seconds."""
        until = time.monotonic() - seconds
        with self._lock:
            for user_id in [key for key, space in self._spaces.items() if space.used_at < until]:
                self._drop(user_id)

    def forget_all(self) -> None:
        """Drop every space; the next search reads them again."""
        with self._lock:
            self._spaces.clear()
            self._joined.clear()

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
