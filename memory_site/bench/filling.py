"""Filling a database with invented memories, by the product's own batch path."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice

import numpy as np

from core.caller import Caller
from memories.index import embedding_jobs
from memories.index.embeddings import Embedder, ModelSpec, Vectors, embedder_for
from memories.index.embeddings.base import normalised
from memories.schemas import MemoryInput
from memories.services.save import remember_batch

from .invented import Invented

BATCH = 1_000
PACKS = ("work", "dev", "lifelog")
# So many texts get vectors of the model; those of the others are made of them.
EMBEDDED = 20_000
# The length of the noise beside a vector of length 1: a cosine of 0.77 to where it comes from.
NOISE = 0.8
QUEUE_ASKS = "embedder_for"


def fill(
    caller: Caller,
    memories: Iterable[Invented],
    *,
    packs: int,
    now: datetime,
    progress: Callable[[int], None],
    beside: Callable[[Sequence[Invented]], None] | None = None,
) -> float:
    """Store memories, findable by every route; return how many seconds storing them took.

    ``beside`` gets every batch as well; its time does not count.
    """
    took = 0.0
    coming = iter(memories)
    while batch := list(islice(coming, BATCH)):
        items = [as_input(memory, packs=packs, now=now) for memory in batch]
        started = time.perf_counter()
        remember_batch(caller, items, wait=True)
        took += time.perf_counter() - started
        if beside is not None:
            beside(batch)
        progress(len(batch))
    return took


def as_input(memory: Invented, *, packs: int, now: datetime) -> MemoryInput:
    """Return what an assistant would send; sessions go to the packs in turn."""
    return MemoryInput(
        text=memory.text,
        speaker=memory.speaker,
        session_id=memory.session,
        pack=PACKS[int(memory.session[1:]) % packs],
        created_at=now - memory.age,
        category=memory.category,
        external_id=f"x{memory.number}",
    )


class Resampler:
    """Stands in for the model once it has embedded enough: earlier vectors with noise.

    The vectors crowd as real ones do, so that indexes have their usual work; they
    do not fit their texts.
    """

    def __init__(self, model: Embedder, seed: int = 13) -> None:
        self.spec: ModelSpec = model.spec
        self._model = model
        self._dice = np.random.default_rng(seed)
        self._known: Vectors = np.empty((0, model.spec.dimension), dtype=np.float32)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return vectors of the model at first, and resampled ones later."""
        if len(self._known) < EMBEDDED:
            vectors = self._model.passages(texts)
            self._known = np.concatenate([self._known, vectors])
            return vectors
        chosen = self._known[self._dice.integers(len(self._known), size=len(texts))]
        noise = self._dice.standard_normal(chosen.shape, dtype=np.float32)
        return normalised(chosen + NOISE / np.sqrt(chosen.shape[1], dtype=np.float32) * noise)

    def query(self, text: str) -> Vectors:
        """Return the vector of a question, always the model's."""
        return self._model.query(text)


@contextmanager
def resampled_vectors() -> Iterator[None]:
    """Have the queue of this process embed with a `Resampler`."""
    models: dict[str, Resampler] = {}

    def resampler_for(name: str) -> Embedder:
        if name not in models:
            models[name] = Resampler(embedder_for(name))
        return models[name]

    # The queue has no setting for this: nobody but a benchmark wants vectors that do not fit.
    setattr(embedding_jobs, QUEUE_ASKS, resampler_for)
    try:
        yield
    finally:
        setattr(embedding_jobs, QUEUE_ASKS, embedder_for)
