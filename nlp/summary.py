"""Summarize and title texts without a language model.

Nothing is rewritten: a summary holds whole sentences of the text, a micro summary the
beginning of the best one, and a title the first one.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from nlp.text.sentences import SENTENCE_END, SENTENCE_GAP, word_set

TITLE_LENGTH = 60
MOST_SENTENCES = 3
# A Japanese character carries about as much as two Latin letters.
MOST_LETTERS = {"ja": 150, "zh": 150}
MOST_LATIN_LETTERS = 300
SHORTEST, LONGEST = 50, 80
# Only the first sentences of a longer text are read.
MOST_READ = 60
LATIN_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9'_.-]*")
JAPANESE_RUN = re.compile(r"[一-龥々ァ-ヶー]+|[ぁ-ん]{3,}")
# Function words, which do not tell what a sentence is about.
EMPTY = word_set(
    "a an and are as at be been but by did do does for from had has have he her here his i if in is it my"
    " no not of on or our she so that the their then there they this to was we were will with would you your"
)
# Points to cut a line, best first: after a clause, after a particle, between words.
CUTS = (
    re.compile(r"(?<=[、，,;；:：])\s*"),
    re.compile(r"(?<=[はがをにでとも])(?=[一-龥ァ-ヶA-Z])|\s+"),
)
HEADING_MARK = re.compile(r"^#{1,6}\s+")
LIST_MARK = re.compile(r"^\s*(?:[-*・•#>]+|\d+[.)])\s*")


def most_letters(language: str) -> int:
    """Return the maximum length of a summary in a language."""
    return MOST_LETTERS.get(language, MOST_LATIN_LETTERS)


def summary(text: str, language: str) -> str:
    """Return up to three sentences of ``text``, in its order, of 150 (Japanese) or 300 letters.

    A shorter text is returned whole, on one line.
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
    result = glue.join(parts[at] for at in sorted(chosen))
    return result if len(result) <= most else _cut(result, SHORTEST, most)


def micro_summary(text: str, language: str) -> str:
    """Return 50 to 80 characters about the topic of ``text``; a shorter text is returned whole.

    The best sentence is extended by its neighbors if it is short, and cut if it is long.
    """
    whole = _one_line(text)
    if len(whole) <= LONGEST:
        return whole
    parts = _sentences(text)
    if not parts:
        return _cut(whole, SHORTEST, LONGEST)
    first = next(iter(_by_weight(parts)))
    glue = "" if language == "ja" else " "
    result = parts[first]
    others = [*range(first + 1, len(parts)), *reversed(range(first))]
    for at in others:
        if len(result) >= SHORTEST:
            break
        result = f"{result}{glue}{parts[at]}" if at > first else f"{parts[at]}{glue}{result}"
    return result if len(result) <= LONGEST else _cut(result, SHORTEST, LONGEST)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sentences(text: str) -> list[str]:
    parts = (_one_line(LIST_MARK.sub("", part)) for part in SENTENCE_GAP.split(text) if part)
    return [part for part in parts if len(part) > 1][:MOST_READ]


def _by_weight(parts: Sequence[str]) -> list[int]:
    """Return the indices of sentences, the most central first.

    A sentence is central if its words occur in many others; rare words count more. Early
    sentences gain a little, very short ones lose.
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
    """Return the content words of a sentence: Latin words, and character pairs of Japanese runs."""
    lowered = (word.lower() for word in LATIN_WORD.findall(sentence))
    latin = {word for word in lowered if word not in EMPTY}
    runs = JAPANESE_RUN.findall(sentence)
    pairs = {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}
    return latin | pairs


def _likeness(one: set[str], other: set[str], spread: Counter[str], count: int) -> float:
    if not one or not other:
        return 0.0
    shared = sum(math.log(1 + count / spread[word]) for word in one & other)
    return shared / math.sqrt(len(one) * len(other))


def _cut(text: str, least: int, most: int) -> str:
    """Cut a text after the last clause or word that keeps at least ``least`` characters."""
    room = text[: most - 1]
    for cut in CUTS:
        ends = [found.start() for found in cut.finditer(room) if found.start() >= least - 1]
        if ends:
            return room[: ends[-1]].rstrip("、，,;；:： ") + "…"
    return room.rstrip() + "…"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, up to 60 characters, as a title: no marks of a heading."""
    stripped = HEADING_MARK.sub("", text.strip()) or text.strip()
    end = SENTENCE_END.search(stripped)
    sentence = stripped[: end.start()] if end and end.start() else stripped
    sentence = " ".join(sentence.split())
    return sentence if len(sentence) <= TITLE_LENGTH else sentence[: TITLE_LENGTH - 1] + "…"
