"""Find time expressions in Japanese and English text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from nlp.text.tokens import has_japanese

from . import rules as numeric
from .english import rules as english
from .habits import is_habit
from .japanese import rules as japanese
from .modifiers import Bound, Portion, bounded
from .parts import Frame, Level, Part, Pick, joined_span
from .phrases import (
    Meaning,
    Phrase,
    bound_of,
    build_phrase,
    group_chunks,
    interpret,
    leading,
    trailing,
)
from .rules import Chunk, before, find_chunks, fold
from .spans import Span, Tense, TimeExpression, wall, zoned
from .tense import context_of, pick_of, pick_of_question, tense_of

LATIN_RULES = numeric.RULES + english.RULES

BETWEEN = re.compile(r"(?<![a-z])between (?:the )?$")
FROM = re.compile(r"(?<![a-z])(?:from|between) (?:the )?$")
TO = re.compile(r"[ ]?(?:から|より|~|ー|-)[ 、]?| (?:to|until|till|through|thru) (?:the )?")
LIST = re.compile(r" ?(?:[と、・,&]|や|(?<= )and|(?<= )or) ?(?:the )?")
AND = re.compile(r" and (?:the )?")
CLOSING = re.compile(r"(?:までの間|までに?|にかけて|の間に?)")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its folded form, and how its times are read."""

    text: str
    folded: str
    now: datetime
    is_past: bool
    with_habits: bool
    is_question: bool = False

    def frame(self, tense: Tense | None = None, bound: Bound | None = None) -> Frame:
        """Return the point from which the times of a clause are placed."""
        pick = Pick.PAST if self.is_past else pick_of(tense, bound)
        if self.is_question:
            pick = pick_of_question(tense)
        return Frame(self.now, wall(self.now), pick)


def find(
    text: str,
    *,
    now: datetime,
    is_past: bool = True,
    with_habits: bool = True,
    is_question: bool = False,
) -> list[TimeExpression]:
    """Return the time expressions of ``text``, in order; none overlap.

    "Yesterday" counts from ``now``; results are in its zone. If the words leave the year or
    week open ("in May", 月曜に), ``is_past`` takes the latest time that has begun; else the
    tense of the clause decides, and without a tense the nearest time. ``with_habits``: also
    return what recurs ("I usually swim on Monday") as its nearest time. ``is_question``: a question
    to a memory, which is about the past unless it says otherwise ("what is planned for Friday").

    Weeks begin on Monday, seasons are those of the Northern hemisphere by whole months,
    quarters those of the calendar year unless a fiscal one (年度) is named.

    Raises:
        ValueError: ``now`` has no zone.
    """
    if now.tzinfo is None:
        raise ValueError("now must have a zone")
    folded = fold(text)
    rules = LATIN_RULES + japanese.RULES if has_japanese(folded) else LATIN_RULES
    chunks = find_chunks(rules, text, folded)
    if not chunks:
        return []
    reading = Reading(text, folded, now, is_past, with_habits, is_question)
    frame = reading.frame()
    runs = group_chunks(chunks, folded)
    phrases = _listed([each for run in runs for each in _settled(run, frame, folded)], folded)
    found: list[TimeExpression] = []
    at = 0
    while at < len(phrases):
        earliest = found[-1].end_char if found else 0
        one = _range(phrases[at : at + 2], reading, earliest)
        at += 2 if one else 1
        if one := one or _single(phrases[at - 1], reading, earliest):
            found.append(one)
    return found


def _settled(run: Sequence[Chunk], frame: Frame, folded: str) -> Iterator[Phrase]:
    """Yield the phrases of a run, each with as many chunks as fit together."""
    while run:
        size = len(run)
        while size > 1 and _placed(build_phrase(run[:size], folded), frame) is None:
            size -= 1
        yield build_phrase(run[:size], folded)
        run = run[size:]


def _listed(phrases: Sequence[Phrase], folded: str) -> list[Phrase]:
    """Return the phrases; in 来週の火曜と木曜, both days are of the week that the first one names."""
    listed: list[Phrase] = []
    for given in phrases:
        other = listed[-1] if listed else None
        if other and LIST.fullmatch(folded[other.end : given.start]) and _is_alike(given, other):
            given = replace(given, parts=_with_coarser(given, other))
        listed.append(given)
    return listed


def _is_alike(given: Phrase, other: Phrase) -> bool:
    """Whether a phrase is one weekday, day or month, and another one ends with the same."""
    levels = [part.level for part in given.parts]
    is_listed = levels in ([Level.WEEKDAY], [Level.DAY], [Level.MONTH])
    return is_listed and [part.level for part in other.parts][-1:] == levels


def _placed(given: Phrase, frame: Frame, parts: Sequence[Part] | None = None) -> Meaning | None:
    try:
        return interpret(given, frame, parts)
    except (ValueError, OverflowError):
        return None


def _single(given: Phrase, reading: Reading, earliest: int) -> TimeExpression | None:
    """Return the expression of one phrase, with its bound (since, before)."""
    if not given.is_certain:
        return None
    folded = reading.folded
    start, ahead = leading(folded, given.start, (Bound,))
    end, behind = trailing(folded, given.end, (Bound,))
    bound = bound_of([*ahead, *behind])
    if bound is Bound.BEFORE and given.portion is Portion.END:
        # Who has time before the end of May has all of May.
        bound = Bound.UNTIL
    around = context_of(folded, given.start, end)
    tense = tense_of(around)
    words = folded[given.start : given.end]
    if not reading.with_habits and is_habit(given, words, around, tense, is_bound=bool(bound)):
        return None
    frame = reading.frame(tense, bound)
    meant = _placed(given, frame)
    place = (max(start, earliest), end)
    return _expression(reading.text, place, meant, bound, frame, tense) if meant else None


def _range(pair: Sequence[Phrase], reading: Reading, earliest: int) -> TimeExpression | None:
    """Return the expression of two phrases joined by "to" or から; None if they are not joined."""
    if len(pair) < 2 or not (pair[0].is_certain or pair[1].is_certain):
        return None
    first, last = pair
    folded = reading.folded
    between = folded[first.end : last.start]
    words = before(folded, first.start)
    if not (TO.fullmatch(between) or (AND.fullmatch(between) and BETWEEN.search(words))):
        return None
    tense = tense_of(context_of(folded, first.start, last.end))
    frame = reading.frame(tense)
    meant = _between(first, last, frame)
    if meant is None:
        return None
    opening = FROM.search(words)
    closing = CLOSING.match(folded, last.end)
    start = first.start - len(opening.group()) if opening else first.start
    end = closing.end() if closing else last.end
    return _expression(reading.text, (max(start, earliest), end), meant, None, frame, tense)


def _between(first: Phrase, last: Phrase, frame: Frame) -> Meaning | None:
    """Return the time from one phrase to another; each takes its year or day from the other."""
    ends = (_with_coarser(first, last), _with_coarser(last, first))
    confidence: list[float] = []
    vague: list[bool] = []

    def place(given: Phrase, parts: tuple[Part, ...], at: Frame) -> Span | None:
        meant = _placed(given, at, parts)
        confidence.append(meant.confidence if meant else 0.0)
        vague.append(meant is not None and meant.is_vague)
        return meant.span if meant else None

    span = joined_span(
        frame, lambda at: place(first, ends[0], at), lambda at: place(last, ends[1], at)
    )
    return Meaning(span, min(confidence), is_vague=any(vague)) if span else None


def _with_coarser(given: Phrase, other: Phrase) -> tuple[Part, ...]:
    """Return the parts of a phrase, with the coarser parts of the other phrase."""
    top = min((part.level for part in given.parts), default=None)
    if top is None:
        return other.parts
    # 24 December to 3 January: each has a month of its own.
    own = {held.level for part in given.parts for held in part.holds}
    named = [part for each in other.parts for part in (*each.holds, each)]
    lent = [part for part in named if part.level < top and part.level not in own]
    return (*lent, *given.parts)


def _expression(
    text: str,
    place: tuple[int, int],
    meant: Meaning,
    bound: Bound | None,
    frame: Frame,
    tense: Tense | None,
) -> TimeExpression | None:
    """Return the expression with zoned ends; None if the zone leaves an empty range."""
    start_char, end_char = place
    zone = frame.now.tzinfo
    try:
        assert zone is not None
        start, end = (at and zoned(at, zone) for at in bounded(meant.span, bound))
        is_empty = bool(start and end and start.astimezone(UTC) >= end.astimezone(UTC))
    except (ValueError, OverflowError):
        return None
    if is_empty:
        return None
    return TimeExpression(
        start_char,
        end_char,
        text[start_char:end_char],
        start,
        end,
        meant.confidence,
        meant.span.grain,
        meant.is_vague,
        meant.is_recurring,
        tense,
    )
