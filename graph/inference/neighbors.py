"""Compare the neighbors of two nodes of an undirected graph."""

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import combinations
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
Adjacency = Mapping[N, Collection[N]]


def adjacency(edges: Iterable[tuple[N, N]]) -> dict[N, set[N]]:
    """Return the neighbors of each node; loops are left out."""
    neighbors: dict[N, set[N]] = defaultdict(set)
    for one, other in edges:
        if one != other:
            neighbors[one].add(other)
            neighbors[other].add(one)
    return dict(neighbors)


def shared_neighbors(neighbors: Mapping[N, set[N]], one: N, other: N) -> set[N]:
    """Return the nodes next to both."""
    return neighbors.get(one, set()) & neighbors.get(other, set())


def adamic_adar(neighbors: Mapping[N, set[N]], one: N, other: N) -> float:
    """Return the Adamic–Adar index of two nodes, 0 or more.

    Each shared neighbor counts 1/ln(its degree), so that one that knows everybody says little.
    """
    # A shared neighbor has two neighbors at least.
    shared = shared_neighbors(neighbors, one, other)
    return sum(1 / math.log(len(neighbors[node])) for node in shared)


def pairs_with_shared_neighbors(
    neighbors: Mapping[N, set[N]], *, most: int
) -> dict[frozenset[N], int]:
    """Return the pairs that are no neighbors, with the number of neighbors that they share.

    Nodes with more than ``most`` neighbors bring no two of them together.
    """
    found: dict[frozenset[N], int] = defaultdict(int)
    for near in neighbors.values():
        if len(near) <= most:
            for one, other in combinations(near, 2):
                if other not in neighbors[one]:
                    found[frozenset((one, other))] += 1
    return dict(found)
