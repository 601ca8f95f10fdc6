"""Fit a logistic regression by L-BFGS, from zero and without chance."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Gradient = Callable[[Floats], tuple[float, Floats]]

STEPS, KEPT_PAIRS = 30, 8


def logistic(
    rows: Sequence[tuple[Numbers, Floats]], signs: Floats, weights: Floats, *, size: int, l2: float
) -> Gradient:
    """Return the loss of a logistic regression with L2, and its gradient.

    A row is the numbers of its features, below ``size``, and how much each counts.
    """
    ids = np.concatenate([ids for ids, _values in rows]).astype(np.intp)
    values = np.concatenate([values for _ids, values in rows])
    lengths = np.array([len(each) for each, _values in rows])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])

    def loss_and_gradient(state: Floats) -> tuple[float, Floats]:
        margins = signs * (np.add.reduceat(state[ids] * values, starts) + state[-1])
        loss = (weights * np.logaddexp(0, -margins)).sum() + l2 / 2 * (state[:-1] @ state[:-1])
        errors = -weights * signs / (1 + np.exp(np.minimum(margins, 500)))
        shares = values * np.repeat(errors, lengths)
        slopes = np.bincount(ids, shares, minlength=size + 1).astype(np.float64)
        slopes[:-1] += l2 * state[:-1]
        slopes[-1] = errors.sum()
        return float(loss), slopes

    return loss_and_gradient


def minimized(function: Gradient, state: Floats, steps: int = STEPS) -> Floats:
    """Return where a function is least, by L-BFGS."""
    loss, slopes = function(state)
    pairs: list[tuple[Floats, Floats]] = []
    for _step in range(steps):
        direction = _direction(slopes, pairs)
        size, fall = 1.0, float(slopes @ direction)
        while True:
            moved = state + size * direction
            next_loss, next_slopes = function(moved)
            if next_loss <= loss + 1e-4 * size * fall or size < 1e-6:
                break
            size /= 2
        step, change = moved - state, next_slopes - slopes
        if step @ change > 1e-10:
            pairs = [*pairs, (step, change)][-KEPT_PAIRS:]
        is_done = abs(loss - next_loss) < 1e-5 * abs(loss)
        state, loss, slopes = moved, next_loss, next_slopes
        if is_done:
            break
    return state


def _direction(slopes: Floats, pairs: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Return the step that the last changes of the slopes suggest."""
    rest = slopes.copy()
    shares = []
    for step, change in reversed(pairs):
        shares.append(float((step @ rest) / (change @ step)))
        rest -= shares[-1] * change
    if pairs:
        step, change = pairs[-1]
        rest *= (step @ change) / (change @ change)
    else:
        rest /= max(1.0, float(np.linalg.norm(slopes)))
    for (step, change), share in zip(pairs, reversed(shares), strict=True):
        rest += step * (share - float((change @ rest) / (change @ step)))
    return -rest
