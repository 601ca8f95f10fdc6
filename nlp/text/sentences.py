"""Split texts into sentences; every splitter is composed of the same marks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from .lexicon import TITLES
from .script import HAN, KANA

JAPANESE_MARKS = "。！？"
MARKS = f"{JAPANESE_MARKS}!?"
# The full stop of "Dr. Patel" ends no sentence.
_BEHIND_TITLE = "|".join(rf"(?<=\b{title.capitalize()})" for title in TITLES)
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
