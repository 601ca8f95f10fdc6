"""Types of reranking: the configured model, candidates and results, and combined scores."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

WEIGHT = 0.5


class RerankerError(Exception):
    """The reranker cannot be used; the text says why and what to do.

    The text is lazily translated: a failure is remembered across requests, whose
    languages differ.
    """


@dataclass(frozen=True, slots=True)
class Candidate:
    """A found memory and the text that the reranker reads."""

    pk: int
    text: str


@dataclass(frozen=True, slots=True)
class Reranking:
    """The scores that the reranker returned in time.

    ``scores``: 0 to 1 by memory. ``note``: why some or all have none, translated;
    empty if nothing is missing. ``took_ms``: milliseconds, waiting for the model included.
    """

    scores: Mapping[int, float] = field(default_factory=dict)
    note: str = ""
    took_ms: float = 0.0

    def score(self, pk: int, before: float, weight: float = WEIGHT) -> float:
        """Return the combined score of any candidate, rescored or not.

        Without any scores this is ``before``. With some, a candidate without one counts
        as 0 to the reranker: it keeps its order among its like, and stays below all
        rescored candidates that were above it.
        """
        return combined(before, self.scores.get(pk, 0.0), weight) if self.scores else before


def combined(before: float, reranked: float, weight: float = WEIGHT) -> float:
    """Return the weighted mean of two scores of 0 to 1: (1 - weight) · before + weight · reranked.

    ``before`` is the relevance that the routes found, ``reranked`` the sigmoid of what the
    cross-encoder returned. Apply it to the relevance, before graph, recency and the factors
    are added, since no text shows those. At the default weight of 0.5, a score of 0 halves a
    relevance and a score of 1 lifts it to at least 0.5. Weight 0 ignores the reranker, 1 uses
    it alone.
    """
    return (1.0 - weight) * before + weight * reranked


@dataclass(frozen=True, slots=True)
class RerankerChoice:
    """A model of fastembed's catalogue, or of a local directory under any name."""

    name: str
    directory: Path | None
    may_download: bool
    threads: int


def is_on() -> bool:
    """Return whether the settings name a reranker; it may still be missing on this machine."""
    return chosen_reranker() is not None


def chosen_reranker() -> RerankerChoice | None:
    """Return the configured reranker; None if reranking is off."""
    name, directory = settings.RERANKER_MODEL.strip(), settings.RERANKER_MODEL_DIR
    if not name:
        return None
    return RerankerChoice(
        name,
        directory=Path(directory).expanduser().resolve() if directory else None,
        may_download=settings.RERANKER_DOWNLOAD,
        threads=settings.EMBEDDING_THREADS,
    )
