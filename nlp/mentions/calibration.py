"""Say how often findings like this one are right, as measured on labeled texts."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nlp.readers import Found

FILE = Path(__file__).parent / "calibration.json"
# Logits of 0 and 1 are infinite.
EDGE = 1e-4
SUREST = 0.98
BY_LISTS = frozenset({"rules:list", "rules:dictionary"})


def logit(probability: float) -> float:
    """Return the logit of a probability, kept away from 0 and 1."""
    kept = min(max(probability, EDGE), 1 - EDGE)
    return math.log(kept / (1 - kept))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Measured confidences: of rules by language, method, type and the rule's own confidence.

    The tagger's probabilities are corrected by a line through their logits.
    """

    rules: Mapping[str, float]
    lines: Mapping[str, tuple[float, float]]

    def tagger(self, language: str, probability: float) -> float:
        """Return how often a name of this probability is right."""
        slope, shift = self.lines.get(language, (1.0, 0.0))
        return round(1 / (1 + math.exp(-(slope * logit(probability) + shift))), 3)

    def rule(self, one: Found, language: str, agreement: str) -> float:
        """Return how often findings of this rule are right.

        Of an unmeasured rule, return its own confidence; of a list, times the language's rate.
        """
        measured = self.rules.get(rule_key(one, language, agreement))
        if measured is not None:
            return measured
        # The words around a name are evidence of their own; a list or a dictionary has none.
        is_listed = one.method in BY_LISTS
        ratio = self.rules.get(f"{language} {agreement}", 1.0) if is_listed else 1.0
        return min(one.confidence * ratio, SUREST)


def rule_key(one: Found, language: str, agreement: str) -> str:
    """Return what findings have in common that are measured together."""
    return f"{language} {one.method} {one.type} {one.confidence:.2f} {agreement}"


@cache
def calibration() -> Calibration:
    """Return the shipped measurements; none if the file is missing."""
    try:
        content = json.loads(FILE.read_text("utf-8"))
    except OSError:
        content = {}
    return Calibration(
        rules=content.get("rules", {}),
        lines={name: (line[0], line[1]) for name, line in content.get("tagger", {}).items()},
    )
