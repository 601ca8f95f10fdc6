"""Calibrate a model's cosine thresholds for "same", "related" and "relevant".

Models differ: one puts unrelated texts at a cosine of 0.05, another at 0.75. The
thresholds are therefore measured on labelled pairs, the same ones for every model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from .base import Embedder
from .labelled_pairs import ANSWERED, RELATED, SAME

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds on the cosine, and the medians of the labelled pairs that they separate."""

    same: float
    related: float
    relevant: float
    medians: dict[str, float]

    def thresholds(self) -> dict[str, float]:
        """Return the thresholds as they are stored with the model."""
        return {"same": self.same, "related": self.related, "relevant": self.relevant}


def calibrate(embedder: Embedder) -> Calibration:
    """Measure a model: about a hundred short texts are embedded.

    Half of the pairs that say the same lie above ``same``, and half of those that are
    related above ``related``: both are strict, since what is merged by mistake costs more
    than what is missed. Texts that have nothing in common reach ``relevant`` half of the time: short
    questions are often no nearer to their answers, so only what is further away is left out.
    """
    cosines = {
        "same": _cosines(embedder, SAME),
        "related": _cosines(embedder, RELATED),
        "unrelated": _cosines(embedder, _mixed(SAME)),
        "answered": _answers(embedder),
    }
    medians = {name: round(float(np.median(values)), 3) for name, values in cosines.items()}
    return Calibration(
        same=medians["same"],
        related=medians["related"],
        relevant=medians["unrelated"],
        medians=medians,
    )


def _cosines(embedder: Embedder, pairs: Pairs) -> NDArray[np.float32]:
    vectors = embedder.passages(list(chain.from_iterable(pairs)))
    cosines: NDArray[np.float32] = (vectors[::2] * vectors[1::2]).sum(axis=1)
    return cosines


def _mixed(pairs: Pairs) -> Pairs:
    """Return pairs of texts that have nothing to do with each other."""
    return [(left, pairs[(at + 7) % len(pairs)][1]) for at, (left, _) in enumerate(pairs)]


def _answers(embedder: Embedder) -> NDArray[np.float32]:
    answers = embedder.passages([answer for _, answer in ANSWERED])
    asked = np.stack([embedder.query(question) for question, _ in ANSWERED])
    cosines: NDArray[np.float32] = (answers * asked).sum(axis=1)
    return cosines
