"""Positions of nodes in a picture: computed once, and kept while the graph grows around them."""

from collections.abc import Mapping, Sequence

import numpy as np
from crategraph_forceatlas2 import layout as force_layout  # type: ignore[import-untyped]
from numpy.typing import NDArray

Position = tuple[float, float]
Points = NDArray[np.float64]
# Units are pixels at the first zoom: labels need this much between nodes, sideways and down.
ROOM = (112.0, 62.0)
GOLDEN_ANGLE = 2.399963229728653
ITERATIONS, PUSHES, SPOTS, SHAPE = 300, 300, 72, 1.2
# A round takes about 2.4 µs of a node: 10,000 of them are placed in two seconds.
MOST_MOVES, FEWEST_ROUNDS = 800_000, 60
# Above this, nodes are dots: nothing is read, and pushing labels apart would take seconds.
MOST_LABELED = 400
# How far out a node may stand, in the distance within which nine of ten do.
FARTHEST = 1.6


def place(
    names: Sequence[str],
    edges: Sequence[tuple[str, str, float]],
    known: Mapping[str, Position],
) -> dict[str, Position]:
    """Return a position for each node, in pixels round (0, 0); those of ``known`` are not moved.

    The same input gives the same positions. ``edges`` are two names and a strength in 0…1.
    """
    fixed = {name: known[name] for name in names if name in known}
    if len(fixed) == len(names):
        return fixed
    if not fixed or len(names) - len(fixed) > MOST_LABELED > len(fixed):
        return _whole(names, edges) | fixed
    return fixed | _beside(names, edges, fixed)


def _whole(names: Sequence[str], edges: Sequence[tuple[str, str, float]]) -> dict[str, Position]:
    """Lay out everything: forces first, then labels are pushed apart."""
    at = {name: index for index, name in enumerate(names)}
    pairs = [(at[one], at[other]) for one, other, _ in edges if one in at and other in at]
    weights = [0.3 + strength for one, other, strength in edges if one in at and other in at]
    points = _spiral(len(names))
    if pairs:
        points = force_layout(
            len(names), pairs, init=points, weights=weights, iterations=_rounds(len(names)), threads=1,
            barnesHutOptimize=len(names) > MOST_LABELED, barnesHutTheta=1.2, gravity=1.0,
            scalingRatio=10.0, outboundAttractionDistribution=True,
        )  # fmt: skip
    points = _scaled(_gathered(np.asarray(points, dtype=np.float64)))
    if len(names) <= MOST_LABELED:
        points = _pushed_apart(points)
    points -= points[0] if len(names) <= MOST_LABELED else points.mean(axis=0)
    return _named(names, points)


def _rounds(count: int) -> int:
    return min(ITERATIONS, max(FEWEST_ROUNDS, MOST_MOVES // max(1, count)))


def _spiral(count: int) -> Points:
    """Return points that fill a disc evenly, the first in its center."""
    turns = np.arange(count, dtype=np.float64)
    ring = np.column_stack((np.cos(turns * GOLDEN_ANGLE), np.sin(turns * GOLDEN_ANGLE)))
    filled: Points = 40.0 * np.sqrt(turns)[:, None] * ring
    return filled


def _gathered(points: Points) -> Points:
    """Fetch what nothing holds near the rest: a few lone nodes would make all others small."""
    apart = points - np.median(points, axis=0)
    far = np.linalg.norm(apart, axis=1)
    most = FARTHEST * float(np.quantile(far, 0.9)) if len(far) else 0.0
    gathered: Points = apart * np.where(far > most, most / np.maximum(far, 1e-9), 1.0)[:, None]
    return gathered if most else points


def _scaled(points: Points) -> Points:
    """Stretch a layout until its area has room for every label; wider than high, as screens are."""
    if len(points) < 2:
        return points
    side = (len(points) * ROOM[0] * ROOM[1] * 2.2) ** 0.5
    spread = np.maximum(np.ptp(points, axis=0), 1e-6)
    stretch = np.array([side * SHAPE, side / SHAPE]) / spread
    # A chain stays one: no direction is stretched more than twice as much as the other.
    scaled: Points = points * np.minimum(stretch, 2 * stretch.min())
    return scaled


def _pushed_apart(points: Points) -> Points:
    """Move nodes whose labels would overlap, until none do or the pushes are used up."""
    moved: Points = points.copy()
    room = np.array(ROOM)
    for _ in range(PUSHES):
        apart = moved[:, None, :] - moved[None, :, :]
        overlap = room - np.abs(apart)
        np.fill_diagonal(overlap[:, :, 0], -1.0)
        touching: NDArray[np.bool_] = np.asarray((overlap > 0).all(axis=2))
        if not touching.any():
            break
        sideways = overlap[:, :, 0] / room[0] < overlap[:, :, 1] / room[1]
        order = np.sign(np.arange(len(moved))[:, None] - np.arange(len(moved))[None, :])
        signs = np.where(np.abs(apart) > 1e-6, np.sign(apart), order[:, :, None])
        push = np.where(np.stack((sideways, ~sideways), axis=2), overlap, 0.0) * signs
        moved += 0.4 * np.where(touching[:, :, None], push, 0.0).sum(axis=1)
    return moved


def _beside(
    names: Sequence[str], edges: Sequence[tuple[str, str, float]], fixed: Mapping[str, Position]
) -> dict[str, Position]:
    """Place new nodes near what they are connected to, each where the most room is left."""
    near = _neighbors(edges)
    taken, made = dict(fixed), dict[str, Position]()
    waiting = [name for name in names if name not in fixed]
    # Whoever has most placed neighbors comes first; the order of names decides between equals.
    waiting.sort(key=lambda one: -sum(other in fixed for other in near.get(one, ())))
    spots = SPOTS if len(waiting) <= MOST_LABELED else 1
    for turn, name in enumerate(waiting):
        taken[name] = made[name] = _roomiest(near.get(name, []), taken, turn, spots)
    return made


def _neighbors(edges: Sequence[tuple[str, str, float]]) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {}
    for one, other, _ in edges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return near


def _roomiest(
    near: Sequence[str], taken: Mapping[str, Position], turn: int, spots: int
) -> Position:
    """Return the spot round a node's neighbors that is farthest from every other node.

    Only one spot is looked at where ``spots`` is 1: it depends on ``turn`` alone.
    """
    placed = [taken[other] for other in near if other in taken]
    anchor = np.mean(placed, axis=0) if placed else np.zeros(2)
    turns = turn + np.arange(spots, dtype=np.float64)
    reach = 130.0 + 90.0 * (turns % 4)
    ring = np.column_stack((np.cos(turns * GOLDEN_ANGLE), np.sin(turns * GOLDEN_ANGLE)))
    offered = anchor + ring * reach[:, None]
    if spots == 1:
        return _rounded(offered[0])
    points = np.array(list(taken.values()))
    apart = (offered[:, None, :] - points[None, :, :]) / np.array([1.0, ROOM[1] / ROOM[0]])
    free = np.minimum(np.linalg.norm(apart, axis=2).min(axis=1), ROOM[0] * 1.3)
    center = points.mean(axis=0)
    outward = np.linalg.norm(offered - center, axis=1) - float(np.linalg.norm(anchor - center))
    return _rounded(offered[int(np.argmax(free - 0.35 * reach + 0.1 * outward))])


def _named(names: Sequence[str], points: Points) -> dict[str, Position]:
    return {name: _rounded(point) for name, point in zip(names, points, strict=True)}


def _rounded(point: Points) -> Position:
    return round(float(point[0]), 1), round(float(point[1]), 1)
