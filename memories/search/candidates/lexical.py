"""Lexical matching: the rarity-weighted share of query terms that a document holds."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.facts import is_cjk
from memories.search.query.parsing import Term

Shares = NDArray[np.float32]
Postings = Sequence[NDArray[np.int32] | NDArray[np.int64]]
# The prior mean, standard deviation and weight of coverage, for spaces of few documents.
USUAL_MEAN, USUAL_SPREAD, USUAL_COUNT = 0.05, 0.12, 50


@dataclass(frozen=True, slots=True)
class Lexical:
    """Term coverage by document, one array per space; 1 if a document holds every term."""

    terms: Sequence[Term]
    weights: Sequence[float]
    holding: Sequence[Postings]
    coverage: list[Shares]
    mean: float
    spread: float

    def matched(self, space: int, document: int) -> list[str]:
        """Return the words of the query that a document holds."""
        return [
            term.word
            for term, parts in zip(self.terms, self.holding, strict=True)
            if _held(parts[space], np.array([document]))[0]
        ]

    def phrases(self, space: int, documents: NDArray[np.int64]) -> Shares:
        """Return the weighted share of adjacent query terms that a document holds both of.

        Adjacent terms carry more than single ones (Metzler and Croft 2005). Terms are adjacent
        after stop words and repetitions are removed. Their positions in the document are not
        checked: in short texts they mostly stand together.
        """
        share = np.zeros(len(documents), dtype=np.float32)
        pairs = [(at, at + 1) for at in range(len(self.terms) - 1) if self._follow(at)]
        if not pairs:
            return share
        held = {at: _held(self.holding[at][space], documents) for at in set(chain(*pairs))}
        weights = [math.sqrt(self.weights[first] * self.weights[then]) for first, then in pairs]
        for (first, then), weight in zip(pairs, weights, strict=True):
            share += np.float32(weight) * (held[first] & held[then])
        return share / np.float32(sum(weights))

    def _follow(self, at: int) -> bool:
        """Return whether the next term follows: any Latin word, or a CJK pair sharing a character."""
        word, following = self.terms[at].word, self.terms[at + 1].word
        return word[-1] == following[0] if is_cjk(word + following) else True

    def standard(self, space: int, documents: NDArray[np.int64]) -> Shares:
        """Return the coverage of documents in standard deviations from the mean."""
        standard: Shares = (self.coverage[space][documents] - self.mean) / self.spread
        return standard


def lexical(
    spaces: Sequence[Snapshot], terms: Sequence[Term], exact: Mapping[str, Postings]
) -> Lexical:
    """Weight the terms of a query by their rarity over all given spaces.

    Rarity is BM25's (Robertson and Zaragoza 2009); term frequency is ignored,
    which is as good on short texts and paragraphs. ``exact`` holds the sorted documents by
    space of terms that another index looked up.
    """
    total = sum(len(space) for space in spaces)
    found: list[Postings] = [
        exact.get(term.word) or [space.postings.find(term.number) for space in spaces]
        for term in terms
    ]
    weights = [
        term.weight * _rarity(sum(len(part) for part in parts), total)
        for term, parts in zip(terms, found, strict=True)
    ]
    asked = sum(weights) or 1.0
    coverage = [np.zeros(len(space), dtype=np.float32) for space in spaces]
    for weight, parts in zip(weights, found, strict=True):
        for shares, documents in zip(coverage, parts, strict=True):
            shares[documents] += weight / asked
    return Lexical(terms, weights, found, coverage, *_usual(coverage, total))


def _held(
    holding: NDArray[np.int32] | NDArray[np.int64], documents: NDArray[np.int64]
) -> NDArray[np.bool_]:
    if not len(holding):
        return np.zeros(len(documents), dtype=np.bool_)
    # With another dtype, searchsorted would copy the postings.
    wanted = documents.astype(holding.dtype)
    at = np.minimum(holding.searchsorted(wanted), len(holding) - 1)
    held: NDArray[np.bool_] = holding[at] == documents
    return held


def _rarity(holding: int, total: int) -> float:
    """Return the inverse document frequency of a term (BM25)."""
    return math.log(1.0 + (total - holding + 0.5) / (holding + 0.5))


def _usual(coverage: Sequence[Shares], total: int) -> tuple[float, float]:
    """Return mean and standard deviation of the coverage, smoothed by usual values."""
    sums = sum(float(shares.sum()) for shares in coverage)
    squares = sum(float(shares @ shares) for shares in coverage)
    count = total + USUAL_COUNT
    mean = (sums + USUAL_COUNT * USUAL_MEAN) / count
    usual = USUAL_COUNT * (USUAL_SPREAD**2 + USUAL_MEAN**2)
    return mean, math.sqrt(max((squares + usual) / count - mean * mean, 1e-6))
