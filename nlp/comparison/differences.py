"""Where two texts differ in what must not differ, and in what may."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from . import times
from .facts import Fact
from .features import Reading
from .opposites import opposed
from .statement import Guard

GUARD_OF = {"amount": Guard.AMOUNT, "time": Guard.TIME, "name": Guard.NAME}
DAY_SECONDS = 86_400
# What happens once to anybody: another date contradicts it.
ONCE = re.compile(
    r"\b(?:born|died|founded|graduated)\b|生まれ|設立|創業|創立|亡くな|死去|卒業|入社した",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A value of one text that another one takes the place of."""

    guard: Guard
    one: Fact
    other: Fact

    @property
    def reason(self) -> str:
        """What differs, in few words: 30 people → 40 people."""
        return f"{self.one.words} → {self.other.words}"


@dataclass(frozen=True, slots=True)
class Differences:
    """Two texts beside each other.

    ``replaced``: values of a kind that both have and that differ. ``only_one``, ``only_other``:
    values that one of them has, with nothing in their place.
    """

    replaced: tuple[Replaced, ...]
    only_one: tuple[Fact, ...]
    only_other: tuple[Fact, ...]
    flipped: tuple[str, ...]
    opposed: tuple[str, str] | None
    guards: frozenset[Guard]
    reasons: tuple[str, ...]


def differences(one: Reading, other: Reading) -> Differences:
    """Compare two readings, the older one first."""
    alone, beside = _unmatched(one, other), _unmatched(other, one)
    replaced, only_one, only_other = _paired(alone, beside)
    flipped = _flipped(one, other)
    against = opposed(one.all_words, other.all_words)
    guards = {each.guard for each in replaced}
    reasons = [each.reason for each in replaced]
    if flipped or (one.tokens.denials == 0) != (other.tokens.denials == 0):
        guards.add(Guard.NEGATION)
        reasons += [
            f"{word} → not {word}" if word in other.denied else f"not {word} → {word}"
            for word in flipped
        ]
    if against:
        guards.add(Guard.OPPOSITE)
        reasons.append(f"{against[0]} → {against[1]}")
    guards |= frozenset(_of_the_whole(one, other))
    return Differences(
        tuple(replaced), tuple(only_one), tuple(only_other), flipped, against,
        frozenset(guards), tuple(dict.fromkeys(reasons)),
    )  # fmt: skip


def _unmatched(one: Reading, other: Reading) -> list[Fact]:
    """Return the values of a text that the other one does not have."""
    is_at_once = _seconds_between(one, other) < DAY_SECONDS / 2
    return [
        fact
        for fact in one.values
        if not any(_same(fact, each, is_at_once=is_at_once) for each in other.values)
        and not (fact.sort == "name" and fact.key in other.words)
    ]


def _same(fact: Fact, other: Fact, *, is_at_once: bool = False) -> bool:
    """Whether two values are one; the same word of time is, where both were said at once."""
    if _kind(fact) == _kind(other) == "time":
        if is_at_once and fact.words == other.words:
            return True
        return times.agree(fact.key, other.key)
    return fact.key == other.key


def _paired(alone: list[Fact], beside: list[Fact]) -> tuple[list[Replaced], list[Fact], list[Fact]]:
    """Put values of the same sort into each other's place: first with the same unit, then of a kind."""
    replaced: list[Replaced] = []
    for of_sort in (_sort, _kind):
        for fact in list(alone):
            match = next((each for each in beside if of_sort(each) == of_sort(fact)), None)
            if match is not None:
                alone.remove(fact)
                beside.remove(match)
                replaced.append(Replaced(GUARD_OF[_kind(fact)], fact, match))
    return replaced, alone, beside


def _sort(fact: Fact) -> str:
    return fact.sort


def _kind(fact: Fact) -> str:
    """Return amount, time or name, whatever the unit."""
    return fact.sort.split()[0]


def _flipped(one: Reading, other: Reading) -> tuple[str, ...]:
    """Return the words that both have and only one denies."""
    shared = one.words & other.words
    return tuple(sorted((one.denied ^ other.denied) & shared))


def _of_the_whole(one: Reading, other: Reading) -> Iterable[Guard]:
    if (
        one.tokens.is_question != other.tokens.is_question
        or one.tokens.is_hedged != other.tokens.is_hedged
    ):
        yield Guard.MODALITY
    if one.markers != other.markers:
        yield Guard.CHANGE
    if one.is_leaning or other.is_leaning:
        yield Guard.CONTEXT
    if one.said.speaker != other.said.speaker and (one.is_personal or other.is_personal):
        yield Guard.SUBJECT
    if are_occasions(one, other):
        yield Guard.OCCASION
    if _about_other_times(one, other):
        yield Guard.TIME


def are_occasions(one: Reading, other: Reading) -> bool:
    """Whether both tell of something that happened, at times that need not be one."""
    events = [each.said.is_event or each.tokens.is_past for each in (one, other)]
    if not all(events) or ONCE.search(one.text) or ONCE.search(other.text):
        return False
    dates = [[fact for fact in each.values if _kind(fact) == "time"] for each in (one, other)]
    if all(dates):
        return not any(_same(fact, each) for fact in dates[0] for each in dates[1])
    return _seconds_between(one, other) > DAY_SECONDS / 2


def _seconds_between(one: Reading, other: Reading) -> float:
    return abs((one.said.said_at - other.said.said_at).total_seconds())


def _about_other_times(one: Reading, other: Reading) -> bool:
    first, second = one.said.about, other.said.about
    return bool(first and second and (first[1] < second[0] or second[1] < first[0]))
