"""Find who and what a text names, and which times."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from nlp.dates import TimeExpression
from nlp.guard import UNGUARDED, Unguarded
from nlp.types import PERSON, Extractor, Found

from . import english, japanese
from .addresses import addresses
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
    text: str,
    *,
    language: str,
    said_at: datetime,
    extractors: Sequence[Extractor] = (),
    guard: Unguarded = UNGUARDED,
) -> Extraction:
    """Return who and what ``text`` names, and the times, counted from ``said_at``.

    Offsets are characters of ``text`` as given. ``extractors`` are those of packs; what
    they find competes with the core's findings by confidence and length. ``guard`` decides
    whether a reader that raises ends the extraction.

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
    return Extraction(tuple(settled(_beside(likely, times))), tuple(times))


def _mentions(
    text: str, language: str, extractors: Sequence[Extractor], guard: Unguarded
) -> Iterator[Found]:
    readers: list[tuple[str, Callable[[], Iterable[Found]]]] = [
        *((_name_of(one), partial(_of_pack, one, text, language)) for one in extractors),
        ("addresses", partial(addresses, text)),
        ("known names", partial(known_names, text)),
        ("quantities", partial(quantities, text)),
        ("names", partial(_of_sentences, text, language)),
    ]
    for name, read in readers:
        yield from guard.attempt(name, partial(_listed, read), list[Found]())


def _listed(read: Callable[[], Iterable[Found]]) -> list[Found]:
    """Read to the end, so that whatever is raised is raised here."""
    return list(read())


def _name_of(extractor: Extractor) -> str:
    # A pack's own code: even its name may be missing.
    return f"extractor {getattr(extractor, 'name', '') or type(extractor).__name__}"


def _of_pack(extractor: Extractor, text: str, language: str) -> Iterator[Found]:
    """Yield what the extractor of a pack found, checked: it is somebody else's code.

    Raises:
        TypeError: it returned something else than mentions.
        ValueError: a mention lies outside the text.
    """
    for one in extractor.extract(text, language):
        if not isinstance(one, Found):
            raise TypeError(f"{type(one).__name__} is no Found")
        if not 0 <= one.start < one.end <= len(text):
            raise ValueError("a mention lies outside the text")
        yield one


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
