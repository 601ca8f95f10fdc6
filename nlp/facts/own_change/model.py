"""Weigh the letters and words of a message with learned weights."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from nlp.text.hashed import Floats, Numbers, folded_sentences, letters_and_words
from nlp.text.weights import Weights, read_weights, write_weights

WEIGHTS = Path(__file__).with_name("weights.bin")
# A short message has no more to say for having few letters.
FEWEST = 30


@dataclass(frozen=True, slots=True)
class ChangeModel:
    """Weights of the buckets, the bias, and two scores.

    From ``bar`` on a message reports a change; from ``doubt`` on, which is higher, so surely that
    it is worth a question what of the things it names has ended.
    """

    weights: Weights
    bias: float
    bar: float
    doubt: float

    def score(self, text: str) -> float:
        """Return how much a message reads like the report of an own change."""
        ids, values = message_features(text)
        return float((self.weights[ids] * values).sum()) + self.bias


def message_features(text: str) -> tuple[Numbers, Floats]:
    """Return the buckets of a message, and how much each counts."""
    sentences = [letters_and_words(sentence) for sentence in folded_sentences(text)]
    ids = np.concatenate([np.empty(0, np.uint64), *sentences])
    return ids, np.full(len(ids), 1 / np.sqrt(max(FEWEST, len(ids))))


@lru_cache(maxsize=1)
def learned_model() -> ChangeModel:
    """Return the model that the package ships."""
    return read_model(WEIGHTS)


def read_model(path: Path) -> ChangeModel:
    """Read a model.

    Raises:
        OSError: the file cannot be read.
    """
    weights, numbers = read_weights(path)
    return ChangeModel(weights, numbers["bias"], numbers["bar"], numbers["doubt"])


def write_model(model: ChangeModel, path: Path) -> None:
    """Write a model."""
    numbers = {"bias": model.bias, "bar": model.bar, "doubt": model.doubt}
    write_weights(path, model.weights, numbers)
