"""Load the reranker once in a background thread, and rescore the best results in time."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .base import Candidate, RerankerChoice, RerankerError, Reranking, chosen_reranker
from .encoder import BROKEN, CrossEncoder, is_on_disk

# Seconds until a failed load is tried again, so that not every search looks for files.
RETRY_AFTER = 60.0

Outcome = CrossEncoder | RerankerError
logger = logging.getLogger(__name__)
# Larger batches are hardly faster on a processor, and the clock is read between them.
LARGEST_BATCH = 4


class RerankerLoader:
    """Loads one model: one attempt at a time, and none after a success."""

    def __init__(self, choice: RerankerChoice) -> None:
        self._choice = choice
        self._lock = threading.Lock()
        self._attempt: Future[Outcome] | None = None
        self._ended_at = 0.0

    def encoder(self) -> CrossEncoder:
        """Return the model.

        The server does not wait: loading takes seconds and fetching minutes. A command
        waits.

        Raises:
            RerankerError: it cannot be loaded, or is still being loaded.
        """
        attempt = self.started()
        if settings.BACKGROUND_MODE == "thread" and not attempt.done():
            raise RerankerError(
                format_lazy(_("The reranker “{name}” is being loaded."), name=self._choice.name)
            )
        outcome = attempt.result()
        if isinstance(outcome, RerankerError):
            # Raise a new exception for each caller: a raised one keeps its frames.
            raise RerankerError(*outcome.args)
        return outcome

    def started(self) -> "Future[Outcome]":
        """Start loading, unless that was done; return the attempt, which may be running."""
        with self._lock:
            if self._attempt is None or self._is_stale(self._attempt):
                self._attempt = Future()
                threading.Thread(
                    target=self._load, args=(self._attempt,), name="reranker", daemon=True
                ).start()
            return self._attempt

    def attempt(self) -> "Future[Outcome] | None":
        """Return the last attempt, without starting one."""
        return self._attempt

    def _is_stale(self, attempt: "Future[Outcome]") -> bool:
        has_failed = attempt.done() and isinstance(attempt.result(), RerankerError)
        return has_failed and time.monotonic() - self._ended_at >= RETRY_AFTER

    def _load(self, attempt: "Future[Outcome]") -> None:
        outcome = _outcome(self._choice)
        self._ended_at = time.monotonic()
        attempt.set_result(outcome)


def _outcome(choice: RerankerChoice) -> Outcome:
    """Return the model or the error; never raise, since callers wait for the result."""
    try:
        return CrossEncoder(choice)
    except RerankerError as error:
        logger.warning("no reranking: %s (%s)", error, error.__cause__)
        return error
    except Exception:
        logger.exception("the reranker %s cannot be loaded", choice.name)
        return RerankerError(format_lazy(BROKEN, name=choice.name))


_making = threading.Lock()


def loader_for(choice: RerankerChoice) -> RerankerLoader:
    """Return the loader of a model, the same one for the whole process."""
    with _making:
        return _loader(choice)


@lru_cache(maxsize=1)
def _loader(choice: RerankerChoice) -> RerankerLoader:
    return RerankerLoader(choice)


def prepare() -> None:
    """Start loading the reranker, if there is one, so that the first search has it.

    Returns at once; a thread loads the model.
    """
    if (choice := chosen_reranker()) is not None:
        loader_for(choice).started()


def status() -> str:
    """Return one line, translated: off, or the model's name and whether it can be used.

    Looks at files and at what this process has tried; loads and fetches nothing.
    """
    choice = chosen_reranker()
    if choice is None:
        return _off()
    try:
        return f"{choice.name} ({_state(choice)})"
    except RerankerError as error:
        return str(error)


def _off() -> str:
    if settings.RERANKER_MODEL_DIR:
        return gettext("off: WASURENA_RERANKER_DIR is set, WASURENA_RERANKER_MODEL is not")
    return gettext("off")


def _state(choice: RerankerChoice) -> str:
    attempt = loader_for(choice).attempt()
    if attempt is None:
        return (
            gettext("on this machine")
            if is_on_disk(choice)
            else gettext("will be fetched when first used")
        )
    if not attempt.done():
        return gettext("being loaded")
    outcome = attempt.result()
    if isinstance(outcome, RerankerError):
        raise RerankerError(*outcome.args)
    return gettext("loaded")


Judge = Callable[[str, Sequence[str]], list[float]]


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
        return {}, f"{gettext('The results were not reranked.')} {error}"
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
            return scores, gettext("The reranker failed; the log says why.")
        scores.update(zip((candidate.pk for candidate in batch), judged, strict=True))
        pace.did(len(batch))
        done += len(batch)
    return scores, "" if done == len(best) else _too_late(done, len(best))


def _too_late(done: int, total: int) -> str:
    text = gettext("There was time to rerank {done} of {total} results; the others follow.")
    return text.format(done=done, total=total)
