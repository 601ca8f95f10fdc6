"""Find who and what a text names, and which times."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from packs.spec import Extractor, Found

from ..time_words import TimeExpression
from . import english, japanese
from .addresses import addresses
from .kinds import PERSON
from .known_names import known_names
from .overlaps import settled
from .quantities import quantities
from .result import Extraction
from .sentences import sentences
from .times import times_in
from .titles import is_bare_title

# Below this, a name is not worth a question to a person.
LEAST = 0.5
# A name within a time's words is none, unless a rule is very sure: 5月3日 is not a place.
SURER_THAN_TIME = 0.9


def extract(
    text: str, *, language: str, said_at: datetime, extractors: Sequence[Extractor] = ()
) -> Extraction:
    """Return who and what ``text`` names, and the times, counted from ``said_at``.

    Offsets are characters of ``text`` as given. ``extractors`` are those of packs; what
    they find competes with the core's findings by confidence and length.

    Raises:
        ValueError: ``said_at`` has no zone.
    """
    times = times_in(text, said_at)
    everything = [
        *_of_packs(text, language, extractors),
        *addresses(text),
        *known_names(text),
        *quantities(text),
        *_of_sentences(text, language),
    ]
    likely = [
        one
        for one in everything
        if one.confidence >= LEAST and not (one.type == PERSON and is_bare_title(one.surface))
    ]
    return Extraction(tuple(settled(_beside(likely, times))), tuple(times))


def _of_packs(text: str, language: str, extractors: Sequence[Extractor]) -> Iterator[Found]:
    for extractor in extractors:
        yield from extractor.extract(text, language)


def _of_sentences(text: str, language: str) -> Iterator[Found]:
    for sentence in sentences(text, language):
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
