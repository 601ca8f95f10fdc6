"""Match documents by words, weighted by rarity, and by the similarity of vectors."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors
from memories.index.in_memory import rows
from memories.index.in_memory.columns import is_cjk
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.vectors import SpaceVectors
from memories.index.in_memory.views import SpaceView
from memories.index.query_vectors import whitening_of
from memories.models import EmbeddingModel
from memories.search.query.parsing import Term

Shares = NDArray[np.float32]
Postings = Sequence[NDArray[np.int32] | NDArray[np.int64]]
# The prior mean, standard deviation and weight of coverage, for spaces of few documents.
USUAL_MEAN, USUAL_SPREAD, USUAL_COUNT = 0.03, 0.06, 300
# Mean and standard deviation of the coverage lie within these bounds, whatever a space holds:
# thousands of rows with a word of the query, or a million without, would move every score.
MOST_MEAN, LEAST_SPREAD, MOST_SPREAD = 0.1, 0.035, 0.15
# The same for products of whitened vectors: their prior, and bounds (1 % to 99 % of the queries of
# the tuning data).
USUAL_PRODUCT, USUAL_DEVIATION, HALF_TRUST_AT = 0.12, 0.06, 50
MOST_MEAN_PRODUCT, SPREADS_OF_PRODUCTS = 0.22, (0.045, 0.075)
# How near a text without a vector yet probably is, in standard deviations by those of its words; on
# all tuning data about the same. Of so many vectors, half of it.
NEARNESS_BY_WORDS, HALF_NEARNESS_AT = 0.4, 30
# bm25: how soon repetitions saturate, how much the length counts, and the words of a usual message.
# A pivot of the space's own would rank the same text differently beside longer ones.
SATURATION, BY_LENGTH, USUAL_LENGTH = 1.5, 0.9, 150.0
# A text that holds every one of so many terms reaches 1: a long question says more.
USUAL_TERMS, MOST_TERMS = 9, 36
UNKNOWN = np.float32(np.nan)
# So many of the nearest are compared with exact vectors (docs/decisions/0008-index-in-memory.md).
RESCORED = 64


@dataclass(frozen=True, slots=True)
class Lexical:
    """Term coverage by document, one array per space; 1 if a document holds every term."""

    spaces: Sequence[Snapshot]
    terms: Sequence[Term]
    weights: Sequence[float]
    holding: Sequence[Postings]
    coverage: list[Shares]
    mean: float
    spread: float
    looked_up: frozenset[str] = frozenset()

    def matched(self, space: int, documents: NDArray[np.int64]) -> list[list[str]]:
        """Return for each document the words of the query that it holds."""
        words: list[list[str]] = [[] for _ in documents]
        for term, parts in zip(self.terms, self.holding, strict=True):
            for at in np.flatnonzero(_held(parts[space], documents)).tolist():
                words[at].append(term.word)
        return words

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

    def strengths(self, space: int, documents: NDArray[np.int64]) -> Shares:
        """Return the bm25 of documents: a share of the most, times the root of the query's length.

        Unlike coverage it counts repetitions, and a long text must say more than a short one.
        """
        total = sum(self.weights)
        strengths = np.zeros(len(documents), dtype=np.float32)
        if not total:
            return strengths
        lengths = self.spaces[space].lengths[documents]
        room = SATURATION * (1.0 - BY_LENGTH + BY_LENGTH * lengths / USUAL_LENGTH)
        for at, weight in enumerate(self.weights):
            times = self._times(at, space, documents)
            strengths += np.float32(weight / total) * times / (times + room)
        return strengths * np.float32(math.sqrt(min(len(self.terms), MOST_TERMS) / USUAL_TERMS))

    def _times(self, at: int, space: int, documents: NDArray[np.int64]) -> Shares:
        """Return how often documents hold a term."""
        holding, term = self.holding[at][space], self.terms[at]
        held = _held(holding, documents)
        times = held.astype(np.float32)
        if term.word not in self.looked_up and held.any():
            wanted = documents[held].astype(holding.dtype)
            counts = self.spaces[space].postings.counts_of(term.number)
            times[held] = counts[holding.searchsorted(wanted)]
        return times

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
    mean, spread = _usual(coverage, total)
    return Lexical(spaces, terms, weights, found, coverage, mean, spread, frozenset(exact))


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
    """Return mean and standard deviation of the coverage, smoothed by usual values and bounded."""
    sums = sum(float(shares.sum()) for shares in coverage)
    squares = sum(float(shares @ shares) for shares in coverage)
    count = total + USUAL_COUNT
    mean = (sums + USUAL_COUNT * USUAL_MEAN) / count
    usual = USUAL_COUNT * (USUAL_SPREAD**2 + USUAL_MEAN**2)
    spread = math.sqrt(max((squares + usual) / count - mean * mean, 0.0))
    return min(mean, MOST_MEAN), min(max(spread, LEAST_SPREAD), MOST_SPREAD)


Documents = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Nearness:
    """By document: the product with the whitened query vector, and the plain cosine."""

    products: Vectors
    cosines: Vectors


@dataclass(frozen=True, slots=True)
class _Known:
    """A cache of one space's products with the query, filled on demand."""

    is_known: NDArray[np.bool_]
    values: Vectors

    @classmethod
    def of(cls, view: SpaceView) -> "_Known":
        count = 0 if view.vectors is None else len(view.vectors)
        # Pages that are never written cost no memory.
        return cls(np.zeros(count, dtype=np.bool_), np.zeros((count, 2), dtype=np.float32))

    def products(self, vectors: SpaceVectors, queries: Vectors, places: Documents) -> Vectors:
        if len(places) and int(places.max()) >= len(self.is_known):
            # Another search has loaded new vectors in the meantime.
            return vectors.products(queries, places)
        new = places[~self.is_known[places]]
        if len(new):
            self.values[new] = vectors.products(queries, new)
            self.is_known[new] = True
        return self.values[places]


class Semantic:
    """One query vector and the vectors of some spaces; ``whitened`` is the whitened query."""

    def __init__(
        self, model: EmbeddingModel, views: Sequence[SpaceView], question: Vectors, asked: Vectors
    ) -> None:
        """Take the query vector, and the same without the mean vector of all questions."""
        self._model = model
        self._views = views
        whole = whitening_of([part for view in views for part in view.sums])
        self.whitened = whole.whiten(asked)
        self._plain = question
        mean, deviation = whole.product_statistics(self.whitened)
        trust = whole.count / (whole.count + HALF_TRUST_AT)
        mean = trust * mean + (1.0 - trust) * USUAL_PRODUCT
        deviation = trust * deviation + (1.0 - trust) * USUAL_DEVIATION
        self._mean = min(mean, MOST_MEAN_PRODUCT)
        self._guessed = NEARNESS_BY_WORDS * whole.count / (whole.count + HALF_NEARNESS_AT)
        self._deviation = float(np.clip(deviation, *SPREADS_OF_PRODUCTS))
        # Candidates are compared several times while they are collected.
        self._known = [_Known.of(view) for view in views]

    def nearest(self, space: int, count: int, within: Documents | None = None) -> Documents:
        """Return the items with the nearest vectors, best first.

        Returns more than ``count`` if products are estimates: they are rescored later.
        """
        vectors = self._views[space].vectors
        if vectors is None or not len(vectors):
            return np.empty(0, np.int64)
        view = self._views[space]
        with view.lock:
            places = None
            if within is not None:
                places = vectors.among(view.documents.items[within])
            found = vectors.nearest(self.whitened, count, places)
        order = np.argsort(-found.products, kind="stable")
        items = vectors.items[found.positions[order]]
        _, first = np.unique(items, return_index=True)
        return items[np.sort(first)]

    def nearness(self, space: int, documents: Documents, *, exactly: bool) -> Nearness:
        """Return the similarity of documents; NaN for documents without a vector.

        ``exactly`` reads the vectors of the nearest from the database if memory holds estimates.
        """
        view = self._views[space]
        products = np.full(len(documents), UNKNOWN)
        cosines = np.full(len(documents), UNKNOWN)
        if view.vectors is None or not len(documents):
            return Nearness(products, cosines)
        queries = np.stack([self.whitened, self._plain], axis=1)
        with view.lock:
            owners, places = view.vectors.places(view.documents.items[documents])
            ids = view.vectors.ids[places]
            is_estimate = not view.vectors.is_exact
            values = self._known[space].products(view.vectors, queries, places)
        if exactly and is_estimate:
            best = np.argsort(-values[:, 0], kind="stable")[:RESCORED]
            values[best] = self._exact(ids[best], queries)
        np.fmax.at(products, owners, values[:, 0])
        np.fmax.at(cosines, owners, values[:, 1])
        return Nearness(products, cosines)

    def _exact(self, vector_ids: Documents, queries: Vectors) -> Vectors:
        stored = rows.exact_vectors(self._model.table_name, vector_ids.tolist())
        values = np.full((len(vector_ids), 2), UNKNOWN)
        known = [at for at, pk in enumerate(vector_ids.tolist()) if pk in stored]
        if known:
            raw = b"".join(stored[int(vector_ids[at])] for at in known)
            matrix = np.frombuffer(raw, dtype="<f4").reshape(len(known), -1)
            values[known] = matrix @ queries
        return values

    def standard(self, products: Vectors) -> Vectors:
        """Return products in standard deviations from the mean; 0 if unknown."""
        standard = (products - self._mean) / self._deviation
        known: Vectors = np.nan_to_num(standard, nan=0.0).astype(np.float32)
        return known

    def expected(self, products: Vectors, words: Shares) -> Vectors:
        """Return the same, but for texts without a vector yet what their words let expect.

        ``words`` is their coverage in standard deviations.
        """
        guessed = np.float32(self._guessed) * np.maximum(words, 0.0)
        return np.where(np.isnan(products), guessed, self.standard(products))
