"""How the rules of the core report what they find."""

import re

from nlp.types import Found

METHOD = "rules"


def found(text: str, start: int, end: int, type_name: str, confidence: float, why: str) -> Found:
    """Return a finding; ``why`` is the kind of rule, such as ``title`` or ``list``."""
    return Found(text[start:end], start, end, type_name, confidence, f"{METHOD}:{why}")


def of_match(
    match: re.Match[str], type_name: str, confidence: float, why: str, group: int | str = 0
) -> Found:
    """Return what a pattern matched, or one group of it, as a finding."""
    start, end = match.span(group)
    return found(match.string, start, end, type_name, confidence, why)
