"""The learned model that says how likely a hit answers: a logistic regression over its measures.

``answer_model.json`` is written by ``python -m memory_site.cli.commands.bench.answers``, whenever the weights
of the plan, the embedding model or the measures change (docs/benchmarks.md).
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path

FILE = Path(__file__).with_name("answer_model.json")


@dataclass(frozen=True, slots=True)
class AnswerModel:
    """Coefficients by measure; the bias is such that the floor of the plan means the same as before."""

    bias: float
    coefficients: Mapping[str, float]

    def probability(self, measures: Mapping[str, float]) -> float:
        """Return how likely a hit with these measures answers, 0…1."""
        values = map(measures.__getitem__, self.coefficients)
        total = self.bias + sum(map(mul, self.coefficients.values(), values))
        return round(1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, total)))), 4)


@cache
def answer_model() -> AnswerModel:
    """Return the model of the package; read once per process."""
    stored = json.loads(FILE.read_text("utf-8"))
    return AnswerModel(stored["bias"], stored["coefficients"])
