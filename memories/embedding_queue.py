"""Making the vectors that the outbox asks for, in batches (SPEC §5).

Whoever comes first does the work: the background thread of the server, a
caller that waits, an importer, or the worker's schedule after a crash. Jobs are
claimed, so that two of them do not embed the same text; a claim that nobody
finished is taken up again after a minute.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from . import index
from .embeddings import Embedder, EmbeddingError, embedder_for
from .embeddings.chunking import chunks
from .models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, ModelStatus, State
from .state_text import is_findable, state_text

logger = logging.getLogger(__name__)

CLAIM_LASTS = timedelta(seconds=60)
MAX_ATTEMPTS = 5
POLL_SECONDS = 0.02
BUSY_FOR = timedelta(seconds=30)


def drain() -> int:
    """Embed everything that is waiting and unclaimed; return how many items.

    What fails waits for the next call: a model that cannot be loaded leaves all of its
    jobs, with the reason, and a text that it cannot embed only its own, five times.
    """
    if not index.has_vectors():
        return 0
    total = 0
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        while jobs := _claim(model, timezone.now()):
            done = _embed(model, jobs)
            total += done
            if not done:
                break
        _cut_over(model)
    return total


def waiting(among: tuple[QuerySet[Memory], QuerySet[State]] | None = None) -> int:
    """Return how many items wait for a vector of the active model: of some rows, or of all."""
    jobs = EmbeddingJob.objects.filter(model__status=ModelStatus.ACTIVE)
    if among is None:
        return jobs.count()
    memories, states = among
    mine = Q(kind=ItemKind.MEMORY, item_id__in=memories.values("pk"))
    return jobs.filter(mine | Q(kind=ItemKind.STATE, item_id__in=states.values("pk"))).count()


def is_busy() -> bool:
    """Whether texts are being embedded that were saved just now, and nothing stands in the way."""
    since = timezone.now() - BUSY_FOR
    waiting = EmbeddingJob.objects.filter(last_error="", enqueued_at__gte=since)
    return index.has_vectors() and waiting.exists()


def settle(memory_ids: Sequence[int], *, timeout: float) -> bool:
    """Work and wait until these memories can be found by meaning.

    False at the time limit, or once one of them has failed: the worker tries it again.
    """
    deadline = time.monotonic() + timeout
    pending = EmbeddingJob.objects.filter(
        kind=ItemKind.MEMORY, item_id__in=list(memory_ids), model__status=ModelStatus.ACTIVE
    )
    while pending.exists():
        if not index.has_vectors():
            return True
        if time.monotonic() > deadline or pending.exclude(last_error="").exists():
            return False
        if drain() == 0:
            time.sleep(POLL_SECONDS)
    return True


def _claim(model: EmbeddingModel, now: datetime) -> list[EmbeddingJob]:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LASTS)
    with transaction.atomic():
        jobs = list(
            EmbeddingJob.objects.filter(free, model=model, attempts__lt=MAX_ATTEMPTS).order_by(
                "id"
            )[: settings.EMBEDDING_BATCH]
        )
        EmbeddingJob.objects.filter(pk__in=[job.pk for job in jobs]).update(
            claimed_at=now, attempts=F("attempts") + 1
        )
    for job in jobs:
        job.claimed_at = now
    return jobs


def _embed(model: EmbeddingModel, jobs: Sequence[EmbeddingJob]) -> int:
    """Embed outside any transaction, then store vectors and finish the jobs in one.

    A batch that fails is halved, so that one bad text does not hold up the others.
    """
    try:
        embedded = embed(embedder_for(model.name), _items(jobs))
    except EmbeddingError as error:
        logger.warning("the model %s cannot be used: %s", model, error)
        # No text is to blame: the attempt does not count.
        return _put_back(jobs, error, attempts=F("attempts") - 1)
    except Exception as error:
        if len(jobs) > 1:
            half = len(jobs) // 2
            return _embed(model, jobs[:half]) + _embed(model, jobs[half:])
        logger.exception("embedding with %s failed", model)
        return _put_back(jobs, error)
    with transaction.atomic():
        if embedded:
            _store(model, embedded)
        _finish(jobs)
    return len(jobs)


def _items(jobs: Sequence[EmbeddingJob]) -> list[Memory | State]:
    """Return what the jobs are about, as far as it may still be found."""
    ids: dict[str, list[int]] = defaultdict(list)
    for job in jobs:
        ids[job.kind].append(job.item_id)
    memories = Memory.objects.findable().filter(pk__in=ids[ItemKind.MEMORY])
    items: list[Memory | State] = list(memories.select_related("session"))
    return [*items, *_findable_states(ids[ItemKind.STATE]).values()]


def _findable_states(state_ids: Sequence[int]) -> dict[int, State]:
    if not state_ids:
        return {}
    states = State.objects.filter(pk__in=state_ids).select_related("subject")
    return {state.pk: state for state in states if is_findable(state)}


def _put_back(jobs: Sequence[EmbeddingJob], error: Exception, **changes: Any) -> int:
    """Give jobs free again with the reason; return how many are done: none."""
    EmbeddingJob.objects.filter(pk__in=[job.pk for job in jobs]).update(
        last_error=str(error)[:500] or type(error).__name__, claimed_at=None, **changes
    )
    return 0


def _store(model: EmbeddingModel, embedded: Sequence[index.Embedded]) -> None:
    """Store vectors of items that are still as they were when they were read."""
    memories = [made.item.pk for made in embedded if isinstance(made.item, Memory)]
    current = dict(
        Memory.objects.findable().filter(pk__in=memories).values_list("pk", "content_hash")
    )
    states = [made.item.pk for made in embedded if isinstance(made.item, State)]
    said = {pk: state_text(state) for pk, state in _findable_states(states).items()}
    fresh = [
        made
        for made in embedded
        if (
            current.get(made.item.pk) == made.item.content_hash
            if isinstance(made.item, Memory)
            else said.get(made.item.pk) == state_text(made.item)
        )
    ]
    if fresh:
        index.put_vectors(model, fresh, now=timezone.now())


def _finish(jobs: Sequence[EmbeddingJob]) -> None:
    # A job that was asked for again meanwhile has lost its claim, and stays.
    EmbeddingJob.objects.filter(
        pk__in=[job.pk for job in jobs], claimed_at=jobs[0].claimed_at
    ).delete()


def embed(embedder: Embedder, items: Sequence[Memory | State]) -> list[index.Embedded]:
    """Return the vectors of memories and states: one per chunk, all texts in one pass."""
    pieces = [chunks(passage(item), embedder.spec.window) for item in items]
    if not pieces:
        return []
    vectors = embedder.passages([piece.text for group in pieces for piece in group])
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
    """Return what the embedder reads: the text with who said it (SPEC §12.15).

    Bare turns of a dialogue embed poorly; the speaker's name lifts them.
    """
    return state_text(item) if isinstance(item, State) else _turn(item)


def _turn(memory: Memory) -> str:
    opening = f"{memory.speaker}:" if memory.speaker else ""
    is_said = bool(opening) and not memory.raw_text.startswith(opening)
    said = f"{opening} {memory.raw_text}" if is_said else memory.raw_text
    return f"{said}\n{memory.assistant_text}" if memory.assistant_text else said


def _cut_over(model: EmbeddingModel) -> None:
    """Make a model that was being built the active one as soon as nothing is missing."""
    if model.status != ModelStatus.BUILDING:
        return
    with transaction.atomic():
        if EmbeddingJob.objects.filter(model=model).exists():
            return
        EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).update(status=ModelStatus.RETIRED)
        EmbeddingModel.objects.filter(pk=model.pk).update(
            status=ModelStatus.ACTIVE, activated_at=timezone.now()
        )
    logger.info("searching with %s from now on", model)
