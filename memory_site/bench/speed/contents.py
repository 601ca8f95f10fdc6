"""Fill the database of ``wasurena bench speed`` with synthetic memories, through the batch service."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from core.db.sqlite import maintenance
from memories.index import embedding_jobs
from memories.index.embeddings import Embedder, ModelSpec, Vectors, embedder_for
from memories.index.embeddings.base import normalised
from memories.models import Memory
from memories.schemas import MemoryInput
from memories.services.save import remember_batch
from memory_site.bench.datasets.synthetic import MemoryGenerator, SyntheticMemory
from memory_site.bench.directory import MARK
from memory_site.bench.quality.baseline import PlainFullText
from memory_site.bench.reports.tables import Steps

from .clients import Timing
from .exact import active_model

BATCH = 1_000
PACKS = ("work", "dev", "lifelog")
# So many texts get vectors of the model; those of the others are made of them.
EMBEDDED = 20_000
# The length of the noise beside a vector of length 1: a cosine of 0.77 to where it comes from.
NOISE = 0.8
QUEUE_ASKS = "embedder_for"
BIG, NEIGHBOUR = "bench", "neighbour"
NEIGHBOUR_SEED = 17
BASELINE_FILE = "floor.sqlite3"


def fill(
    caller: Caller,
    memories: Iterable[SyntheticMemory],
    *,
    packs: int,
    now: datetime,
    progress: Callable[[int], None],
    beside: Callable[[Sequence[SyntheticMemory]], None] | None = None,
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


def as_input(memory: SyntheticMemory, *, packs: int, now: datetime) -> MemoryInput:
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

    The vectors are as dense as real ones, so that indexes have their usual work; they
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


class OtherContents(Exception):
    """The directory was filled with other options; the text names them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a directory; ``vectors`` are of the model, or resampled."""

    memories: int
    packs: int
    vectors: str
    neighbour: int


def filled_directory(data_dir: Path, contents: Contents, steps: Steps) -> Iterator[Timing]:
    """Fill the directory, or continue an earlier run."""
    mark = data_dir / MARK
    known = json.loads(mark.read_text("utf-8")) if mark.exists() else {}
    if known and known["contents"] != asdict(contents):
        raise OtherContents(", ".join(f"{k} {v}" for k, v in known["contents"].items()))
    if not known.get("is_filled"):
        _write_mark(mark, contents, is_filled=False)
        yield from _filled(data_dir, contents, steps)
        _write_mark(mark, contents, is_filled=True)
    count = Memory.objects.of(caller_named(BIG)).count()
    yield Timing("memories", _("memories in the space searched"), {"n": count})


def _write_mark(mark: Path, contents: Contents, *, is_filled: bool) -> None:
    mark.write_text(json.dumps({"contents": asdict(contents), "is_filled": is_filled}), "utf-8")


def _filled(data_dir: Path, contents: Contents, steps: Steps) -> Iterator[Timing]:
    now = timezone.now()
    progress = steps(_("remembering"), contents.memories + contents.neighbour)
    (data_dir / BASELINE_FILE).unlink(missing_ok=True)
    with (
        closing(PlainFullText(data_dir / BASELINE_FILE)) as floor,
        resampled_vectors() if contents.vectors == "resampled" else nullcontext(),
    ):
        embedder_for(active_model().name).query("warm")
        seconds = fill(
            caller_named(BIG),
            MemoryGenerator(contents.memories),
            packs=contents.packs,
            now=now,
            progress=progress,
            beside=lambda batch: floor.add(memory.text for memory in batch),
        )
    small = MemoryGenerator(contents.neighbour, seed=NEIGHBOUR_SEED)
    fill(caller_named(NEIGHBOUR), small, packs=1, now=now, progress=progress)
    # As the upkeep does every hour: plans of queries depend on it.
    maintenance.optimize()
    figures = {"per_second": contents.memories / seconds, "seconds": seconds}
    yield Timing("fill", _("filling, in batches of 1,000"), figures)


def caller_named(name: str) -> Caller:
    user, _is_new = user_create(name=name)
    return caller_of_user(user)
