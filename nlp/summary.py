"""Summaries without a language model: the sentences that share most with the others.

Nothing is rewritten: a summary holds sentences of the text, a micro summary the beginning of
its best one.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

MOST_SENTENCES = 3
# A Japanese sign says about as much as two Latin letters.
MOST_LETTERS = {"ja": 150, "zh": 150}
MOST_LATIN_LETTERS = 300
SHORTEST, LONGEST = 50, 80
# Longer texts are summed up from their first sentences.
MOST_READ = 60
ENDS = re.compile(r"(?<=[。！？!?])[」』）)”\"]*\s*|(?<=[a-zA-Z0-9)”\"']{2}[.!?])\s+(?=\S)|\n+")
LATIN_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9'_.-]*")
JAPANESE_RUN = re.compile(r"[一-龯々ァ-ヶー]+|[ぁ-ん]{3,}")
# Words that say nothing of what a sentence is about.
EMPTY = re.compile(
    r"(?:a|an|and|are|as|at|be|been|but|by|did|do|does|for|from|had|has|have|he|her|here|his|i|if|in|is|it|my|no"
    r"|not|of|on|or|our|she|so|that|the|their|then|there|they|this|to|was|we|were|will|with|would|you|your)"
)
# Where a line may be cut, best first: after a clause, after a particle, between words.
CUTS = (
    re.compile(r"(?<=[、，,;；:：])\s*"),
    re.compile(r"(?<=[はがをにでとも])(?=[一-龯ァ-ヶA-Z])|\s+"),
)
LIST_MARK = re.compile(r"^\s*(?:[-*・•#>]+|\d+[.)])\s*")


def most_letters(language: str) -> int:
    """Return how long a summary in a language may be."""
    return MOST_LETTERS.get(language, MOST_LATIN_LETTERS)


def summary(text: str, language: str) -> str:
    """Return up to three sentences of ``text``, in its order, of 150 (Japanese) or 300 letters.

    A text that is shorter is returned as it is, on one line.
    """
    whole, most = _one_line(text), most_letters(language)
    if len(whole) <= most:
        return whole
    parts = _sentences(text)
    chosen: list[int] = []
    for at in _by_weight(parts):
        length = sum(len(parts[other]) for other in chosen) + len(parts[at])
        if len(chosen) < MOST_SENTENCES and (length <= most or not chosen):
            chosen.append(at)
    glue = "" if language == "ja" else " "
    told = glue.join(parts[at] for at in sorted(chosen))
    return told if len(told) <= most else _cut(told, SHORTEST, most)


def micro_summary(text: str, language: str) -> str:
    """Return 50 to 80 characters that tell what ``text`` is about; all of a shorter text.

    It is the best sentence, with the next ones where it is short, and cut where it is long.
    """
    whole = _one_line(text)
    if len(whole) <= LONGEST:
        return whole
    parts = _sentences(text)
    if not parts:
        return _cut(whole, SHORTEST, LONGEST)
    first = next(iter(_by_weight(parts)))
    glue = "" if language == "ja" else " "
    told = parts[first]
    others = [*range(first + 1, len(parts)), *reversed(range(first))]
    for at in others:
        if len(told) >= SHORTEST:
            break
        told = f"{told}{glue}{parts[at]}" if at > first else f"{parts[at]}{glue}{told}"
    return told if len(told) <= LONGEST else _cut(told, SHORTEST, LONGEST)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sentences(text: str) -> list[str]:
    parts = (_one_line(LIST_MARK.sub("", part)) for part in ENDS.split(text) if part)
    return [part for part in parts if len(part) > 1][:MOST_READ]


def _by_weight(parts: Sequence[str]) -> list[int]:
    """Return the places of sentences, the most telling first.

    A sentence tells much where its words stand in many others (each word weighs by how
    rare it is), and a little more where it comes early; very short ones tell less.
    """
    bags = [_words(part) for part in parts]
    spread = Counter(word for bag in bags for word in bag)
    count = len(parts)
    weights = []
    for at, bag in enumerate(bags):
        shared = sum(
            _likeness(bag, other, spread, count) for to, other in enumerate(bags) if to != at
        )
        early = 1.0 + 0.5 / (1 + at)
        short = min(1.0, len(parts[at]) / 15)
        weights.append((shared / max(1, count - 1) + 0.05) * early * short)
    return sorted(range(count), key=lambda at: (-weights[at], at))


def _words(sentence: str) -> set[str]:
    """Return what a sentence is about: Latin words, and pairs of signs of Japanese runs."""
    spoken = (word.lower() for word in LATIN_WORD.findall(sentence))
    latin = {word for word in spoken if not EMPTY.fullmatch(word)}
    runs = JAPANESE_RUN.findall(sentence)
    pairs = {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}
    return latin | pairs


def _likeness(one: set[str], other: set[str], spread: Counter[str], count: int) -> float:
    if not one or not other:
        return 0.0
    shared = sum(math.log(1 + count / spread[word]) for word in one & other)
    return shared / math.sqrt(len(one) * len(other))


def _cut(told: str, least: int, most: int) -> str:
    """Cut a text after the last clause or word that leaves it at least so long."""
    room = told[: most - 1]
    for cut in CUTS:
        ends = [found.start() for found in cut.finditer(room) if found.start() >= least - 1]
        if ends:
            return room[: ends[-1]].rstrip("、，,;；:： ") + "…"
    return room.rstrip() + "…"
