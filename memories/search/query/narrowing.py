"""Decide which time a query is limited to, and whether it asks about the past."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memories.schemas import SearchFilters, Validity
from nlp.dates import Grain, Tense, TimeExpression
from nlp.text.sentences import word_set
from nlp.text.tokens import fold

# A longer query is a text, in which a time is one of many things.
LONGEST_QUERY = 300
LONGEST_REST = 60
LEAST_CONFIDENCE = 0.5
# A weekday or a date is one day, even of a verb in the present: "what do I have on Friday".
DAYS = (Grain.DAY, Grain.WEEK)
# 『あしたのジョー』 is no time.
TITLE = re.compile(r"『[^』]{1,80}』|“[^”]{1,80}”|\"[^\"]{1,80}\"")
WITHIN_DAY = (Grain.MINUTE, Grain.HOUR, Grain.PART_OF_DAY)
# Beyond the ends of a vague time: half of its length, between these bounds.
LEAST_EDGE, LEAST_EDGE_WITHIN_DAY, MOST_EDGE = (
    timedelta(days=1),
    timedelta(hours=1),
    timedelta(days=31),
)
# How much less a memory at the edge counts.
EDGE_CONFIDENCE = 0.5
# Filters that say which time is meant; then the query does not.
TIME_FILTERS = (
    "created_after", "created_before", "recorded_after", "recorded_before", "about_after", "about_before",
    "held_at", "known_at", "as_of",
)  # fmt: skip
# Nobody knows how far back these go: what lies in their time is preferred, and nothing is left out.
LOOSE = re.compile(
    r"(?<![a-z])(?:recent(?:ly)?|lately|of late|latest|these days|nowadays|the other (?:day|week)"
    r"|a while (?:ago|back))(?![a-z])"
    r"|最近|この頃|このごろ|近頃|近ごろ|このところ|ここのところ|この前|この間|このあいだ|こないだ|先日|先頃|しばらく前",
    re.IGNORECASE,
)
# What is left of a query that asks for nothing but what was at a time.
EMPTY_WORDS = word_set(
    "a about all an and any anything been can could did diary discuss discussed do does doing done else entries"
    " events everything for from give go goes going happen happened happening happens has have how i in into is"
    " it journal list log me memories memory mention mentioned my new note noted notes of off on our overview"
    " please recap recapitulate record recorded records remember remembered remind review said save saved say"
    " show some something stuff summaries summarise summarize summary talk talked tell that the there thing"
    " things to up us was we went were what what's whats write wrote you your"
)
EMPTY_PHRASES = re.compile(
    r"(?:(?:私|僕|俺|わたし|自分|うち|何|なに|なん|どう|どんな|こと|もの|出来事|できごと|話|記憶|記録|めも|日記|まとめて?|一覧"
    r"|全部|すべて|全て|要約|振り返り|ふりかえり|様子|感じ|思い出|教えて|見せて|出して|ください|下さい|起きて(?:い?た)?|起き(?:た|ました)"
    r"|起こ(?:った|りました)|あ(?:った|る|りました|ります|り)|し(?:てい?(?:た|ました|る)|ました|ます|た|て)|する"
    r"|や(?:ってい?(?:た|ました)|った|りました)|話(?:した|しました)|言(?:った|いました)|過ごし(?:た|ました)|だった|でした|です|だ"
    r"|っけ|たち|って|[のはがをにもでとかねよな、])){1,20}+"
)
SIGNS = re.compile(r"[\s?!.,;:？！。、…]+")
OF_THE_PAST = re.compile(
    r"(?<![a-z])(?:used to|previous(?:ly)?|former(?:ly)?|in the past|back then|back when|at that time"
    r"|at the time|no longer|not any ?more|originally"
    r"|old(?: [a-z]+)? (?:address|job|name|number|phone|employer|plan)"
    r"|before (?:that|this|the change|it changed|(?:i|we|he|she|they) (?:moved|changed|switched|left))"
    r"|history of)(?![a-z])"
    r"|以前|(?<![名駅店手戸目直])前は|(?<![駅店年月週日分間以目直手戸])前に(?!進)|昔|かつて|元々|もともと|当時|あの頃|あのころ|その頃|旧(?![正友暦])|元の|これまで|今まで|変更前|変える前|過去"
    r"|だった頃|ていた頃|履歴|経緯"
)


@dataclass(frozen=True, slots=True)
class AskedRange:
    """A half-open time that a query names in ``words``; an open end is None.

    ``is_soft``: its ends are not sharp. ``is_loose``: it is only preferred ("recently").
    """

    words: str
    start: datetime | None
    end: datetime | None
    is_soft: bool
    edge: timedelta
    is_loose: bool = False

    def holds(self, other: "AskedRange") -> bool:
        """Whether ``other`` lies within this range."""
        begins = self.start is None or (other.start is not None and self.start <= other.start)
        ends = self.end is None or (other.end is not None and other.end <= self.end)
        return begins and ends

    def has(self, moment: datetime) -> bool:
        """Whether a moment lies within this range or at its edges."""
        begins = self.start is None or self.start - self.edge <= moment
        return begins and (self.end is None or moment < self.end + self.edge)

    def touches(self, start: datetime | None, end: datetime | None) -> bool:
        """Whether a half-open time overlaps this range with its edges; None is open."""
        begins = start is None or self.end is None or start < self.end + self.edge
        ends = end is None or self.start is None or end > self.start - self.edge
        return begins and ends


def asked_ranges(
    query: str, times: Sequence[TimeExpression], filters: SearchFilters
) -> tuple[AskedRange, ...]:
    """Return the times that a search is limited to: those of the query, unless filters say which.

    Of "last year in May", where one holds the other, only the shorter counts.
    """
    if len(query) > LONGEST_QUERY or names_a_time(filters):
        return ()
    titles = [title.span() for title in TITLE.finditer(query)]
    ranges = [
        _range(time)
        for time in times
        if _narrows(time) and not any(a <= time.start_char < b for a, b in titles)
    ]
    return tuple(
        one
        for one in ranges
        if not any(
            one is not other and one.holds(other) and not other.holds(one) for other in ranges
        )
    )


def names_a_time(filters: SearchFilters) -> bool:
    """Whether a filter says which time is meant."""
    return any(getattr(filters, name) is not None for name in TIME_FILTERS)


def _narrows(time: TimeExpression) -> bool:
    if time.confidence < LEAST_CONFIDENCE:
        return False
    if not time.is_recurring or time.grain in DAYS:
        return True
    # "In the morning" is said of every day, "this morning" of one.
    if time.grain in WITHIN_DAY:
        return False
    if time.tense is None:
        return time.grain is not Grain.SEASON
    # Of every June: "what blooms in June".
    return time.tense in (Tense.PAST, Tense.FUTURE)


def _range(time: TimeExpression) -> AskedRange:
    words = time.text.strip()
    is_loose = LOOSE.search(words) is not None
    return AskedRange(words, time.start, time.end, time.is_vague, _edge(time), is_loose)


def _edge(time: TimeExpression) -> timedelta:
    if not time.is_vague:
        return timedelta()
    least = LEAST_EDGE_WITHIN_DAY if time.grain in WITHIN_DAY else LEAST_EDGE
    if time.start is None or time.end is None:
        return least
    return min(MOST_EDGE, max(least, (time.end - time.start) / 2))


def asks_nothing_else(rest: str) -> bool:
    """Whether the rest of a query only asks what there was: "what happened", 何した?."""
    words = SIGNS.sub(" ", fold(rest)).strip()
    if not words:
        return True
    if len(words) > LONGEST_REST:
        return False
    if words.isascii():
        return all(word in EMPTY_WORDS for word in words.replace("’", "'").split())
    return EMPTY_PHRASES.fullmatch(words.replace(" ", "")) is not None


def asks_about_past(
    query: str, ranges: Sequence[AskedRange], filters: SearchFilters, now: datetime
) -> bool:
    """Whether a search wants what was, not what is: "used to", 以前, or a time that is over."""
    looks_back = (filters.held_at, filters.known_at, filters.as_of)
    if any(looks_back) or filters.validity in (Validity.SUPERSEDED, Validity.ANY):
        return True
    if ranges and all(one.end is not None and one.end <= now for one in ranges):
        return True
    return len(query) <= LONGEST_QUERY and OF_THE_PAST.search(fold(query)) is not None
