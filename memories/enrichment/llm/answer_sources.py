"""The text that an answer is validated against, and the names and dates that it bears out."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import islice

from memories.enrichment.llm.prompt import Vocabulary
from memories.enrichment.llm.response import ProposedTime
from memories.schemas.inputs import EntityInput
from nlp.dates import TimeExpression
from nlp.mentions.extraction import is_bare_title
from nlp.mentions.times import AboutRange
from nlp.readers import LOCATION, ORGANIZATION, PERSON, Found
from nlp.text.sentences import is_owner

# A name next to letters of its own script is part of a word: Al in Alice, ラン in フランス.
LATIN, KATAKANA = re.compile(r"[A-Za-z0-9À-ɏ]"), re.compile(r"[ァ-ヶー]")
MAX_SPANS = 50
METHOD = "llm"
# Enough to create an entity without a proposal, and below the confidence of a rule.
NAME_CONFIDENCE = 0.75
LONGEST = 80
PROPER = frozenset({PERSON, ORGANIZATION, LOCATION})
# A model that is off by one day still means the time in the text.
NEAR = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)
DATE_CONFIDENCE = 0.65
MIDNIGHT = time()
FIRST_YEAR, LAST_YEAR = 2, 9990


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text; ``said_at`` is in its owner's zone, ``speaker`` is None for the owner.

    ``is_assistant``: an assistant speaks, whose first person claims nothing; ``is_order``: the text
    reads like an instruction and is not the owner's word, so that it claims nothing at all.
    """

    text: str
    said_at: datetime
    vocabulary: Vocabulary
    speaker: str | None = None
    mentions: Sequence[Found] = ()
    times: Sequence[TimeExpression] = ()
    is_assistant: bool = False
    is_order: bool = False

    def spans(self, words: str) -> Iterator[tuple[int, int]]:
        """Return the first spans at which the text contains these exact words as whole words."""
        return islice(self._all_spans(words), MAX_SPANS)

    def _all_spans(self, words: str) -> Iterator[tuple[int, int]]:
        at = self.text.find(words)
        while words and at >= 0:
            end = at + len(words)
            if not self._continues_word(at - 1, at) and not self._continues_word(end, end - 1):
                yield at, end
            at = self.text.find(words, end)

    def _continues_word(self, outside: int, inside: int) -> bool:
        if not 0 <= outside < len(self.text):
            return False
        pair = self.text[outside], self.text[inside]
        return any(all(letters.match(one) for one in pair) for letters in (LATIN, KATAKANA))


def valid_names(source: SourceText, given: list[EntityInput], dropped: Counter[str]) -> list[Found]:
    """Return every span of every valid name; count the others in ``dropped``."""
    taken = [(one.start, one.end) for one in source.mentions]
    taken += [(one.start_char, one.end_char) for one in source.times]
    kept: list[Found] = []
    for words, kind in sorted(
        _proposed_names(source, given, dropped), key=lambda pair: -len(pair[0])
    ):
        places = list(source.spans(words))
        if not places:
            dropped["not in the text"] += 1
        for start, end in places:
            if all(end <= first or last <= start for first, last in taken):
                taken.append((start, end))
                kept.append(Found(words, start, end, kind, NAME_CONFIDENCE, METHOD))
    return sorted(kept, key=lambda one: one.start)


def _proposed_names(
    source: SourceText, given: list[EntityInput], dropped: Counter[str]
) -> Iterator[tuple[str, str]]:
    """Yield each valid name once, with its type."""
    seen: set[str] = set()
    for entity in given:
        if entity.type not in source.vocabulary.entity_types:
            dropped["unknown type"] += 1
            continue
        for words in (entity.name.strip(), *(alias.strip() for alias in entity.aliases)):
            if words in seen:
                continue
            seen.add(words)
            if _is_name(words, entity.type):
                yield words, source.vocabulary.entity_type_ids.get(entity.type, entity.type)
            else:
                dropped["no name"] += 1


def _is_name(words: str, kind: str) -> bool:
    """Return whether words may be a name: not the owner, a sentence or a common noun."""
    if len(words) < 2 or len(words) > LONGEST or "\n" in words or is_owner(words):
        return False
    if kind == PERSON and is_bare_title(words):
        return False
    return kind not in PROPER or not (words.isascii() and words == words.lower())


@dataclass(frozen=True, slots=True)
class NamedTimes:
    """The times named in a text as (start, end), either may be None; ``said_at`` has the zone."""

    spans: Sequence[tuple[datetime | None, datetime | None]]
    said_at: datetime

    def confirmed(self, given: datetime | None) -> datetime | None:
        """Return a date in the owner's zone, or None if the text names no such time."""
        moment = self.aware(given)
        if moment is None or not any(_holds(span, moment) for span in self.spans):
            return None
        return moment

    def aware(self, given: datetime | None) -> datetime | None:
        """Return a date in the owner's zone; None if it is missing or outside the calendar."""
        # Dates near the limits of datetime leave no room for arithmetic.
        if given is None or not FIRST_YEAR <= given.year <= LAST_YEAR:
            return None
        try:
            zone = self.said_at.tzinfo
            return given.astimezone(zone) if given.tzinfo else given.replace(tzinfo=zone)
        except (OverflowError, ValueError):
            return None


def end_of_day(moment: datetime | None) -> datetime | None:
    """Return the last minute of the day for a date without a time."""
    if moment is None or moment.time() != MIDNIGHT:
        return moment
    return moment + timedelta(days=1) - ONE_MINUTE


def valid_times(
    source: SourceText, given: Sequence[ProposedTime], dropped: Counter[str]
) -> tuple[NamedTimes, AboutRange | None]:
    """Return the times of the rules and the answer, and the time that the text is about.

    A time of the answer is kept if its words are in the text and no rule covers them. The
    text is about it if it is the only time.
    """
    bare = NamedTimes((), source.said_at)
    spans = [(one.start, one.end) for one in source.times]
    added: list[AboutRange] = []
    for one in given:
        places = list(source.spans(one.surface.strip()))
        start, end = bare.aware(one.start), bare.aware(one.end)
        if not places or start is None or (end is not None and end <= start):
            dropped["no such time"] += 1
        elif all(_is_free(source, *place) for place in places):
            end = end or start + timedelta(days=1)
            spans.append((start, end))
            added.append(AboutRange(start, end, DATE_CONFIDENCE))
    about = added[0] if len(added) == 1 and not source.times else None
    return NamedTimes(spans, source.said_at), about


def _is_free(source: SourceText, start: int, end: int) -> bool:
    return all(end <= one.start_char or one.end_char <= start for one in source.times)


def _holds(span: tuple[datetime | None, datetime | None], moment: datetime) -> bool:
    start, end = span
    first, last = start or end, end or start
    return bool(first and last and first - NEAR <= moment <= last + NEAR)
