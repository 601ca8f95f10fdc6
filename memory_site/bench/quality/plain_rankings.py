"""Plain rankings that the product must not fall below: bm25, with its context, and a blend."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Embedder, current_embedder
from memories.index.embeddings.base import chunks
from memory_site.bench.datasets.readers import Corpus, Item, Question, Scope

from .answers import DEPTH, AnswerOutcome, Progress, Searcher, asked, baseline_searcher
from .baseline import PlainFullText

Numbers = NDArray[np.float64]
FULL_TEXT, WITH_CONTEXT, BLEND = "BM25", "BM25 with context", "blend"
AT_ONCE = 256
# The blend takes both parts in standard deviations, and each counts as much as the other.
SHARE = 0.5
LEAST_SPREAD = 1e-9


def with_neighbors(items: Sequence[Item]) -> list[str]:
    """Return each text between the texts before and after it in its session."""
    said = [f"{item.speaker} {item.text}" for item in items]
    joined = []
    for at, item in enumerate(items):
        near = [
            said[there]
            for there in (at - 1, at, at + 1)
            if there == at
            or (item.session and 0 <= there < len(items) and items[there].session == item.session)
        ]
        joined.append("\n".join(near))
    return joined


def context_searcher(scope: Scope) -> Searcher:
    """Return how full text answers if each memory is joined with its neighbors."""
    table = PlainFullText()
    table.add(with_neighbors(scope.items))

    def search(question: Question) -> Sequence[str]:
        return [scope.items[at].id for at in table.search(question.text, DEPTH)]

    return search


def blend_searcher(scope: Scope) -> Searcher:
    """Return how the sum of bm25 and the cosine of the nearest piece answers."""
    embedder = current_embedder()
    table = PlainFullText()
    table.add(f"{item.speaker} {item.text}" for item in scope.items)
    pieces = _Pieces(embedder, [f"{item.speaker}: {item.text}" for item in scope.items])

    def search(question: Question) -> Sequence[str]:
        words = np.zeros(len(scope.items))
        for at, score in table.scores(question.text).items():
            words[at] = score
        meaning = pieces.cosines(embedder.query(question.text))
        both = SHARE * _standard(words) + (1 - SHARE) * _standard(meaning)
        best = np.argsort(-both, kind="stable")[:DEPTH]
        return [scope.items[at].id for at in best.tolist()]

    return search


class _Pieces:
    """The vectors of texts, cut into pieces that fit the model's window."""

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        cut = [[piece.text for piece in chunks(text, embedder.spec.window)] for text in texts]
        whole = [text for part in cut for text in part]
        steps = range(0, len(whole), AT_ONCE)
        self._vectors = np.concatenate(
            [embedder.passages(whole[at : at + AT_ONCE]) for at in steps]
        )
        self._firsts = np.cumsum([0, *(len(part) for part in cut)])[:-1]

    def cosines(self, question: NDArray[np.float32]) -> Numbers:
        """Return the cosine of each text's nearest piece."""
        nearest: Numbers = np.maximum.reduceat(self._vectors @ question, self._firsts)
        return nearest.astype(np.float64)


def _standard(values: Numbers) -> Numbers:
    standard: Numbers = (values - values.mean()) / max(float(values.std()), LEAST_SPREAD)
    return standard


SEARCHERS: Mapping[str, Callable[[Scope], Searcher]] = {
    FULL_TEXT: baseline_searcher,
    WITH_CONTEXT: context_searcher,
    BLEND: blend_searcher,
}


def answered_plainly(name: str, corpus: Corpus, progress: Progress) -> AnswerOutcome:
    """Ask one of ``SEARCHERS``."""
    searcher = SEARCHERS[name]
    return asked(((scope, searcher(scope)) for scope in corpus.scopes), corpus.apart, progress)
