"""Split texts into sentences, and the words that several readers look for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from .tokens import HAN, KANA

# Suffixes of address after a Japanese name: 田中さん.
HONORIFICS = ("さん", "さま", "様", "氏", "くん", "君", "ちゃん")
TEACHER, SENIOR, FORMAL = "先生", "先輩", "殿"
# Positions that follow a name as a form of address: 田中部長.
POSITIONS = ("部長", "課長", "係長", "社長", "主任", "専務", "常務")
# English titles before a name, with or without a full stop.
TITLES = ("mr", "mrs", "ms", "dr", "prof")
JAPANESE_FIRST_PERSON = ("私", "わたし", "わたくし", "僕", "ぼく", "俺", "おれ", "自分", "うち")
OWNER_WORDS = frozenset({"me", "i", "myself", "owner", "user", "私", "僕", "俺", "自分"})
# A text with one of these endings is a question; each reader adds plain endings of its own.
QUESTION_MARK = r"[?？]\s*$"
POLITE_ENDINGS = "です|ます|でしょう|ました|ません"
JAPANESE_QUESTION = re.compile(rf"{QUESTION_MARK}|(?:{POLITE_ENDINGS}|たの|るの|いの)か[。.]?\s*$")
JAPANESE_MARKS = "。！？"
MARKS = f"{JAPANESE_MARKS}!?"
# The full stop of "Dr. Patel" or "St. Jude's" ends no sentence.
_BEHIND_TITLE = "|".join(rf"(?<=\b{word.capitalize()})" for word in (*TITLES, "st", "mt"))
TITLE_STOP = rf"(?:{_BEHIND_TITLE})\.(?= )"
FULL_STOP = rf"(?!{TITLE_STOP})\.(?=\s|$)"
SENTENCE_END = re.compile(rf"[{MARKS}\n]|{FULL_STOP}")
# A whole sentence with its end; a full stop within a word (3.5, example.com) belongs to it.
SENTENCE = re.compile(
    rf"[^{MARKS}\n.]*(?:(?:\.(?!\s|$)|{TITLE_STOP})[^{MARKS}\n.]*)*(?:[{MARKS}\n]|\.(?=\s|$)|$)"
)
# The gap between two sentences, with the closing brackets of the first one.
SENTENCE_GAP = re.compile(
    rf"(?<=[{MARKS}])[」』）)”\"]*\s*|(?<=[a-zA-Z0-9)”\"']{{2}}[.!?])\s+(?=\S)|\n+"
)
# Sentences without an end come in logs and dumps; a tokenizer wants them short.
LONGEST = 2_000
SCRIPT_SENTENCE = re.compile(rf"[^\n{JAPANESE_MARKS}]{{1,{LONGEST}}}[{JAPANESE_MARKS}]*")
OTHER_HAN_LANGUAGES = ("zh", "ko")


def word_set(words: str) -> frozenset[str]:
    """Return the words of a string that spaces part."""
    return frozenset(words.split())


def alternation(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


# A form of address is not part of the name: 田中さん is 田中.
HONORIFIC = re.compile(rf"(?<=.)(?:{alternation((*HONORIFICS, TEACHER, FORMAL))})$")
TITLE = re.compile(rf"^(?:{alternation(TITLES)})\.?\s+", re.IGNORECASE)

FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|we're|we've)\b"
    rf"|{alternation(JAPANESE_FIRST_PERSON)}",
    re.IGNORECASE,
)


def is_owner(name: str) -> bool:
    """Whether a subject's name means the owner."""
    return name.strip().casefold() in OWNER_WORDS


@dataclass(frozen=True, slots=True)
class ScriptSentence:
    """A part of a text in one script, and its offset."""

    text: str
    start: int
    is_japanese: bool


def script_sentences(text: str, language: str) -> Iterator[ScriptSentence]:
    """Yield the parts of ``text`` between Japanese marks and line ends, unless blank.

    The script decides for each part. Han without kana is not Japanese in a Chinese or
    Korean text.
    """
    for match in SCRIPT_SENTENCE.finditer(text):
        if match[0].strip():
            is_japanese = bool(KANA.search(match[0])) or (
                language not in OTHER_HAN_LANGUAGES and bool(HAN.search(match[0]))
            )
            yield ScriptSentence(match[0], match.start(), is_japanese)


def split_sentences(text: str) -> list[str]:
    """Return ``text`` cut behind each sentence end; joined, the parts are ``text`` again."""
    ends = [match.end() for match in re.finditer(rf"(?:{SENTENCE_END.pattern})+\s*", text)]
    bounds = [0, *(end for end in ends if end < len(text)), len(text)]
    return [text[start:end] for start, end in pairwise(bounds) if start < end]
