"""A text in pieces: one sentence each, in one of two scripts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nlp.text.script import HAN, KANA

# Sentences without an end come in logs and dumps; a tokenizer wants them short.
LONGEST = 2_000
SENTENCE = re.compile(rf"[^\n。！？]{{1,{LONGEST}}}[。！？]*")
OTHER_HAN = ("zh", "ko")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Part of a text and where it begins there."""

    text: str
    start: int
    is_japanese: bool


def sentences(text: str, language: str) -> Iterator[Sentence]:
    """Yield the sentences of ``text`` that hold more than spaces.

    The script decides for each; Han without kana is not Japanese in a Chinese or Korean text.
    """
    for match in SENTENCE.finditer(text):
        if match[0].strip():
            is_japanese = bool(KANA.search(match[0])) or (
                language not in OTHER_HAN and bool(HAN.search(match[0]))
            )
            yield Sentence(match[0], match.start(), is_japanese)
