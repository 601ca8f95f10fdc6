"""Describe the sentences of a text by hashed letters, words and classes of words.

Each sentence has three families of features, and a window of one or two sentences adds them up:
its letters and words, its classes of words in their order, and the sentences around it. An order
stands out by what it says, and people's requests to each other by what stands around them.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .word_classes import ENGLISH, JAPANESE

Numbers = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

BITS = 18
# More of a text than anybody puts before an assistant at once is not read.
LONGEST = 100_000
# A text without full stops is cut, so that an order does not drown in it.
LONGEST_SENTENCE = 300
SENTENCE_END = re.compile(r"(?:[。!?\n]|\.(?=\s|$))+[」』)\"']*\s*")
FINAL_MARKS = re.compile(r"(?<![。!?.])[。!?.]++(?=[」』)\"' ]*$)")
JAPANESE_LETTER = re.compile("[ぁ-んァ-ヶ一-龯]")
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[ァ-ヶー]+|[一-龯々]+|[ぁ-ん]+|0|[^\s\w]")
# Lengths of the sequences that count, and how much each family weighs.
ENGLISH_LETTERS, JAPANESE_LETTERS = (3, 4, 5), (1, 2, 3, 4)
SCALES = (1.0, 0.3, 0.5)
FEWEST = 30
# The sentences of a window, and those on each side that are its context.
WINDOW, AROUND = 2, 2
_LOW = np.uint64(0xFFFFFFFF)


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
    return [_described(sentence) for sentence in _sentences(_folded(text[:LONGEST]))]


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


def _folded(text: str) -> str:
    """Return a text in one width and case, with 0 for each number."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return re.sub(r"\d+", "0", folded)[:LONGEST]


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in [*(match.end() for match in SENTENCE_END.finditer(text)), len(text)]:
        for at in range(start, end, LONGEST_SENTENCE):
            if sentence := text[at : min(at + LONGEST_SENTENCE, end)].strip():
                yield sentence
        start = end


def _described(sentence: str) -> DescribedSentence:
    is_japanese = bool(JAPANESE_LETTER.search(sentence))
    letters = f" {FINAL_MARKS.sub('^', ' '.join(sentence.split()))} "
    codes = np.frombuffer(letters.encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    words = _coded(WORD.findall(letters))
    classes = _classes(sentence, is_japanese=is_japanese)
    lengths = JAPANESE_LETTERS if is_japanese else ENGLISH_LETTERS
    language = 16 * is_japanese
    return DescribedSentence(
        (
            np.concatenate(
                [_sequences(codes, n, language + n) for n in lengths]
                + [_sequences(words, n, 32 + n) for n in ((2,) if is_japanese else (1, 2))]
            ),
            np.concatenate(
                [
                    _sequences(classes, n, salt + n)
                    for n in (1, 2, 3)
                    for salt in (48, 64 + language)
                ]
            ),
            np.concatenate(
                [_sequences(classes, n, 96 + n) for n in (1, 2)]
                + [_sequences(words, n, 112 + n) for n in (() if is_japanese else (1, 2))]
                + [_sequences(codes, n, 128 + n) for n in ((2,) if is_japanese else ())]
            ),
        )
    )


def _coded(words: Sequence[str]) -> Numbers:
    return np.array([zlib.crc32(word.encode("utf-8", "replace")) for word in words], np.uint64)


def _classes(sentence: str, *, is_japanese: bool) -> Numbers:
    """Return the numbers of the classes of words in their order, between two borders."""
    found = [
        (match.start(), number)
        for number, pattern in enumerate(JAPANESE if is_japanese else ENGLISH, 2)
        for match in pattern.finditer(sentence)
    ]
    return np.array([0, *(number for _start, number in sorted(found)), 1], np.uint64)


def _sequences(codes: Numbers, length: int, salt: int) -> Numbers:
    """Return the bucket of each sequence of so many codes."""
    count = max(0, len(codes) - length + 1)
    mixed = np.full(count, salt * 0x9E3779B1, np.uint64) & _LOW
    for at in range(length):
        mixed = ((mixed * np.uint64(0x01000193)) ^ codes[at : at + count]) & _LOW
    mixed = ((mixed ^ (mixed >> np.uint64(16))) * np.uint64(0x45D9F3B)) & _LOW
    return (mixed ^ (mixed >> np.uint64(15))) & np.uint64((1 << BITS) - 1)
