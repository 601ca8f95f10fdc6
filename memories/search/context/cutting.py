"""Cut a long memory to its most relevant sentences to fit the budget."""

import re
from collections.abc import Callable, Sequence

SENTENCES = re.compile(r".+?(?:[.!?](?=\s)|[。！？!?]+|\n|$)\s*", re.DOTALL)
LEFT_OUT = "…"
MOST_TRIED = 60


def cut(text: str, words: Sequence[str], fits: Callable[[str], bool]) -> str:
    """Return the sentences that hold most of ``words``, in their order, as many as fit.

    ``fits`` says whether a text is short enough. Omissions show as “…”; if not one
    sentence fits, return the beginning of the best one, or an empty text.
    """
    sentences = SENTENCES.findall(text)
    asked = [word.casefold() for word in words]
    ranking = sorted(range(len(sentences)), key=lambda at: (-_held(sentences[at], asked), at))
    kept: list[int] = []
    for at in ranking[:MOST_TRIED]:
        if fits(_joined(sentences, [*kept, at])):
            kept.append(at)
    if kept:
        return _joined(sentences, kept)
    return _beginning(sentences[ranking[0]], fits) if ranking else ""


def _held(sentence: str, asked: Sequence[str]) -> int:
    folded = sentence.casefold()
    return sum(word in folded for word in asked)


def _joined(sentences: Sequence[str], kept: Sequence[int]) -> str:
    told, before = [], -1
    for at in sorted(kept):
        if at != before + 1:
            told.append(LEFT_OUT)
        told.append(sentences[at].strip())
        before = at
    if before < len(sentences) - 1:
        told.append(LEFT_OUT)
    return " ".join(told)


def _beginning(sentence: str, fits: Callable[[str], bool]) -> str:
    shortest, longest = 0, len(sentence)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if fits(sentence[:middle] + LEFT_OUT):
            shortest = middle
        else:
            longest = middle - 1
    return sentence[:shortest].rstrip() + LEFT_OUT if shortest else ""
