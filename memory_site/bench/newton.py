"""Where a smooth convex function is least."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Derivatives = tuple[float, Numbers, Numbers]
STEPS = 30
SMALL = 1e-9


def least(derivatives: Callable[[Numbers], Derivatives], dimension: int) -> Numbers:
    """Return where a convex function is least: Newton's method with halved steps."""
    at = np.zeros(dimension)
    loss, gradient, curvature = derivatives(at)
    for _ in range(STEPS):
        step, size = np.linalg.solve(curvature, gradient), 1.0
        while (there := derivatives(at - size * step))[0] > loss and size > SMALL:
            size /= 2
        at = at - size * step
        is_done = loss - there[0] < SMALL
        loss, gradient, curvature = there
        if is_done:
            break
    return at
