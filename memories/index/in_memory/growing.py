"""A column that grows at its end without copying itself each time."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Column:
    """An array with room to grow; views handed out before stay valid as they were."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        self._room: NDArray[Any] = np.empty((0, width) if width else 0, dtype=dtype)
        self._used = 0

    def append(self, values: NDArray[Any]) -> None:
        """Add rows at the end."""
        needed = self._used + len(values)
        if needed > len(self._room):
            shape = (max(needed, len(self._room) * 5 // 4), *self._room.shape[1:])
            grown = np.empty(shape, dtype=self._room.dtype)
            grown[: self._used] = self._room[: self._used]
            self._room = grown
        self._room[self._used : needed] = values
        self._used = needed

    @property
    def values(self) -> NDArray[Any]:
        """The rows so far; a view."""
        return self._room[: self._used]

    @property
    def nbytes(self) -> int:
        """Bytes in memory, the room to grow included."""
        return self._room.nbytes

    def __len__(self) -> int:
        return self._used
