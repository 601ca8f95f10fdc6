"""Extract the mentions and times of a text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial

from nlp import dates
from nlp.dates import TimeExpression
from nlp.mentions.english.tokens import is_family, is_given
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
from nlp.text.sentences import script_sentences

from . import english, japanese
from .findings import known_names, resolve_overlaps
from .machine_text import label_spans, machine_spans, overlaps
from .values import addresses, quantities
from .words import words
from .works import works

# A less confident guess would file a memory under a wrong day.
CLEAR = 0.6
# The full stop of "3 p.m." belongs to the time, that of "by Friday." does not.
ABBREVIATED = re.compile(r"\b[ap]\.m\.$", re.I)
# A name below this confidence is not worth a question to a person.
LEAST = 0.5
# Within the words of a time, only a very sure rule finds a name: 5月3日 is not a place.
SURER_THAN_TIME = 0.9
# Code, logs and mail headers name none of these; tools and documents they do.
# What these rules find in a heading is a heading: Project Structure, Security Policy.
BY_CAPITALS = frozenset({"rules:context", "rules:suffix", "rules:pattern"})
SPOKEN_OF = frozenset({PERSON, ORGANIZATION, LOCATION, PROJECT, PET, CREATIVE_WORK})
PARTS = re.compile(r"[\s　・&,、/]+")
# “Dr.Prof.” are two titles, “Ph.D” is one.
AFTER_DOT = re.compile(r"(?<=\.)(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class AboutRange:
    """The time that a memory is about: its ``about_start`` and ``about_end``."""

    start: datetime
    end: datetime
    confidence: float


def times_in(text: str, said_at: datetime) -> list[TimeExpression]:
    """Return the times of ``text``, counted from ``said_at``; the tense decides between readings.

    Raises:
        ValueError: ``said_at`` has no zone.
    """
    return [_found(one) for one in dates.find(text, now=said_at, is_past=False)]


def _found(one: TimeExpression) -> TimeExpression:
    """Return an expression without the full stop of its sentence."""
    text = one.text if ABBREVIATED.search(one.text) else one.text.rstrip(".,; ")
    return replace(one, text=text, end_char=one.start_char + len(text))


def about_range(times: Sequence[TimeExpression], said_at: datetime) -> AboutRange | None:
    """Return the one clear time that a memory is about, else None.

    Equal times, or a time within another ("in May … on May 3"), count as one. Two separate
    times are none, nor is an open range ("by Friday", "since 2019"), which would cover years.
    "Now" adds nothing to ``said_at``.
    """
    clear = [one for one in times if one.confidence >= CLEAR and not _is_now(one, said_at)]
    if not clear:
        return None
    closest = min(clear, key=_length)
    if closest.start is None or closest.end is None:
        return None
    if any(not _holds(other, closest) for other in clear):
        return None
    return AboutRange(closest.start, closest.end, closest.confidence)


def _is_now(one: TimeExpression, said_at: datetime) -> bool:
    return one.start == said_at or one.start == one.end


def _length(one: TimeExpression) -> float:
    if one.start is None or one.end is None:
        return float("inf")
    return (one.end - one.start).total_seconds()


def _holds(outer: TimeExpression, inner: TimeExpression) -> bool:
    begins = outer.start is None or (inner.start is not None and outer.start <= inner.start)
    return begins and (outer.end is None or (inner.end is not None and inner.end <= outer.end))


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
    guard: Unguarded = UNGUARDED,
) -> Extraction:
    """Return the mentions of ``text``, and its times counted from ``said_at``.

    Offsets are characters of ``text`` as given. ``extractors`` are those of packs; their
    mentions compete with the core's by confidence and length. ``guard`` decides whether a
    reader that raises ends the extraction.

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
    return Extraction(tuple(resolve_overlaps(_beside(likely, times))), tuple(times))


def _mentions(
    text: str, language: str, extractors: Sequence[Extractor], guard: Unguarded
) -> Iterator[Found]:
    readers: list[tuple[str, Callable[[], Iterable[Found]]]] = [
        *((_name_of(one), partial(_of_pack, one, text, language)) for one in extractors),
        ("addresses", partial(addresses, text)),
        ("known names", partial(known_names, text)),
        ("quantities", partial(quantities, text)),
        ("works", partial(works, text)),
        ("signatures", partial(english.signatures, text)),
        ("names", partial(_of_sentences, text, language)),
    ]
    machine, labels = machine_spans(text), label_spans(text)
    for name, read in readers:
        for one in guard.attempt(name, partial(_listed, read), list[Found]()):
            is_machine = one.type in SPOKEN_OF and overlaps(machine, one.start, one.end)
            is_label = one.method in BY_CAPITALS and overlaps(labels, one.start, one.end)
            if not is_machine and not (is_label and one.surface[0].isascii()):
                yield one


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
