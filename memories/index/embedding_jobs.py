"""Embed queued memories and states in batches.

The first of these takes the jobs: the background thread of the server, a caller that waits
(its own texts only), an importer, or the worker's schedule after a crash.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from core.jobs import JobQuerySet, Lease, Queue, Stop, background
from core.jobs.queue import within_size
from memories import index
from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, ModelStatus, State

from .embeddings import Embedder, EmbeddingError, embedder_for
from .embeddings.base import chunks
from .embeddings.recent import embed_texts

logger = logging.getLogger(__name__)

# A batch takes half a second with the packaged model, and its vectors are stored within 0.1 s.
BATCH_CHARACTERS = 30_000
TURN_SECONDS = 1.0
BUSY_FOR = timedelta(seconds=30)


def drain(*, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None) -> int:
    """Embed queued items that no one else has claimed, for so many seconds; return their number.

    ``pause`` is called between two batches. If a model cannot be loaded, its jobs stay queued
    with the reason.
    """
    if not index.has_vectors():
        return 0
    total, until = 0, time.monotonic() + seconds
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        jobs = EmbeddingJob.objects.filter(model=model)
        total += queue(model, jobs).drain(seconds=until - time.monotonic(), pause=pause)
        _cut_over(model)
    return total


def queue(model: EmbeddingModel, jobs: JobQuerySet[EmbeddingJob]) -> Queue[EmbeddingJob]:
    """Return the queue of a model's jobs."""
    return Queue(jobs, pick=_newest_and_oldest, work=partial(_embed, model))


def work() -> None:
    """Embed queued items: for a second at a time in the background thread, otherwise all of them.

    Other background work runs between two turns.
    """
    if settings.BACKGROUND_MODE != "thread":
        drain()
    elif drain(seconds=TURN_SECONDS):
        background.run_within("embed", work, seconds=0.0)


def waiting(among: tuple[QuerySet[Memory], QuerySet[State]] | None = None) -> int:
    """Return how many of the given items, or of all, wait for a vector of the active model."""
    jobs = EmbeddingJob.objects.filter(model__status=ModelStatus.ACTIVE)
    if among is None:
        return jobs.count()
    memories, states = among
    mine = Q(kind=ItemKind.MEMORY, item_id__in=memories.values("pk"))
    return jobs.filter(mine | Q(kind=ItemKind.STATE, item_id__in=states.values("pk"))).count()


def is_busy() -> bool:
    """Return whether recently saved texts wait for vectors and no error blocks them."""
    since = timezone.now() - BUSY_FOR
    waiting = EmbeddingJob.objects.filter(last_error="", enqueued_at__gte=since)
    return index.has_vectors() and waiting.exists()


def wait_for(memory_ids: Sequence[int], *, timeout: float) -> set[int]:
    """Embed these memories before all others; return those that are not done.

    Ends at the time limit (seconds), or once one of them has failed.
    """
    if not index.has_vectors():
        return set()
    model = EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)
    jobs = model.jobs.filter(kind=ItemKind.MEMORY, item_id__in=list(memory_ids))
    return {job.item_id for job in queue(model, jobs).wait_for(timeout=timeout)}


def _newest_and_oldest(free: JobQuerySet[EmbeddingJob]) -> list[EmbeddingJob]:
    """Pick half a batch of the newest jobs, the rest of the oldest.

    The newest are most likely to be searched next.
    """
    newest = list(free.order_by("-pk")[: max(1, settings.EMBEDDING_BATCH // 2)])
    first = _within_characters(newest, BATCH_CHARACTERS // 2)
    rest = [job for job in free.order_by("pk")[: settings.EMBEDDING_BATCH] if job not in first]
    # At least one of the oldest, so that new texts never block a backlog.
    room = max(1, settings.EMBEDDING_BATCH - len(first))
    return [*first, *_within_characters(rest[:room], BATCH_CHARACTERS)]


def _within_characters(jobs: Sequence[EmbeddingJob], most: int) -> list[EmbeddingJob]:
    memories = [job.item_id for job in jobs if job.kind == ItemKind.MEMORY]
    lengths = Memory.objects.lengths(memories)
    return within_size(
        jobs,
        lambda job: lengths.get(job.item_id, 0) if job.kind == ItemKind.MEMORY else 0,
        most,
    )


def _embed(model: EmbeddingModel, lease: Lease[EmbeddingJob]) -> int:
    """Embed outside any transaction, then store vectors and finish the jobs in one.

    Raises:
        Stop: the model cannot be used, whatever the text.
    """
    try:
        embedded = embed(embedder_for(model.name), _items(lease.jobs), renew=lease.renew)
    except EmbeddingError as error:
        raise Stop(str(error)) from error
    with transaction.atomic():
        if embedded:
            _store(model, embedded)
        lease.finish()
    return len(lease.jobs)


def _items(jobs: Sequence[EmbeddingJob]) -> list[Memory | State]:
    """Return the memories and states of the jobs that are still findable."""
    ids: dict[str, list[int]] = defaultdict(list)
    for job in jobs:
        ids[job.kind].append(job.item_id)
    memories = Memory.objects.findable().filter(pk__in=ids[ItemKind.MEMORY])
    items: list[Memory | State] = list(memories.select_related("session"))
    return [*items, *_findable_states(ids[ItemKind.STATE]).values()]


def _findable_states(state_ids: Sequence[int]) -> dict[int, State]:
    if not state_ids:
        return {}
    states = State.objects.findable().filter(pk__in=state_ids).select_related("subject")
    return {state.pk: state for state in states}


def _store(model: EmbeddingModel, embedded: Sequence[index.Embedded]) -> None:
    """Store the vectors of items that have not changed since they were read."""
    memories = [made.item.pk for made in embedded if isinstance(made.item, Memory)]
    current = dict(
        Memory.objects.findable().filter(pk__in=memories).values_list("pk", "content_hash")
    )
    states = [made.item.pk for made in embedded if isinstance(made.item, State)]
    said = {pk: state.indexed_text for pk, state in _findable_states(states).items()}
    fresh = [
        made
        for made in embedded
        if (
            current.get(made.item.pk) == made.item.content_hash
            if isinstance(made.item, Memory)
            else said.get(made.item.pk) == made.item.indexed_text
        )
    ]
    if fresh:
        index.put_vectors(model, fresh, now=timezone.now())


def embed(
    embedder: Embedder, items: Sequence[Memory | State], *, renew: Callable[[], None] = lambda: None
) -> list[index.Embedded]:
    """Return the vectors of memories and states, one per chunk.

    ``renew`` is called before each pass of the model.
    """
    pieces = [chunks(passage(item), embedder.spec.window) for item in items]
    texts = [piece.text for group in pieces for piece in group]
    if not texts:
        return []
    vectors = embed_texts(embedder, texts, renew=renew)
    embedded, at = [], 0
    for item, group in zip(items, pieces, strict=True):
        embedded.append(
            index.Embedded(
                item=item,
                vectors=vectors[at : at + len(group)],
                starts=[piece.start for piece in group],
                lengths=[len(piece.text) for piece in group],
            )
        )
        at += len(group)
    return embedded


def passage(item: Memory | State) -> str:
    """Return the text to embed: a state's text, or a memory's text with its speaker.

    The speaker's name improves the vectors of short turns.
    """
    return item.indexed_text if isinstance(item, State) else _turn(item)


def _turn(memory: Memory) -> str:
    opening = f"{memory.speaker}:" if memory.speaker else ""
    is_said = bool(opening) and not memory.raw_text.startswith(opening)
    said = f"{opening} {memory.raw_text}" if is_said else memory.raw_text
    return f"{said}\n{memory.assistant_text}" if memory.assistant_text else said


def _cut_over(model: EmbeddingModel) -> None:
    """Activate a model that is being built once no job of it is left."""
    if model.status != ModelStatus.BUILDING:
        return
    with transaction.atomic():
        # Another process may have chosen another model meanwhile.
        is_building = EmbeddingModel.objects.filter(pk=model.pk, status=ModelStatus.BUILDING)
        if EmbeddingJob.objects.filter(model=model).exists() or not is_building.exists():
            return
        EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).update(status=ModelStatus.RETIRED)
        EmbeddingModel.objects.filter(pk=model.pk).update(
            status=ModelStatus.ACTIVE, activated_at=timezone.now()
        )
    logger.info("searching with %s from now on", model)
