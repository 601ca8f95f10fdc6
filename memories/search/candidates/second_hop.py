"""Second-hop retrieval: search again with rare terms from the best candidates.

「無名塾の主宰者の誕生日」 asks for a fact about a person whom another memory names. The rare terms
of the best candidates that the query lacks are therefore searched too
(docs/decisions/0012-two-hops.md).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory import rows
from memories.index.in_memory.columns import one_of
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.rows import Lexemes, decode_all

from .scope import Documents

Shares = NDArray[np.float32]
SEEDS = 3
# A term in more documents than this is not followed.
COMMON_SHARE, FEW, MANY = 0.005, 4, 200
# Of a long seed, only the rarest terms are followed.
MOST_WORDS = 48
# Turns of a conversation repeat each other's words, so they count half.
TURN = 0.5
NO_WORDS: Lexemes = np.empty(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class SeedHits:
    """The best candidates, best first, with their scores in standard deviations."""

    documents: Documents
    scores: Shares

    def memories(self, snapshot: Snapshot, count: int) -> "SeedHits":
        """Return the best memories; a state would only lead back to its own evidence."""
        is_memory, _ = decode_all(snapshot.items[self.documents])
        best = np.flatnonzero(is_memory)[:count]
        return SeedHits(self.documents[best], self.scores[best])


@dataclass(frozen=True, slots=True)
class HopResult:
    """Documents that share rare terms with a seed, best first; the share, and the seed of each."""

    documents: Documents
    shares: Shares
    seeds: Documents


NO_HOPS = HopResult(
    np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32), np.empty(0, dtype=np.int64)
)


def expand_from(
    snapshot: Snapshot, likely: SeedHits, asked: Collection[int], quota: int
) -> HopResult:
    """Return documents that share rare terms with the best candidates.

    ``asked`` holds the lexemes of the query, which are not followed.
    """
    seeds = likely.memories(snapshot, SEEDS)
    if not len(seeds.documents):
        return NO_HOPS
    items = snapshot.items[seeds.documents].tolist()
    strengths = np.exp(seeds.scores - seeds.scores.max())
    words = rows.lexemes_of(items)
    found = [
        _expand_seed(snapshot, seed, strength, words.get(item, NO_WORDS), asked)
        for seed, strength, item in zip(
            seeds.documents.tolist(), strengths.tolist(), items, strict=True
        )
    ]
    together = HopResult(*(np.concatenate(columns) for columns in zip(*found, strict=True)))
    return _best_of(together, seeds.documents, quota)


def _expand_seed(
    snapshot: Snapshot, seed: int, strength: float, words: Lexemes, asked: Collection[int]
) -> tuple[Documents, Shares, Documents]:
    novel = words[~one_of(words, asked)]
    held = _postings(snapshot, novel)
    if not held:
        return NO_HOPS.documents, NO_HOPS.shares, NO_HOPS.seeds
    sizes = np.array([len(part) for part in held])
    rarity = np.log1p((len(snapshot) - sizes + 0.5) / (sizes + 0.5))
    documents, at = np.unique(np.concatenate(held), return_inverse=True)
    shares = np.bincount(at, weights=np.repeat(rarity, sizes)) / rarity.sum()
    is_turn = snapshot.facts["speaker"][documents] != 0
    shares *= strength * np.where(is_turn, TURN, 1.0)
    return documents.astype(np.int64), shares.astype(np.float32), np.full(len(documents), seed)


def _postings(snapshot: Snapshot, words: Lexemes) -> Sequence[NDArray[np.int32]]:
    """Return the postings of the rarest terms that at least two, but not many, documents hold."""
    most = min(max(FEW, COMMON_SHARE * len(snapshot)), MANY)
    sizes = snapshot.postings.sizes(words)
    leading = np.flatnonzero((sizes > 1) & (sizes <= most))
    rarest = leading[np.argsort(sizes[leading], kind="stable")[:MOST_WORDS]]
    return snapshot.postings.find_each(words[rarest])


def _best_of(found: HopResult, seeds: Documents, quota: int) -> HopResult:
    """Return each document once, with its best seed; leave out the seeds."""
    order = np.argsort(-found.shares, kind="stable")
    order = order[~one_of(found.documents[order], seeds)]
    _, first = np.unique(found.documents[order], return_index=True)
    best = order[np.sort(first)][:quota]
    return HopResult(found.documents[best], found.shares[best], found.seeds[best])
