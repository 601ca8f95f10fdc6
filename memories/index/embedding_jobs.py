"""Making the vectors that the outbox asks for, in batches (SPEC §5).

Whoever comes first does the work: the background thread of the server, a caller that waits
(for its own texts only), an importer, or the worker's schedule after a crash. Jobs are claimed,
so that two of them do not embed the same text; claims are renewed while the work goes on, and
one that nobody renewed is taken up again after a minute.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from core.errors import is_database_busy
from memories import background, index
from memories.job_claims import JobClaim, unclaimed
from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, ModelStatus, State

from .embeddings import Embedder, EmbeddingError, embedder_for
from .embeddings.chunking import chunks
from .state_text import is_findable, state_text

logger = logging.getLogger(__name__)

CLAIM_LASTS = timedelta(seconds=60)
MAX_ATTEMPTS = 5
# A batch takes half a second with the packaged model, and its vectors are stored within 0.1 s.
BATCH_CHARACTERS = 30_000
PASS_CHUNKS = 256
TURN_SECONDS = 1.0
POLL_SECONDS = 0.02
BUSY_FOR = timedelta(seconds=30)


def drain(*, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None) -> int:
    """Embed what is waiting and unclaimed, for so many seconds at most; return how many items.

    ``pause`` is called after each batch. What fails waits for the next call: a model that cannot
    be loaded leaves all of its jobs, with the reason, and a text that it cannot embed only its
    own, five times.
    """
    if not index.has_vectors():
        return 0
    total, until = 0, time.monotonic() + seconds
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        while time.monotonic() < until and (claim := _claim(model)).jobs:
            done = _embed(model, claim)
            total += done
            if not done:
                break
            pause()
        _cut_over(model)
    return total


def work() -> None:
    """Embed what waits: in the background thread a second at a time, otherwise all of it.

    Between two of them other work of the background has its turn.
    """
    if settings.BACKGROUND_MODE != "thread":
        drain()
    elif drain(seconds=TURN_SECONDS):
        background.later("embed", work, within=0.0)


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


def settle(memory_ids: Sequence[int], *, timeout: float) -> set[int]:
    """Embed these memories, before everything else that waits; return those that are not done.

    Another thread may have claimed them already: then wait for it. Ends at the time limit
    (seconds), or once one of them has failed: the worker tries it again.
    """
    deadline = time.monotonic() + timeout
    jobs = EmbeddingJob.objects.filter(
        kind=ItemKind.MEMORY, item_id__in=list(memory_ids), model__status=ModelStatus.ACTIVE
    )
    while index.has_vectors() and (pending := set(jobs.values_list("item_id", flat=True))):
        if time.monotonic() > deadline or jobs.exclude(last_error="").exists():
            return pending
        if _embed_some(jobs) == 0:
            time.sleep(POLL_SECONDS)
    return set()


def _embed_some(jobs: QuerySet[EmbeddingJob]) -> int:
    model = EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)
    claim = _claim(model, jobs)
    return _embed(model, claim) if claim.jobs else 0


def _claim(
    model: EmbeddingModel, jobs: QuerySet[EmbeddingJob] | None = None
) -> JobClaim[EmbeddingJob]:
    """Claim a batch of a model's jobs: half of it the newest, the rest the oldest.

    Somebody may look for the newest next.
    """
    wanted = EmbeddingJob.objects.all() if jobs is None else jobs
    free = wanted.filter(
        unclaimed(timezone.now(), CLAIM_LASTS), model=model, attempts__lt=MAX_ATTEMPTS
    )
    newest = list(free.order_by("-pk")[: max(1, settings.EMBEDDING_BATCH // 2)])
    first = _within_characters(newest, BATCH_CHARACTERS // 2)
    rest = [job for job in free.order_by("pk")[: settings.EMBEDDING_BATCH] if job not in first]
    # At least one of the oldest, so that new texts never keep a backlog waiting.
    room = max(1, settings.EMBEDDING_BATCH - len(first))
    chosen = [*first, *_within_characters(rest[:room], BATCH_CHARACTERS)]
    return JobClaim.of(wanted, [job.pk for job in chosen], lasts=CLAIM_LASTS)


def _within_characters(jobs: Sequence[EmbeddingJob], most: int) -> list[EmbeddingJob]:
    """Return the first jobs whose texts hold so many characters together, at least one."""
    memories = [job.item_id for job in jobs if job.kind == ItemKind.MEMORY]
    lengths = Memory.objects.lengths(memories)
    kept: list[EmbeddingJob] = []
    characters = 0
    for job in jobs:
        characters += lengths.get(job.item_id, 0) if job.kind == ItemKind.MEMORY else 0
        if kept and characters > most:
            break
        kept.append(job)
    return kept


def _embed(model: EmbeddingModel, claim: JobClaim[EmbeddingJob]) -> int:
    """Embed outside any transaction, then store vectors and finish the jobs in one.

    A batch that fails is halved, so that one bad text does not hold up the others.
    """
    try:
        with claim.uncounted_if_busy():
            embedded = embed(embedder_for(model.name), _items(claim.jobs), renew=claim.renew)
    except EmbeddingError as error:
        logger.warning("the model %s cannot be used: %s", model, error)
        # No text is to blame: the attempt does not count.
        claim.release(str(error), is_attempt=False)
        return 0
    except Exception as error:
        if is_database_busy(error):
            raise
        if len(claim.jobs) > 1:
            return _embed_halves(model, claim)
        logger.exception("embedding with %s failed", model)
        claim.release(str(error) or type(error).__name__)
        return 0
    with claim.uncounted_if_busy(), transaction.atomic():
        if embedded:
            _store(model, embedded)
        claim.finish()
    return len(claim.jobs)


def _embed_halves(model: EmbeddingModel, claim: JobClaim[EmbeddingJob]) -> int:
    first, second = claim.halves()
    with second.uncounted_if_busy():
        done = _embed(model, first)
    return done + _embed(model, second)


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


def embed(
    embedder: Embedder, items: Sequence[Memory | State], *, renew: Callable[[], None] = lambda: None
) -> list[index.Embedded]:
    """Return the vectors of memories and states, one per chunk.

    Chunks are embedded in passes of ``PASS_CHUNKS``; ``renew`` is called before each of them.
    """
    pieces = [chunks(passage(item), embedder.spec.window) for item in items]
    texts = [piece.text for group in pieces for piece in group]
    if not texts:
        return []
    passes = []
    for start in range(0, len(texts), PASS_CHUNKS):
        renew()
        passes.append(embedder.passages(texts[start : start + PASS_CHUNKS]))
    vectors = np.concatenate(passes)
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
        # Another process may have chosen another model meanwhile.
        is_building = EmbeddingModel.objects.filter(pk=model.pk, status=ModelStatus.BUILDING)
        if EmbeddingJob.objects.filter(model=model).exists() or not is_building.exists():
            return
        EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).update(status=ModelStatus.RETIRED)
        EmbeddingModel.objects.filter(pk=model.pk).update(
            status=ModelStatus.ACTIVE, activated_at=timezone.now()
        )
    logger.info("searching with %s from now on", model)
