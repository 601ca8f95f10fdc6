"""Turn labeled texts into the pieces, tags and subjects that the network is trained on."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from memory_site.bench.datasets.labelled_facts import OWNER, Fact, FactText
from nlp.trained.network import BEGIN_OF_TEXT, END_OF_TEXT, own_spans, prefix_of

MOST_PIECES = 254
# The last part of each file and language sets the bars, and trains nothing.
HELD_BACK = 0.08
# So many English texts are learned in small letters.
LOWERED = 0.1
TUNING = "tuning"
LATIN = re.compile(r"[A-Za-z0-9]")
# The tag of a piece of which nothing is known.
IGNORED = -100


# The start and the end of words, and the tag of the first piece if it is a name; 0 if it is none.
KnownName = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class LabelledPieces:
    """A text as the network reads it: ``tags`` of values, ``names`` and ``secrets`` by piece.

    ``subjects`` are (value, subject) places.
    """

    ids: Sequence[int]
    tags: Sequence[int]
    subjects: Sequence[tuple[int, int]]
    names: Sequence[int]
    secrets: Sequence[int]


def divided(files: Sequence[Sequence[FactText]]) -> tuple[list[FactText], list[FactText]]:
    """Return the tuning texts that train, and those that are held back."""
    trained: list[FactText] = []
    held_back: list[FactText] = []
    for texts in files:
        groups: dict[str, list[FactText]] = defaultdict(list)
        for text in texts:
            if text.split == TUNING:
                groups[text.language].append(text)
        for group in groups.values():
            cut = int(len(group) * (1 - HELD_BACK))
            trained += group[:cut]
            held_back += group[cut:]
    return trained, held_back


def labelled(
    text: FactText,
    tokenizer: Tokenizer,
    predicates: Sequence[str],
    known: Sequence[KnownName] = (),
    *,
    is_lowered: bool = False,
) -> LabelledPieces:
    """Return the pieces of a text with their labels.

    Tag 0 is no value; 1 + 2n begins one of predicate n, and 2 + 2n goes on in it. The owner stands
    at place 0. What is over is no value. ``known`` is what the facts tell of the text's names; of
    other pieces nothing is known.
    """
    written = text.text.lower() if is_lowered else text.text
    written = written if len(written) == len(text.text) else text.text
    ids, spans = encoded(written, tokenizer, is_assistant=text.speaker == "assistant")
    tags, subjects = [0] * len(ids), []
    for fact in text.facts:
        value = place_of(written, fact.value)
        places = pieces_in(spans, value)
        if fact.ended or not places or any(tags[at] for at in places):
            continue
        tag = 1 + 2 * predicates.index(fact.predicate)
        for at in places:
            tags[at] = tag if at == places[0] else tag + 1
        if (subject := _place_of_subject(written, fact, value, spans)) is not None:
            subjects.append((places[0], subject))
    names = [IGNORED] * len(ids)
    for start, end, tag in known:
        tag_pieces(names, pieces_in(spans, (start, end)), tag)
    return LabelledPieces(ids, tags, subjects, names, [0] * len(ids))


def encoded(
    text: str, tokenizer: Tokenizer, *, is_assistant: bool
) -> tuple[list[int], list[list[int]]]:
    """Return the pieces of a text behind the word for its speaker, and the characters of each."""
    prefix = prefix_of(is_assistant=is_assistant)
    read = tokenizer.encode(prefix + text)
    ids = [BEGIN_OF_TEXT, *read.ids[:MOST_PIECES], END_OF_TEXT]
    return ids, own_spans(text, read.offsets[:MOST_PIECES], len(prefix), 0).tolist()


def tag_pieces(names: list[int], places: Sequence[int], tag: int) -> None:
    """Tag the pieces of a name; a space before a Japanese word is a piece that stands nowhere."""
    if places:
        goes_on = tag + 1 if tag else 0
        names[places[0] : places[-1] + 1] = [tag, *[goes_on] * (places[-1] - places[0])]


def _place_of_subject(
    written: str, fact: Fact, value: tuple[int, int] | None, spans: Sequence[Sequence[int]]
) -> int | None:
    if fact.subject == OWNER:
        return 0
    places = pieces_in(spans, place_of(written, fact.subject, near=value[0] if value else None))
    return places[0] if places else None


def place_of(text: str, words: str, near: int | None = None) -> tuple[int, int] | None:
    """Return where words stand in a text, whole words first; the last place before ``near``."""
    folded, sought = text.casefold(), words.casefold()
    if len(folded) != len(text):
        folded, sought = text, words
    found = [one.start() for one in re.finditer(re.escape(sought), folded)]
    if not found or not sought:
        return None
    whole = [at for at in found if _is_whole(folded, at, at + len(sought))]
    places = whole or found
    at = places[0] if near is None else min(places, key=lambda one: (one > near, abs(one - near)))
    return at, at + len(sought)


def _is_whole(text: str, start: int, end: int) -> bool:
    begins = start > 0 and LATIN.match(text[start]) and LATIN.match(text[start - 1])
    goes_on = end < len(text) and LATIN.match(text[end - 1]) and LATIN.match(text[end])
    return not (begins or goes_on)


def pieces_in(spans: Sequence[Sequence[int]], place: tuple[int, int] | None) -> list[int]:
    """Return the pieces that hold a part of a place; none of no place."""
    if place is None:
        return []
    start, end = place
    return [at for at, (first, last) in enumerate(spans) if first < end and last > start]


def batches(
    texts: Sequence[LabelledPieces], size: int, chance: random.Random
) -> Iterator[list[LabelledPieces]]:
    """Yield the texts in random batches, in each of which they are of like length."""
    mixed = list(texts)
    chance.shuffle(mixed)
    parts = []
    for at in range(0, len(mixed), size * 20):
        alike = sorted(mixed[at : at + size * 20], key=lambda one: len(one.ids))
        parts += [alike[first : first + size] for first in range(0, len(alike), size)]
    chance.shuffle(parts)
    yield from parts
