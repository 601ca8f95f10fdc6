"""Find the differences between two texts, and those that block treating them as one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from . import values
from .features import Features
from .statement import Blocker, Value, find_opposites

BLOCKER_OF = {"amount": Blocker.AMOUNT, "time": Blocker.TIME, "name": Blocker.NAME}
DAY_SECONDS = 86_400
# Events that happen once in a life: another date contradicts the first one.
ONCE = re.compile(
    r"\b(?:born|died|founded|graduated)\b|生まれ|設立|創業|創立|亡くな|死去|卒業|入社した",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A value of one text, and the value in its place in the other text."""

    blocker: Blocker
    one: Value
    other: Value

    @property
    def reason(self) -> str:
        """Return the difference in few words: 30 people → 40 people."""
        return f"{self.one.words} → {self.other.words}"


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences between two texts.

    ``replaced``: values of one kind that differ. ``only_one``, ``only_other``: values of one text
    without a counterpart in the other.
    """

    replaced: tuple[Replaced, ...]
    only_one: tuple[Value, ...]
    only_other: tuple[Value, ...]
    flipped: tuple[str, ...]
    opposed: tuple[str, str] | None
    blockers: frozenset[Blocker]
    reasons: tuple[str, ...]


def find_differences(one: Features, other: Features) -> Differences:
    """Compare the features of two texts, the older text first."""
    alone, other_alone = _unmatched(one, other), _unmatched(other, one)
    replaced, only_one, only_other = _paired(alone, other_alone)
    flipped = _flipped(one, other)
    against = find_opposites(one.all_words, other.all_words)
    blockers = {each.blocker for each in replaced}
    reasons = [each.reason for each in replaced]
    if flipped or (one.tokens.denials == 0) != (other.tokens.denials == 0):
        blockers.add(Blocker.NEGATION)
        reasons += [
            f"{word} → not {word}" if word in other.denied else f"not {word} → {word}"
            for word in flipped
        ]
    if against:
        blockers.add(Blocker.OPPOSITE)
        reasons.append(f"{against[0]} → {against[1]}")
    blockers |= frozenset(_of_the_whole(one, other))
    return Differences(
        tuple(replaced), tuple(only_one), tuple(only_other), flipped, against,
        frozenset(blockers), tuple(dict.fromkeys(reasons)),
    )  # fmt: skip


def _unmatched(one: Features, other: Features) -> list[Value]:
    """Return the values of a text that the other text lacks."""
    is_at_once = _seconds_between(one, other) < DAY_SECONDS / 2
    return [
        fact
        for fact in one.values
        if not any(_same(fact, each, is_at_once=is_at_once) for each in other.values)
        and not (fact.sort == "name" and fact.key in other.words)
    ]


def _same(fact: Value, other: Value, *, is_at_once: bool = False) -> bool:
    """Whether two values are equal; equal time words are, if both texts were saved at once."""
    if _kind(fact) == _kind(other) == "time":
        if is_at_once and fact.words == other.words:
            return True
        return values.agree(fact.key, other.key)
    return fact.key == other.key


def _paired(
    alone: list[Value], other_alone: list[Value]
) -> tuple[list[Replaced], list[Value], list[Value]]:
    """Pair values that replace each other: first those with the same unit, then those of a kind."""
    replaced: list[Replaced] = []
    for of_sort in (_sort, _kind):
        for fact in list(alone):
            match = next((each for each in other_alone if of_sort(each) == of_sort(fact)), None)
            if match is not None:
                alone.remove(fact)
                other_alone.remove(match)
                replaced.append(Replaced(BLOCKER_OF[_kind(fact)], fact, match))
    return replaced, alone, other_alone


def _sort(fact: Value) -> str:
    return fact.sort


def _kind(fact: Value) -> str:
    """Return ``amount``, ``time`` or ``name``, whatever the unit."""
    return fact.sort.split()[0]


def _flipped(one: Features, other: Features) -> tuple[str, ...]:
    """Return the shared words that only one text denies."""
    shared = one.words & other.words
    return tuple(sorted((one.denied ^ other.denied) & shared))


def _of_the_whole(one: Features, other: Features) -> Iterable[Blocker]:
    if (
        one.tokens.is_question != other.tokens.is_question
        or one.tokens.is_hedged != other.tokens.is_hedged
    ):
        yield Blocker.MODALITY
    if one.markers != other.markers:
        yield Blocker.CHANGE
    if one.needs_context or other.needs_context:
        yield Blocker.CONTEXT
    if one.statement.speaker != other.statement.speaker and (one.is_personal or other.is_personal):
        yield Blocker.SUBJECT
    if are_occasions(one, other):
        yield Blocker.OCCASION
    if _about_other_times(one, other):
        yield Blocker.TIME


def are_occasions(one: Features, other: Features) -> bool:
    """Whether both texts describe events, at times that may differ."""
    events = [each.statement.is_event or each.tokens.is_past for each in (one, other)]
    if not all(events) or ONCE.search(one.text) or ONCE.search(other.text):
        return False
    dates = [[fact for fact in each.values if _kind(fact) == "time"] for each in (one, other)]
    if all(dates):
        return not any(_same(fact, each) for fact in dates[0] for each in dates[1])
    return _seconds_between(one, other) > DAY_SECONDS / 2


def _seconds_between(one: Features, other: Features) -> float:
    return abs((one.statement.said_at - other.statement.said_at).total_seconds())


def _about_other_times(one: Features, other: Features) -> bool:
    first, second = one.statement.about, other.statement.about
    return bool(first and second and (first[1] < second[0] or second[1] < first[0]))
