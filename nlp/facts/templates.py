"""Rules that a relation type brings along: sentences with {subject} and {object} in them.

``extraction_rules`` of a type holds such sentences, e.g. ``"{subject} mentors {object}"`` or
``"{subject}は{object}の師匠"``. They are words, not patterns: nothing else in them is special.
"""

import re
from collections.abc import Iterable, Mapping

from .masking import ORGANIZATION, PERSON, PLACE, THING
from .rules import NAMED, Rule

LONGEST = 200
SLOTS = {"{subject}": "s", "{object}": "o"}
ANYTHING = PERSON + ORGANIZATION + PLACE + THING
# A form of address may follow a name: 田中さんは…
ADDRESS = r"(?:さん|さま|様|氏|くん|君|ちゃん|先生|部長|課長)?"
SURE = 0.85


def rules_of(sentences: Mapping[str, Iterable[object]]) -> list[Rule]:
    """Return the rules that relation types declare: their sentences by predicate.

    What is no sentence with both places is left out: a person may be editing it.
    """
    found = (
        rule_of(predicate, text)
        for predicate, texts in sentences.items()
        for text in texts
        if isinstance(text, str)
    )
    return [rule for rule in found if rule is not None]


def rule_of(predicate: str, sentence: str) -> Rule | None:
    """Return the rule of one sentence; None where it lacks a place, or is too long."""
    is_whole = all(sentence.count(slot) == 1 for slot in SLOTS)
    if not is_whole or len(sentence) > LONGEST:
        return None
    pattern = re.escape(sentence.strip())
    for slot, group in SLOTS.items():
        pattern = pattern.replace(re.escape(slot), f"(?P<{group}>{NAMED}){ADDRESS}")
    return Rule(predicate, re.compile(pattern), subjects=ANYTHING, confidence=SURE)
