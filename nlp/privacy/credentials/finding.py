"""Weigh the candidates of a text, and yield those that open something."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from nlp.privacy.spans import Match, half_width

from .candidates import candidates
from .features import classed, features

WEIGHTS = Path(__file__).with_name("weights.json")
# More of a text than this is not judged: a save of that length is no note of a code.
LONGEST = 100_000
# Any text has many names, of which few answer a question.
NAMES_ABOVE = 1.0
# The confidence of what is just above the bar, and of what is far above.
LEAST_SURE, MOST_SURE = 0.7, 0.8


@dataclass(frozen=True, slots=True)
class CredentialModel:
    """Weights of features in steps, the bias, and the score from which a word is a credential."""

    weights: Mapping[str, int]
    step: float
    bias: float
    bar: float

    def score(self, found: Sequence[str]) -> float:
        """Return how much features read like those of a credential."""
        total = sum(self.weights.get(name, 0) for name in found)
        return total * self.step / math.sqrt(max(1, len(found))) + self.bias


def learned_credentials(text: str) -> Iterator[Match]:
    """Find codes, passwords and answers by what stands around them."""
    model = learned_model()
    folded = half_width(text[:LONGEST])
    words = classed(folded)
    for one in candidates(folded, with_names=words.has_question):
        if not words.may_open(one):
            continue
        over = model.score(features(words, one)) - model.bar
        if over >= (NAMES_ABOVE if one.kind == "name" else 0):
            yield one.start, one.end, min(MOST_SURE, LEAST_SURE + over / 20)


@lru_cache(maxsize=1)
def learned_model() -> CredentialModel:
    """Return the model that the package ships."""
    return read_model(WEIGHTS)


def read_model(path: Path) -> CredentialModel:
    """Read a model.

    Raises:
        OSError: the file cannot be read.
    """
    given = json.loads(path.read_text("utf-8"))
    return CredentialModel(given["weights"], given["step"], given["bias"], given["bar"])


def write_model(model: CredentialModel, path: Path) -> None:
    """Write a model, one weight on a line."""
    given = {"bar": model.bar, "bias": model.bias, "step": model.step, "weights": model.weights}
    path.write_text(json.dumps(given, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8")
