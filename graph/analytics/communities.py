"""Groups of nodes that are joined more with each other than with the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import graspologic_native
import numpy as np

from graph.nodes import NodeKind

from .arrays import EdgeArrays, Floats, Ints

SEED = 20_261
# Runs of Leiden, each from the result of the one before.
LEIDEN_RUNS = 2
PROPAGATION_ROUNDS = 30
SETTLED = 0.001
# Differences of weights below a millionth do not count.
WEIGHT_STEPS = 1_000_000
# The entities that name a community.
NAMING = 3


@dataclass(frozen=True, slots=True)
class Community:
    """One community: its nodes and the entities that name it (positions), most central first."""

    number: int
    members: Ints
    named_by: tuple[int, ...]


def leiden(graph: EdgeArrays) -> Ints:
    """Return the community of each node by the Leiden algorithm: highest modularity by weights.

    Communities are numbered by size, the largest 0. A node without edges is one by itself.
    """
    if not graph.edge_count:
        return np.arange(graph.node_count)
    near = graph.adjacency
    _quality, found = graspologic_native.leiden_csr(
        near.pointers, near.ends.astype(np.int32), near.weights, graph.node_count,
        iterations=LEIDEN_RUNS, use_modularity=True, seed=SEED,
    )  # fmt: skip
    labels = np.arange(graph.node_count) + graph.node_count
    labels[list(found)] = list(found.values())
    # Nodes without edges may have got a label in common.
    alone = graph.degrees == 0
    labels[alone] = np.flatnonzero(alone) + graph.node_count
    return by_size(labels)


def label_propagation(graph: EdgeArrays) -> Ints:
    """Return the community of each node by label propagation, numbered as by ``leiden``.

    In each round a random half of the nodes, the same for the same graph, takes the label that
    weighs most among its neighbors: among equals its own, or a random one. If all moved at once,
    two labels could swap for ever. It ends when no more than a thousandth would move.
    """
    count = graph.node_count
    labels, random = np.arange(count), np.random.default_rng(SEED)
    for _round in range(PROPAGATION_ROUNDS if graph.edge_count else 0):
        best = _heaviest_labels(graph, labels, random)
        wanting = best != labels
        if wanting.sum() <= count * SETTLED:
            break
        labels = np.where(wanting & (random.random(count) < 0.5), best, labels)
    return by_size(labels)


def _heaviest_labels(graph: EdgeArrays, labels: Ints, random: np.random.Generator) -> Ints:
    """Return the label with the greatest weight around each node; its own or any if equal."""
    near, count = graph.adjacency, graph.node_count
    keys = near.starts * count + labels[near.ends]
    order = np.argsort(keys, kind="stable")
    pairs, first = np.unique(keys[order], return_index=True)
    weights = np.add.reduceat(near.weights[order], first)
    nodes, offered = pairs // count, pairs % count
    # Whole numbers, in which rounding errors do not tell equals apart.
    scores = np.rint(weights * WEIGHT_STEPS).astype(np.int64) * 2 + (offered == labels[nodes])
    begins = np.flatnonzero(np.diff(nodes, prepend=-1))
    greatest = np.repeat(np.maximum.reduceat(scores, begins), np.diff([*begins, len(nodes)]))
    # Of several assignments to a node the last one stays. A fixed order would let one label win all.
    winning = random.permutation(np.flatnonzero(scores == greatest))
    best = labels.copy()
    best[nodes[winning]] = offered[winning]
    return best


def modularity(graph: EdgeArrays, labels: Ints) -> float:
    """Return the modularity of a partition by weights, −0.5 to 1; 0 without edges."""
    total = float(graph.weights.sum())
    if not total:
        return 0.0
    _names, place = np.unique(labels, return_inverse=True)
    inside = place[graph.sources] == place[graph.targets]
    within = float(graph.weights[inside].sum()) / total
    ends = np.concatenate([place[graph.sources], place[graph.targets]])
    strengths = np.bincount(ends, np.concatenate([graph.weights, graph.weights]))
    return within - float(((strengths / (2 * total)) ** 2).sum())


def edges_between(graph: EdgeArrays, labels: Ints, most: int) -> list[tuple[int, int, int]]:
    """Count the edges between each two of the ``most`` largest communities, numbered as by ``leiden``.

    A row is the smaller number, the greater one, and the edges; pairs without any are left out.
    """
    ends = np.sort(np.stack([labels[graph.sources], labels[graph.targets]]), axis=0)
    ends = ends[:, (ends[0] != ends[1]) & (ends[1] < most)]
    pairs, counts = np.unique(ends, axis=1, return_counts=True)
    rows = zip(pairs[0].tolist(), pairs[1].tolist(), counts.tolist(), strict=True)
    return list(rows)


def by_size(labels: Ints) -> Ints:
    """Number communities from 0, the largest first; among equals that of the first node."""
    _names, first, place, sizes = np.unique(
        labels, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.lexsort((first, -sizes))
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    return number[place]


def communities(
    kinds: Sequence[NodeKind], labels: Ints, importance: Floats, *, least: int = 2
) -> Iterator[Community]:
    """Yield the communities of ``least`` nodes or more, the largest first.

    ``importance`` orders members and the entities that name a community; PageRank, say.
    """
    order = np.lexsort((np.arange(len(labels)), -importance, labels))
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    for members in np.split(order, starts[1:]) if len(order) else ():
        if len(members) >= least:
            entities = (at for at in members.tolist() if kinds[at] is NodeKind.ENTITY)
            named_by = tuple(at for _number, at in zip(range(NAMING), entities, strict=False))
            yield Community(int(labels[members[0]]), members, named_by)
