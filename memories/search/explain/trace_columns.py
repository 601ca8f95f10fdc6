"""Columns of numbers about the candidates of a search, collected until the trace is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_ROWS = 100
Rows = Sequence[int] | NDArray[np.int64]


@dataclass(slots=True)
class Columns:
    """Named columns with one number per candidate; NaN if unknown.

    A column that holds only the same ``idle`` value, such as a factor of 1, is left out.
    """

    idle: tuple[float, ...] = (0.0,)
    pieces: list[tuple[str, Rows, Any]] = field(default_factory=list)

    def put(self, name: str, rows: Rows, values: Any) -> None:
        """Set the values of some rows of a column."""
        self.pieces.append((name, rows, values))

    def listed(self, count: int) -> dict[str, list[float]]:
        """Return the first values of each column that is not idle, to four decimal places."""
        names = list(dict.fromkeys(name for name, _, _ in self.pieces))
        table = np.full((len(names), MOST_ROWS), np.nan)
        for name, rows, values in self.pieces:
            table[names.index(name), rows] = values
        table = table[:, :count].round(4)
        unknown = np.isnan(table)
        says = ~unknown.all(axis=1)
        for value in self.idle:
            says &= ~(unknown | (table == value)).all(axis=1)
        return {names[at]: table[at].tolist() for at in np.flatnonzero(says).tolist()}
