"""Choose between the rules that match the same words of a sentence."""

import re
from collections.abc import Sequence

from nlp.facts.claim_text import ClaimText
from nlp.facts.rules import Rule
from nlp.facts.sentences import Sentence
from nlp.facts.subjects import Match
from nlp.predicates import TASTES

from .fits import fits


def matches(reading: ClaimText, sentence: Sentence, rules: Sequence[Rule]) -> list[list[Match]]:
    """Return the matches of rules in a sentence, in order.

    Of two that overlap and say the same kind of thing, the earlier rule's counts; the other one
    stands behind it, and counts if the first is about nobody who is known. Rules for what is known
    compete with each other only.
    """
    kept: list[list[Match]] = []
    for rule in rules:
        for found in rule.pattern.finditer(sentence.text):
            rivals = [one for one in kept if _are_rivals((found, rule), one[0])]
            if (not rivals or _may_stand_in(rule, rivals)) and fits(reading, sentence, found, rule):
                (rivals[0] if rivals else _new(kept)).append((found, rule))
    return sorted(kept, key=lambda readings: readings[0][0].start())


def _new(kept: list[list[Match]]) -> list[Match]:
    kept.append([])
    return kept[-1]


def _are_rivals(one: Match, other: Match) -> bool:
    (found, rule), (taken, known) = one, other
    if found.start() >= taken.end() or taken.start() >= found.end():
        return False
    is_same_kind = _kind_of(known) == _kind_of(rule)
    return known.is_of_known is rule.is_of_known and (
        is_same_kind or (not rule.is_of_known and _is_same_value(found, taken))
    )


def _may_stand_in(rule: Rule, rivals: Sequence[Sequence[Match]]) -> bool:
    """Return whether a rule reads what one other reads too, so that it may take its place."""
    first = rivals[0][0][1]
    return len(rivals) == 1 and not rule.is_of_known and first.predicate == rule.predicate


def _kind_of(rule: Rule) -> str:
    return "taste" if rule.predicate in TASTES else rule.predicate


def _is_same_value(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.span("o") == other.span("o")
