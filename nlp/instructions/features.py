"""Describe the sentences of a text by hashed letters, words and classes of words.

Each sentence has three families of features, and a window of one or two sentences adds them up:
its letters and words, its classes of words in their order, and the sentences around it. An order
stands out by what it says, and people's requests to each other by what stands around them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nlp.text.hashed import (
    Floats,
    Numbers,
    folded_sentences,
    is_japanese,
    letter_codes,
    letters_and_words,
    letters_of,
    sequences,
    word_codes,
)

from .word_classes import ENGLISH, JAPANESE

# How much each family weighs.
SCALES = (1.0, 0.3, 0.5)
FEWEST = 30
# The sentences of a window, and those on each side that are its context.
WINDOW, AROUND = 2, 2


@dataclass(frozen=True, slots=True)
class DescribedSentence:
    """The features of a sentence: letters and words, classes, and what its neighbors see."""

    families: tuple[Numbers, Numbers, Numbers]


@dataclass(frozen=True, slots=True)
class Window:
    """Neighboring sentences ``start`` to ``stop``, and the wider range that is their context."""

    start: int
    stop: int
    first: int
    last: int


def described(text: str) -> list[DescribedSentence]:
    """Return the features of each sentence."""
    return [_described(sentence) for sentence in folded_sentences(text)]


def windows(count: int) -> Iterator[Window]:
    """Yield the windows of a text with so many sentences."""
    for size in range(1, min(WINDOW, count) + 1):
        for start in range(count - size + 1):
            stop = start + size
            yield Window(start, stop, max(0, start - AROUND), min(count, stop + AROUND))


def window_features(
    sentences: Sequence[DescribedSentence], window: Window
) -> tuple[Numbers, Floats]:
    """Return the buckets of a window, and how much each counts."""
    inside = range(window.start, window.stop)
    around = [*range(window.first, window.start), *range(window.stop, window.last)]
    chosen = (inside, inside, around)
    families = [
        np.concatenate([np.empty(0, np.uint64), *(sentences[at].families[kind] for at in places)])
        for kind, places in enumerate(chosen)
    ]
    values = [np.full(len(ids), factor(len(ids), kind)) for kind, ids in enumerate(families)]
    return np.concatenate(families), np.concatenate(values)


def factor(count: Any, kind: int) -> Any:
    """Return how much each of so many features of a family counts."""
    return SCALES[kind] / np.sqrt(np.maximum(count, FEWEST))


def _described(sentence: str) -> DescribedSentence:
    japanese = is_japanese(sentence)
    letters = letters_of(sentence)
    classes = _classes(sentence, japanese)
    language = 16 * japanese
    around = (
        [sequences(letter_codes(letters), 2, 128 + 2)]
        if japanese
        else [sequences(word_codes(letters), n, 112 + n) for n in (1, 2)]
    )
    return DescribedSentence(
        (
            letters_and_words(sentence),
            np.concatenate(
                [sequences(classes, n, salt + n) for n in (1, 2, 3) for salt in (48, 64 + language)]
            ),
            np.concatenate([*(sequences(classes, n, 96 + n) for n in (1, 2)), *around]),
        )
    )


def _classes(sentence: str, japanese: bool) -> Numbers:
    """Return the numbers of the classes of words in their order, between two borders."""
    found = [
        (match.start(), number)
        for number, pattern in enumerate(JAPANESE if japanese else ENGLISH, 2)
        for match in pattern.finditer(sentence)
    ]
    return np.array([0, *(number for _start, number in sorted(found)), 1], np.uint64)
