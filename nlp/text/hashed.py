"""Describe a text by the numbers of its letters and words, which learned models weigh."""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

BITS = 18
BUCKETS = 1 << BITS
# More of a text than anybody puts before an assistant at once is not read.
LONGEST = 100_000
# A text without full stops is cut, so that one sentence does not drown in it.
LONGEST_SENTENCE = 300
SENTENCE_END = re.compile(r"(?:[。!?\n]|\.(?=\s|$))+[」』)\"']*\s*")
FINAL_MARKS = re.compile(r"(?<![。!?.])[。!?.]++(?=[」』)\"' ]*$)")
JAPANESE_LETTER = re.compile("[ぁ-んァ-ヶ一-龯]")
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[ァ-ヶー]+|[一-龯々]+|[ぁ-ん]+|0|[^\s\w]")
# Lengths of the sequences that count.
ENGLISH_LETTERS, JAPANESE_LETTERS = (3, 4, 5), (1, 2, 3, 4)
ENGLISH_WORDS, JAPANESE_WORDS = (1, 2), (2,)
_LOW = np.uint64(0xFFFFFFFF)


def folded_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text in one width and case, with 0 for each number."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold().replace("’", "'")
    folded = re.sub(r"\d+", "0", folded)[:LONGEST]
    start = 0
    for end in [*(match.end() for match in SENTENCE_END.finditer(folded)), len(folded)]:
        for at in range(start, end, LONGEST_SENTENCE):
            if sentence := folded[at : min(at + LONGEST_SENTENCE, end)].strip():
                yield sentence
        start = end


def is_japanese(sentence: str) -> bool:
    """Return whether a sentence has a Japanese letter."""
    return bool(JAPANESE_LETTER.search(sentence))


def letters_of(sentence: str) -> str:
    """Return a sentence between two blanks, with one sign for the marks at its end."""
    return f" {FINAL_MARKS.sub('^', ' '.join(sentence.split()))} "


def letter_codes(letters: str) -> Numbers:
    """Return a number for each letter."""
    return np.frombuffer(letters.encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)


def word_codes(letters: str) -> Numbers:
    """Return a number for each word and mark."""
    return _coded(WORD.findall(letters))


def _coded(words: Sequence[str]) -> Numbers:
    return np.array([zlib.crc32(word.encode("utf-8", "replace")) for word in words], np.uint64)


def letters_and_words(sentence: str) -> Numbers:
    """Return the buckets of the sequences of letters and of words of a folded sentence."""
    japanese = is_japanese(sentence)
    letters = letters_of(sentence)
    codes, words = letter_codes(letters), word_codes(letters)
    lengths = JAPANESE_LETTERS if japanese else ENGLISH_LETTERS
    word_lengths = JAPANESE_WORDS if japanese else ENGLISH_WORDS
    return np.concatenate(
        [
            *(sequences(codes, length, 16 * japanese + length) for length in lengths),
            *(sequences(words, length, 32 + length) for length in word_lengths),
        ]
    )


def sequences(codes: Numbers, length: int, salt: int) -> Numbers:
    """Return the bucket of each sequence of so many codes."""
    count = max(0, len(codes) - length + 1)
    mixed = np.full(count, salt * 0x9E3779B1, np.uint64) & _LOW
    for at in range(length):
        mixed = ((mixed * np.uint64(0x01000193)) ^ codes[at : at + count]) & _LOW
    mixed = ((mixed ^ (mixed >> np.uint64(16))) * np.uint64(0x45D9F3B)) & _LOW
    return (mixed ^ (mixed >> np.uint64(15))) & np.uint64(BUCKETS - 1)
