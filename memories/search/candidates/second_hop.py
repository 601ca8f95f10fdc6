"""What the best candidates lead to: documents that hold what these name and the question does not.

「無名塾の主宰者の誕生日」 asks for a fact about somebody whom another memory names. So the nearest
candidates are read as questions themselves: by the rare words in them that were not asked for
(two hops; docs/decisions/0012-two-hops.md).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory import rows
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.lexemes import Lexemes
from memories.index.items import decode_all

from .scope import Documents

Shares = NDArray[np.float32]
SEEDS = 3
# A word that more documents hold leads nowhere.
COMMON_SHARE, FEW, MANY = 0.005, 4, 200
# Of a long seed its rarest words are followed.
MOST_WORDS = 48
# The turns of a conversation repeat each other's words all the time.
TURN = 0.5
NO_WORDS: Lexemes = np.empty(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class SeedHits:
    """Candidates, the best first, and how good each one seems, in standard deviations."""

    documents: Documents
    scores: Shares

    def memories(self, snapshot: Snapshot, count: int) -> "SeedHits":
        """Return the best memories; what is known from one would only lead back to it."""
        is_memory, _ = decode_all(snapshot.items[self.documents])
        best = np.flatnonzero(is_memory)[:count]
        return SeedHits(self.documents[best], self.scores[best])


@dataclass(frozen=True, slots=True)
class HopResult:
    """Documents that a seed leads to, the best first: by how much of what it names, and which."""

    documents: Documents
    shares: Shares
    seeds: Documents


NO_HOPS = HopResult(
    np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32), np.empty(0, dtype=np.int64)
)


def expand_from(
    snapshot: Snapshot, likely: SeedHits, asked: Collection[int], quota: int
) -> HopResult:
    """Return where the best candidates lead; ``asked`` are the numbers of the question's words."""
    seeds = likely.memories(snapshot, SEEDS)
    if not len(seeds.documents):
        return NO_HOPS
    items = snapshot.items[seeds.documents].tolist()
    strengths = np.exp(seeds.scores - seeds.scores.max())
    words = rows.lexemes_of(items)
    found = [
        _expand_candidates(snapshot, seed, strength, words.get(item, NO_WORDS), asked)
        for seed, strength, item in zip(
            seeds.documents.tolist(), strengths.tolist(), items, strict=True
        )
    ]
    together = HopResult(*(np.concatenate(columns) for columns in zip(*found, strict=True)))
    return _best_of(together, seeds.documents, quota)


def _expand_candidates(
    snapshot: Snapshot, seed: int, strength: float, words: Lexemes, asked: Collection[int]
) -> tuple[Documents, Shares, Documents]:
    novel = words[~np.isin(words, list(asked))]
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
    """Return the documents of each word that leads anywhere: not the seed alone, and not many."""
    most = min(max(FEW, COMMON_SHARE * len(snapshot)), MANY)
    sizes = snapshot.postings.sizes(words)
    leading = np.flatnonzero((sizes > 1) & (sizes <= most))
    rarest = leading[np.argsort(sizes[leading], kind="stable")[:MOST_WORDS]]
    return [snapshot.postings.find(word) for word in words[rarest].tolist()]


def _best_of(found: HopResult, seeds: Documents, quota: int) -> HopResult:
    """Return each document once, by the seed that leads to it best; seeds are there already."""
    order = np.argsort(-found.shares, kind="stable")
    order = order[~np.isin(found.documents[order], seeds)]
    _, first = np.unique(found.documents[order], return_index=True)
    best = order[np.sort(first)][:quota]
    return HopResult(found.documents[best], found.shares[best], found.seeds[best])
