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

    ``subjects`` are the place of a value and all places at which its subject is named.
    """

    ids: Sequence[int]
    tags: Sequence[int]
    subjects: Sequence[tuple[int, Sequence[int]]]
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
    written = lowered(text.text) if is_lowered else text.text
    ids, spans = encoded(written, tokenizer, is_assistant=text.speaker == "assistant")
    tags, subjects = [0] * len(ids), []
    for fact in text.facts:
        places = pieces_in(spans, place_of_value(written, fact))
        if fact.ended or not places or any(tags[at] for at in places):
            continue
        tag = 1 + 2 * predicates.index(fact.predicate)
        for at in places:
            tags[at] = tag if at == places[0] else tag + 1
        if named := _places_of_subject(written, fact, spans):
            subjects.append((places[0], named))
    names = [IGNORED] * len(ids)
    for start, end, tag in known:
        tag_pieces(names, pieces_in(spans, (start, end)), tag)
    return LabelledPieces(ids, tags, subjects, names, [0] * len(ids))


def lowered(text: str) -> str:
    """Return a text in small letters, or as it is if it would get another length."""
    small = text.lower()
    return small if len(small) == len(text) else text


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


def _places_of_subject(written: str, fact: Fact, spans: Sequence[Sequence[int]]) -> list[int]:
    """Return the first piece of each place at which the subject is named; 0 is the owner."""
    if fact.subject == OWNER:
        return [0]
    named = places_of(written, fact.subject)
    return [places[0] for place in named if (places := pieces_in(spans, place))]


def place_of_value(text: str, fact: Fact) -> tuple[int, int] | None:
    """Return where the value of a fact stands: the place nearest to a name of its subject."""
    places = places_of(text, fact.value)
    named = [] if fact.subject == OWNER else places_of(text, fact.subject)
    if not places or not named:
        return places[0] if places else None
    return min(places, key=lambda one: min(abs(one[0] - each[0]) for each in named))


def place_of(text: str, words: str, near: int | None = None) -> tuple[int, int] | None:
    """Return where words stand in a text, whole words first; the last place before ``near``."""
    places = places_of(text, words)
    if near is None or not places:
        return places[0] if places else None
    return min(places, key=lambda one: (one[0] > near, abs(one[0] - near)))


def places_of(text: str, words: str) -> list[tuple[int, int]]:
    """Return all places at which words stand in a text; parts of words only if none is whole."""
    folded, sought = text.casefold(), words.casefold()
    if len(folded) != len(text):
        folded, sought = text, words
    if not sought:
        return []
    found = [one.span() for one in re.finditer(re.escape(sought), folded)]
    return [place for place in found if _is_whole(folded, *place)] or found


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
