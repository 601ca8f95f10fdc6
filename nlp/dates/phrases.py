"""Join neighboring chunks into phrases with one meaning: 去年 の 夏, the morning of May 3."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .english import rules as english
from .japanese import rules as japanese
from .modifiers import (
    ABOUT,
    ESTIMATE,
    About,
    Bound,
    Estimate,
    Modifier,
    Modifiers,
    Portion,
    portion,
    widened,
)
from .parts import Frame, Level, Part
from .rules import Chunk, before
from .spans import Grain, Span, shift, unit

CLOSE = re.compile(r"[ ]{0,2}[の、,はも]?[ ]{0,2}")
LATIN = re.compile(r"(?:'s|,| -)?(?: (?:of|in|on|at|during|the|around|about|from)){0,3} ")
ROUGHLY = re.compile(r" (?:around|about) ")
REACH = 24
# 去年の夏の終わり頃 has two modifiers in a row.
MODIFIERS_IN_A_ROW = 3
# A day of the year comes back to its weekday after five, six or eleven years.
NEAR_YEARS = (0, -1, 1, -2, 2, -3, 3)
SHAPING = (Portion, About)
ROUGH, PORTION = 0.8, 0.9


@dataclass(frozen=True, slots=True)
class Phrase:
    """Parts that mean one time together, and their modifiers."""

    start: int
    end: int
    parts: tuple[Part, ...]
    is_certain: bool
    is_about: bool = False
    portion: Portion | None = None
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """The span of a phrase, its confidence, whether its ends are not sharp, and whether it recurs."""

    span: Span
    confidence: float
    is_vague: bool = False
    is_recurring: bool = False


def group_chunks(chunks: Sequence[Chunk], folded: str) -> Iterator[Sequence[Chunk]]:
    """Yield the longest runs of chunks that may belong together."""
    first = 0
    for at in range(1, len(chunks) + 1):
        if at == len(chunks) or not _joins(chunks[first:at], chunks[at], folded):
            yield chunks[first:at]
            first = at


def _joins(run: Sequence[Chunk], following: Chunk, folded: str) -> bool:
    """Whether a chunk continues a run: no level twice, and in Japanese the coarse part first."""
    between = folded[run[-1].end : following.start]
    if len(between) > REACH:
        return False
    named = {part.level for chunk in run for part in chunk.parts}
    levels = {part.level for part in following.parts}
    if named & levels:
        return False
    is_finer = not named or not levels or max(named) < min(levels)
    return bool((is_finer and CLOSE.fullmatch(between)) or LATIN.fullmatch(between))


def build_phrase(run: Sequence[Chunk], folded: str) -> Phrase:
    """Return a run as one phrase, with the modifiers before and after it."""
    start, end = run[0].start, run[-1].end
    gaps = (folded[one.end : other.start] for one, other in pairwise(run))
    is_about = any(chunk.is_about for chunk in run) or any(map(ROUGHLY.fullmatch, gaps))
    parts = tuple(part for chunk in run for part in chunk.parts)
    is_number = any(part.is_counted or part.level is Level.CLOCK for part in parts)
    start, ahead = leading(folded, start, (*SHAPING, Estimate) if is_number else SHAPING)
    end, behind = trailing(folded, end, SHAPING)
    shaping = [*behind, *ahead]
    portions = [each for each in shaping if isinstance(each, Portion)]
    return Phrase(
        start,
        end,
        parts,
        is_certain=_is_certain(run, folded),
        is_about=is_about or ABOUT in shaping or ESTIMATE in shaping,
        portion=portions[0] if portions else None,
        weekday=next((chunk.weekday for chunk in run if chunk.weekday is not None), None),
    )


def _is_certain(run: Sequence[Chunk], folded: str) -> bool:
    """Whether a run is surely a time: it has a strong chunk, two chunks, or a cue."""
    if sum(bool(chunk.parts) for chunk in run) > 1:
        return True
    return any(
        not chunk.is_weak or (chunk.cue and chunk.cue.search(before(folded, chunk.start)))
        for chunk in run
    )


Kinds = tuple[type[Modifier], ...]


def leading(folded: str, start: int, kinds: Kinds) -> tuple[int, list[Modifier]]:
    """Return the start of the modifiers of these kinds before ``start``, and the modifiers."""
    found: list[Modifier] = []
    for _ in range(MODIFIERS_IN_A_ROW):
        step = _step(english.BEFORE + japanese.BEFORE, before(folded, start, REACH), kinds)
        if step is None:
            break
        match, modifier = step
        start -= len(match.group())
        found += [modifier] if modifier else []
    return start, found


def trailing(folded: str, end: int, kinds: Kinds) -> tuple[int, list[Modifier]]:
    """Return the end of the modifiers of these kinds after ``end``, and the modifiers."""
    found: list[Modifier] = []
    for _ in range(MODIFIERS_IN_A_ROW):
        step = _step(
            japanese.AFTER + english.AFTER, folded[end : end + REACH], kinds, at_start=True
        )
        if step is None:
            break
        match, modifier = step
        end += match.end()
        found += [modifier] if modifier else []
    return end, found


def _step(
    table: Modifiers, words: str, kinds: Kinds, *, at_start: bool = False
) -> tuple[re.Match[str], Modifier | None] | None:
    for pattern, modifier in table:
        if modifier is not None and not isinstance(modifier, kinds):
            continue
        if match := pattern.match(words) if at_start else pattern.search(words):
            return match, modifier
    return None


def interpret(given: Phrase, frame: Frame, parts: Sequence[Part] | None = None) -> Meaning | None:
    """Return the meaning of a phrase, or None if its parts do not fit into each other."""
    span: Span | None = None
    confidence = 1.0
    counted = False
    for part in _ordered(parts or given.parts):
        confidence = min(confidence, part.sure if span else part.alone)
        counted = counted or part.is_counted
        is_open = span is None and part.cycle is Grain.YEAR
        span = part.place(frame, span)
        if span is None:
            return None
        if is_open and part.level is Level.DAY and given.weekday is not None:
            span = with_weekday(span, given.weekday)
    if span is None:
        return None
    if given.portion:
        span, confidence = portion(span, given.portion), confidence * PORTION
    if given.is_about:
        span, confidence = widened(span, frame, is_counted=counted), confidence * ROUGH
    recurs = all(part.cycle is not None for part in given.parts)
    return Meaning(span, round(confidence, 3), _is_vague(given, span), recurs)


def _is_vague(given: Phrase, span: Span) -> bool:
    """Whether people who say this mean more or less that time: early May, two weeks ago, a season."""
    if given.is_about or given.portion or span.grain in (Grain.SEASON, Grain.PART_OF_DAY):
        return True
    return any(part.is_vague or part.is_counted for part in given.parts)


def with_weekday(span: Span, weekday: int) -> Span:
    """Return the day in the nearest year in which it is this weekday, if that is near."""
    years = (unit(shift(span.start, Grain.YEAR, count), Grain.DAY) for count in NEAR_YEARS)
    return next((each for each in years if each.start.weekday() == weekday), span)


def _ordered(parts: Sequence[Part]) -> list[Part]:
    """Return the parts, coarse ones first; a weekday with a date is redundant."""
    has_date = any(part.level is Level.DAY for part in parts)
    kept = [part for part in parts if not (has_date and part.level is Level.WEEKDAY)]
    return sorted(kept, key=lambda part: part.level)


def bound_of(found: Sequence[Modifier]) -> Bound | None:
    """Return the bound among modifiers."""
    return next((each for each in found if isinstance(each, Bound)), None)
