"""Validate attributes of entities by the rules of their type and its parents.

``required_attributes`` lists names that must be present. ``validation_rules`` holds, by name of an
attribute, any of

- ``type``: ``string``, ``number``, ``integer``, ``boolean``, ``date`` (``2026-03-04``) or ``list``;
- ``pattern``: a regular expression that the whole of a string matches;
- ``min``, ``max``: the bounds of a number or a date; of a string its characters, of a list its items;
- ``choices``: the values that are allowed.

A type keeps the rules of its parents, and may set its own for the same attribute instead.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Problem
from entities.models import EntityType

KEYS = frozenset({"type", "pattern", "min", "max", "choices"})
Rules = Mapping[str, Any]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(date.fromisoformat(value))
    except ValueError:
        return False


TYPES: Mapping[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "date": _is_date,
    "list": lambda value: isinstance(value, list),
}


def attribute_problems(type_name: str, attributes: Mapping[str, Any]) -> list[Problem]:
    """Return the violations of the rules of a type, each at ``attributes.<name>``."""
    required, rules = rules_of(type_name)
    missing = [
        _problem(name, "required", "this type needs it")
        for name in required
        if attributes.get(name) in (None, "", [], {})
    ]
    told = {problem.field for problem in missing}
    found = [
        problem
        for name, rule in rules.items()
        if attributes.get(name) is not None
        and (problem := value_problem(name, attributes[name], rule))
        and problem.field not in told
    ]
    return [*missing, *found]


def rules_of(type_name: str) -> tuple[list[str], dict[str, Rules]]:
    """Return the required names and the rules by name, of a type and its parents."""
    required: dict[str, None] = {}
    rules: dict[str, Rules] = {}
    for kind in reversed(lineage(type_name)):
        required |= dict.fromkeys(kind.required_attributes)
        rules |= kind.validation_rules
    return list(required), rules


def lineage(type_name: str) -> list[EntityType]:
    """Return a type and its ancestors; a cycle is followed once."""
    known = EntityType.objects.in_bulk()
    found: dict[str, EntityType] = {}
    at: str | None = type_name
    while at is not None and at in known and at not in found:
        found[at] = known[at]
        at = known[at].parent_type_id
    return list(found.values())


def value_problem(name: str, value: Any, rule: Rules) -> Problem | None:
    """Return the first problem of one attribute; None for a valid value."""
    wanted = rule.get("type", "")
    if wanted and not TYPES[wanted](value):
        return _problem(name, "wrong_type", f"expected: {wanted}")
    pattern = rule.get("pattern")
    if pattern and not (isinstance(value, str) and re.fullmatch(pattern, value)):
        return _problem(name, "pattern", f"it has to match {pattern}")
    if "choices" in rule and value not in rule["choices"]:
        known = ", ".join(str(choice) for choice in rule["choices"])
        return _problem(name, "not_a_choice", f"one of: {known}")
    return _out_of_bounds(name, value, rule)


def _out_of_bounds(name: str, value: Any, rule: Rules) -> Problem | None:
    size = _size(value, rule.get("type") == "date")
    if size is None:
        return None
    low, high = rule.get("min"), rule.get("max")
    if low is not None and size < low:
        return _problem(name, "too_small", f"at least {low}")
    if high is not None and size > high:
        return _problem(name, "too_large", f"at most {high}")
    return None


def _size(value: Any, is_date: bool) -> Any:
    if _is_number(value) or is_date:
        return value
    return len(value) if isinstance(value, str | list) else None


def definition_problems(required: Any, rules: Any) -> list[Problem]:
    """Return the problems of a definition, at ``required_attributes`` or ``validation_rules``."""
    problems = []
    if not isinstance(required, list) or not all(isinstance(n, str) and n for n in required):
        problems.append(
            Problem("required_attributes", "not_names", _("a list of names is expected"))
        )
    if not isinstance(rules, dict):
        return [*problems, Problem("validation_rules", "not_rules", _("an object is expected"))]
    found = (_rule_problem(name, rule) for name, rule in rules.items())
    texts = [text for text in found if text]
    return [*problems, *(Problem("validation_rules", "not_a_rule", text) for text in texts)]


def _rule_problem(name: str, rule: Any) -> str:
    if not isinstance(rule, dict):
        return f"{name}: an object is expected"
    if unknown := sorted(set(rule) - KEYS):
        return f"{name}: {', '.join(unknown)} is not known; known: {', '.join(sorted(KEYS))}"
    if rule.get("type", "string") not in TYPES:
        return f"{name}: type is one of {', '.join(TYPES)}"
    if not isinstance(rule.get("choices", []), list):
        return f"{name}: choices is a list"
    return _pattern_problem(name, rule) or _bounds_problem(name, rule)


def _pattern_problem(name: str, rule: Rules) -> str:
    try:
        re.compile(rule.get("pattern", ""))
    except (re.error, TypeError) as error:
        return f"{name}: pattern: {error}"
    return ""


def _bounds_problem(name: str, rule: Rules) -> str:
    is_bound = _is_date if rule.get("type") == "date" else _is_number
    bounds: Sequence[Any] = [rule[key] for key in ("min", "max") if key in rule]
    if not all(is_bound(bound) for bound in bounds):
        return f"{name}: min and max are {'dates' if rule.get('type') == 'date' else 'numbers'}"
    if len(bounds) == 2 and bounds[0] > bounds[1]:
        return f"{name}: min is above max"
    return ""


def _problem(name: str, code: str, text: str) -> Problem:
    return Problem(f"attributes.{name}", code, text)
