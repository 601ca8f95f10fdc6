"""Rescore the best results within a time budget."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import gettext as _

from .base import Candidate, RerankerError, Reranking, chosen_reranker
from .loading import loader_for

Judge = Callable[[str, Sequence[str]], list[float]]
logger = logging.getLogger(__name__)
# Larger batches are hardly faster on a processor, and the clock is read between them.
LARGEST_BATCH = 4


@dataclass(slots=True)
class TimeBudget:
    """Sizes batches to keep a budget of seconds, by the duration of the last batch.

    The first batch is always run, with one pair: a large model needs seconds for four.
    Texts differ in length, so the last batch may end a little late.
    """

    budget: float
    clock: Callable[[], float] = time.perf_counter
    _started: float = field(init=False)
    _batch_started: float = field(init=False)
    _per_pair: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._started = self._batch_started = self.clock()

    def fitting(self) -> int:
        """Return how many pairs the next batch may have; 0 when the time is up."""
        self._batch_started = self.clock()
        left = self.budget - (self._batch_started - self._started)
        if left <= 0:
            return 0
        if self._per_pair is None:
            return 1
        return int(min(LARGEST_BATCH, left / max(self._per_pair, 1e-9)))

    def did(self, pairs: int) -> None:
        """Record the end of a batch of so many pairs."""
        self._per_pair = (self.clock() - self._batch_started) / pairs


def rerank(query: str, candidates: Sequence[Candidate]) -> Reranking:
    """Rescore the first candidates, best first, for as long as the time budget lasts.

    Never raises: errors are in the note. Does nothing if reranking is off.
    Of each text the first 1,000 characters are read.
    """
    started = time.perf_counter()
    best = candidates[: settings.RERANKER_CANDIDATES]
    scores, note = _scores(query, best) if best and query.strip() else ({}, "")
    return Reranking(scores, note, took_ms=round((time.perf_counter() - started) * 1000, 2))


def _scores(query: str, best: Sequence[Candidate]) -> tuple[dict[int, float], str]:
    if (choice := chosen_reranker()) is None:
        return {}, ""
    try:
        encoder = loader_for(choice).encoder()
    except RerankerError as error:
        return {}, f"{_('The results were not reranked.')} {error}"
    pace = TimeBudget(settings.RERANKER_BUDGET_MS / 1000)
    return judged_in_time(encoder.scores, query, best, pace)


def judged_in_time(
    judge: Judge, query: str, best: Sequence[Candidate], pace: TimeBudget
) -> tuple[dict[int, float], str]:
    """Return the scores computed in time, and a note about the others."""
    scores: dict[int, float] = {}
    done = 0
    while done < len(best) and (size := pace.fitting()):
        batch = best[done : done + size]
        try:
            judged = judge(query, [candidate.text for candidate in batch])
        except Exception:
            logger.exception("reranking failed after %d results", done)
            return scores, _("The reranker failed; the log says why.")
        scores.update(zip((candidate.pk for candidate in batch), judged, strict=True))
        pace.did(len(batch))
        done += len(batch)
    return scores, "" if done == len(best) else _too_late(done, len(best))


def _too_late(done: int, total: int) -> str:
    text = _("There was time to rerank {done} of {total} results; the others follow.")
    return text.format(done=done, total=total)
