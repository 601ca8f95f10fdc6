"""One space in memory: its documents and vectors, as of the last commit."""

import threading
import time
from dataclasses import dataclass

from memories.models import EmbeddingModel

from . import rows
from .documents import Documents, Snapshot
from .vectors import SpaceVectors


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space as one search sees it."""

    user_id: str
    documents: Snapshot
    vectors: SpaceVectors | None
    lock: threading.RLock


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
            self._catch_up_documents(head.change)
            if model is not None:
                self._catch_up_vectors(model, head.vector_id)
            vectors = self._vectors if model is not None else None
            return SpaceView(self.user_id, self._documents.snapshot(), vectors, self.lock)

    def _catch_up_documents(self, last: int) -> None:
        if last == self._change:
            return
        if last < self._change:
            if self._has_gone_on_since(last):
                return
            # The database is older now, as after a restore: load everything again.
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
