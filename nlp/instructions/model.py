"""Weigh the features of a text with learned weights."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nlp.text.hashed import Floats
from nlp.text.weights import Weights, read_weights, write_weights

from .features import DescribedSentence, described, factor, windows

WEIGHTS = Path(__file__).with_name("weights.bin")
LENGTH_COST, MANY = 0.5, 50


@dataclass(frozen=True, slots=True)
class Model:
    """Weights of the buckets, the bias, and the score from which a text is an order."""

    weights: Weights
    bias: float
    bar: float

    def score(self, text: str) -> float:
        """Return how much a text reads like an order."""
        return self.highest(described(text))

    def highest(self, sentences: Sequence[DescribedSentence]) -> float:
        """Return the score of the window that reads most like an order, less for long texts.

        Among many sentences one looks like an order by chance.
        """
        if not sentences:
            return -np.inf
        cost = LENGTH_COST * math.log(min(len(sentences), MANY))
        return float(self.window_scores(sentences).max()) - cost

    def window_scores(self, sentences: Sequence[DescribedSentence]) -> Floats:
        """Return a score for each window of a text, in the order of ``windows``."""
        ranges = list(windows(len(sentences)))
        start, stop, first, last = (
            np.array([getattr(one, name) for one in ranges], np.intp)
            for name in ("start", "stop", "first", "last")
        )
        scores = np.full(len(ranges), self.bias)
        for kind in range(3):
            sums, counts = self._running(sentences, kind)
            total, number = sums[stop] - sums[start], counts[stop] - counts[start]
            if kind == 2:  # the context is what stands around the window
                total = sums[last] - sums[first] - total
                number = counts[last] - counts[first] - number
            scores += total * factor(number, kind)
        return scores

    def _running(
        self, sentences: Sequence[DescribedSentence], kind: int
    ) -> tuple[Floats, npt.NDArray[np.intp]]:
        """Return the sums and counts of a family up to each sentence."""
        ids = [one.families[kind] for one in sentences]
        sums = [float(self.weights[each].sum(dtype=np.float64)) for each in ids]
        return np.cumsum([0.0, *sums]), np.cumsum([0, *map(len, ids)])


@lru_cache(maxsize=1)
def learned_model() -> Model:
    """Return the model that the package ships."""
    return read_model(WEIGHTS)


def read_model(path: Path) -> Model:
    """Read a model.

    Raises:
        OSError: the file cannot be read.
    """
    weights, numbers = read_weights(path)
    return Model(weights, numbers["bias"], numbers["bar"])


def write_model(model: Model, path: Path) -> None:
    """Write a model."""
    write_weights(path, model.weights, {"bias": model.bias, "bar": model.bar})
