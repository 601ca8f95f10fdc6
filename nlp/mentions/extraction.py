"""Extract the mentions and times of a text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial

from nlp.dates import TimeExpression
from nlp.mentions.english.tokens import everyday, is_family, is_given, places
from nlp.readers import (
    CREATIVE_WORK,
    LOCATION,
    ORGANIZATION,
    PERSON,
    PET,
    PROJECT,
    UNGUARDED,
    Extractor,
    Found,
    Unguarded,
)
from nlp.text.composed import ComposedText, compose_text
from nlp.text.sentences import script_sentences

from . import english, japanese
from .animals import pets_of
from .findings import known_names, repeated, resolve_overlaps
from .japanese.compounds import PART_OF_A_WORD
from .machine_text import Span, label_spans, machine_spans, overlaps
from .relatives import relatives
from .tagger import METHOD as TAGGER
from .tagger import NAMES, weigh_and_fill
from .times import times_in
from .values import addresses, quantities
from .words import words
from .works import works

# A name below this confidence is not worth a question to a person.
LEAST = 0.5
# Of people, organizations and places, chosen on every third of our own tuning lines.
LEAST_MEASURED = {"en": 0.65}
MEASURED = ("rules:", "tagger:")
# Of a surer one, each further place is found as well.
SURE_OF_PERSON = 0.72
MOST_REPEATED = 40
# Within the words of a time, only a very sure rule finds a name: 5月3日 is not a place.
SURER_THAN_TIME = 0.9
# Code, logs and mail headers name none of these; tools and documents they do.
# What these rules find in a heading is a heading: Project Structure, Security Policy.
BY_CAPITALS = frozenset({"rules:context", "rules:suffix", "rules:pattern", TAGGER})
IN_SMALL_LETTERS = "rules:small"
SPOKEN_OF = frozenset({PERSON, ORGANIZATION, LOCATION, PROJECT, PET, CREATIVE_WORK})
PARTS = re.compile(r"[\s　・&,、/]+")
# Whom a theorem or an illness is named after is not spoken of: Heron's formula, Crohn's disease.
EPONYM = re.compile(
    r"(?:['’]s?)? (?:theorem|formula|laws? of|law\b(?! firm| school| degree)|lemma|conjecture|paradox"
    r"|inequality|equations?|razor|syndrome|disease|postulates?)\b",
    re.IGNORECASE,
)
# やけん and じゃけん, "because" in western dialects, name no Ken.
BECAUSE = re.compile(r"(?<=[ぁ-ん])けん[ねどなの]?(?=[、。\s]|$)")
# “Dr.Prof.” are two titles, “Ph.D” is one.
AFTER_DOT = re.compile(r"(?<=\.)(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The mentions and times of one text in order; mentions do not overlap."""

    mentions: tuple[Found, ...]
    times: tuple[TimeExpression, ...]


def extract(
    text: str,
    *,
    language: str,
    said_at: datetime,
    extractors: Sequence[Extractor] = (),
    is_trained: bool = True,
    is_assistant: bool = False,
    guard: Unguarded = UNGUARDED,
) -> Extraction:
    """Return the mentions of ``text``, and its times counted from ``said_at``.

    Offsets are characters of ``text`` as given. ``extractors`` are those of packs; their
    mentions compete with the core's by confidence and length. ``is_trained``: the trained network
    reads names too, as an assistant's words if ``is_assistant``. ``guard`` decides whether a reader
    that raises ends the extraction.

    Raises:
        ValueError: ``said_at`` has no zone.
    """
    composed = compose_text(text)
    if not composed.is_same:
        read = extract(
            composed.text,
            language=language,
            said_at=said_at,
            extractors=extractors,
            is_trained=is_trained,
            is_assistant=is_assistant,
            guard=guard,
        )
        return _in_original(read, composed)
    read = by_rules(text, language=language, said_at=said_at, extractors=extractors, guard=guard)
    weighed = list(read.mentions)
    if is_trained:
        weigh = partial(weigh_and_fill, text, language, read.mentions, is_assistant=is_assistant)
        weighed = guard.attempt("tagger", weigh, weighed)
    machine, labels = machine_spans(text), label_spans(text)
    mentions = [
        one
        for one in weighed
        if one.confidence >= _least(one, language)
        and not (one.type == PERSON and is_bare_title(one.surface))
        and not (one.method == TAGGER and _is_none(one, machine, labels))
        and not _is_part_of_a_word(text, one)
        and not (one.type == PERSON and EPONYM.match(text, one.end))
    ]
    return Extraction(tuple(_beside(mentions, read.times)), read.times)


def _in_original(read: Extraction, composed: ComposedText) -> Extraction:
    """Return what was read from composed text with its places in the original."""
    mentions, times = [], []
    for one in read.mentions:
        start, end = composed.to_original(one.start, one.end)
        mentions.append(replace(one, surface=composed.original[start:end], start=start, end=end))
    for time in read.times:
        start, end = composed.to_original(time.start_char, time.end_char)
        words = composed.original[start:end]
        times.append(replace(time, text=words, start_char=start, end_char=end))
    return Extraction(tuple(mentions), tuple(times))


def _least(one: Found, language: str) -> float:
    """Return the least confidence of a finding; those that were measured have to be surer."""
    is_measured = one.type in NAMES and one.method.startswith(MEASURED)
    return LEAST_MEASURED.get(language, LEAST) if is_measured else LEAST


def _is_part_of_a_word(text: str, one: Found) -> bool:
    """Whether a place or a person is the beginning of another word: 長崎ちゃんぽん, 讃岐うどん."""
    if one.type == LOCATION and not one.method.endswith("suffix"):
        return bool(PART_OF_A_WORD.match(text, one.end)) and not one.surface.isascii()
    return one.type == PERSON and (
        text.startswith("ちゃんぽん", one.end) or bool(BECAUSE.match(text, one.start))
    )


def by_rules(
    text: str,
    *,
    language: str,
    said_at: datetime,
    extractors: Sequence[Extractor] = (),
    guard: Unguarded = UNGUARDED,
) -> Extraction:
    """Return what the rules find, before the tagger weighs it.

    Raises:
        ValueError: ``said_at`` has no zone.
    """
    if said_at.tzinfo is None:
        raise ValueError("said_at must have a zone")
    times: Sequence[TimeExpression] = guard.attempt("times", lambda: times_in(text, said_at), [])
    everything = list(_mentions(text, language, extractors, guard))
    likely = [
        one
        for one in everything
        if one.confidence >= LEAST and not (one.type == PERSON and is_bare_title(one.surface))
    ]
    again = [*likely, *_again(text, likely), *japanese.again(text, likely), *pets_of(text, likely)]
    return Extraction(tuple(resolve_overlaps(_beside(again, times))), tuple(times))


def _again(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Yield the further places of people whose names in Latin letters are no other words."""
    people = [
        one
        for one in found
        if one.type == PERSON
        and one.surface[0].isupper()
        and one.confidence >= SURE_OF_PERSON
        and one.surface.lower() not in everyday() | places()
    ]
    # With more names, a search for all of them at each place would take too long.
    for one in repeated(text, people[:MOST_REPEATED]):
        yield replace(one, confidence=SURE_OF_PERSON, method="rules:again")


def _mentions(
    text: str, language: str, extractors: Sequence[Extractor], guard: Unguarded
) -> Iterator[Found]:
    readers: list[tuple[str, Callable[[], Iterable[Found]]]] = [
        *((_name_of(one), partial(_of_pack, one, text, language)) for one in extractors),
        ("addresses", partial(addresses, text)),
        ("known names", partial(known_names, text)),
        ("quantities", partial(quantities, text)),
        ("relatives", partial(relatives, text)),
        ("works", partial(works, text)),
        ("signatures", partial(english.signatures, text)),
        ("names", partial(_of_sentences, text, language)),
    ]
    machine, labels = machine_spans(text), label_spans(text)
    for name, read in readers:
        for one in guard.attempt(name, partial(_listed, read), list[Found]()):
            if not _is_none(one, machine, labels):
                yield one


def _is_none(one: Found, machine: Sequence[Span], labels: Sequence[Span]) -> bool:
    """Whether a finding is part of code or a mail header, or of a heading by capitals alone."""
    if one.type in SPOKEN_OF and overlaps(machine, one.start, one.end):
        return True
    if one.method == IN_SMALL_LETTERS and overlaps(machine, one.start, one.end):
        return True
    if one.type == PROJECT and one.surface.startswith("Project "):
        return False
    is_label = one.method in BY_CAPITALS and overlaps(labels, one.start, one.end)
    return is_label and one.surface[0].isascii()


def _listed(read: Callable[[], Iterable[Found]]) -> list[Found]:
    """Read to the end, so that an error is raised here."""
    return list(read())


def _name_of(extractor: Extractor) -> str:
    # An extractor is foreign code: even its name may be missing.
    return f"extractor {getattr(extractor, 'name', '') or type(extractor).__name__}"


def _of_pack(extractor: Extractor, text: str, language: str) -> Iterator[Found]:
    """Yield the mentions of a pack's extractor, checked because an extractor is foreign code.

    Raises:
        TypeError: an item is no ``Found``.
        ValueError: a mention lies outside the text.
    """
    for one in extractor.extract(text, language):
        if not isinstance(one, Found):
            raise TypeError(f"{type(one).__name__} is no Found")
        if not 0 <= one.start < one.end <= len(text):
            raise ValueError("a mention lies outside the text")
        yield one


def _of_sentences(text: str, language: str) -> Iterator[Found]:
    for sentence in script_sentences(text, language):
        names_in = japanese.names_in if sentence.is_japanese else english.names_in
        for one in names_in(sentence.text):
            yield replace(one, start=one.start + sentence.start, end=one.end + sentence.start)


def _beside(mentions: Sequence[Found], times: Sequence[TimeExpression]) -> Iterator[Found]:
    """Yield the mentions that are not part of a time; times are in order and do not overlap."""
    starts, ends = [each.start_char for each in times], [each.end_char for each in times]
    for one in mentions:
        overlapping = times[bisect_right(ends, one.start) : bisect_left(starts, one.end)]
        if not overlapping or one.confidence >= SURER_THAN_TIME or _holds_all(one, overlapping):
            yield one


def _holds_all(one: Found, times: Sequence[TimeExpression]) -> bool:
    return all(
        one.start <= each.start_char
        and each.end_char <= one.end
        and one.end - one.start > len(each.text)
        for each in times
    )


def is_bare_title(surface: str) -> bool:
    """Whether a text consists of titles only; King and Prince are names, too."""
    parts = [part for part in PARTS.split(surface) if part.strip(".．")]
    return bool(parts) and all(_is_title(part) for part in parts)


def _is_title(part: str) -> bool:
    pieces = [piece for piece in AFTER_DOT.split(part) if piece.strip(".．")]
    return _bare(part) in _titles() or all(_bare(piece) in _titles() for piece in pieces)


def _bare(part: str) -> str:
    return part.strip(".．").lower()


@cache
def _titles() -> frozenset[str]:
    listed = words("en_titles", "ja_titles", "other_titles")
    spelled = {title.strip(".") for title in listed}
    return frozenset(title for title in spelled if not (is_family(title) or is_given(title)))
