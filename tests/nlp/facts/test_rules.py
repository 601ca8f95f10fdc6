"""What each of the rules for facts has to name."""

from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from nlp.facts import english, japanese

RULES = (*english.RULES, *japanese.RULES)
REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)


def always_names(parts: Any, group: int) -> bool:
    """Return whether all that a parsed pattern matches has something in a group."""
    return any(_names(kind, value, group) for kind, value in parts)


def _names(kind: Any, value: Any, group: int) -> bool:
    if kind is _constants.SUBPATTERN:
        return bool(value[0] == group) or always_names(value[3], group)
    if kind in REPEATS:
        return value[0] > 0 and always_names(value[2], group)
    if kind is _constants.BRANCH:
        return all(always_names(branch, group) for branch in value[1])
    if kind is _constants.ASSERT:
        return always_names(value[1], group)
    return kind is _constants.ATOMIC_GROUP and always_names(value, group)


def test_a_rule_names_its_object_whatever_it_matches() -> None:
    faults = [
        (rule.predicate, rule.source)
        for rule in RULES
        if not always_names(_parser.parse(rule.source), rule.pattern.groupindex["o"])
    ]
    assert len(RULES) > 1_000 and not faults
