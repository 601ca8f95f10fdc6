"""The measures of all nodes of an analysis in one block of bytes.

A table with a row for each node would take 100,000 INSERTs a night while nobody else can write,
and is only ever read for a page of nodes. One block is written at once and holds no name: nodes
are the numbers of their rows, and a reader looks names up.
"""

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph.nodes import NodeKind

from .arrays import Ints

KINDS = tuple(NodeKind)
# A code is row × 8 + kind.
PLACES = 8
# ``stands_for`` is the code of the entity that this one is the same as; else its own.
METRICS = np.dtype(
    [
        ("node", "<i8"), ("stands_for", "<i8"), ("degree", "<u4"), ("community", "<i4"),
        ("pagerank", "<f4"), ("betweenness", "<f4"), ("eigenvector", "<f4"), ("influence", "<f4"),
        ("recent", "<u4"), ("before", "<u4"),
    ]
)  # fmt: skip
NodeMetrics = NDArray[Any]


def node_code(kind: NodeKind, row: int) -> int:
    """Return the number of a node: of the primary key of its row, and its kind."""
    return row * PLACES + KINDS.index(kind)


def rows_of(codes: Ints, kind: NodeKind) -> Ints:
    """Return the primary keys of the nodes of one kind."""
    rows: Ints = codes[codes % PLACES == KINDS.index(kind)] // PLACES
    return rows


def kinds_of(codes: Ints) -> list[NodeKind]:
    """Return the kind of each node."""
    return [KINDS[at] for at in (codes % PLACES).tolist()]


def pack(metrics: NodeMetrics) -> bytes:
    """Return the bytes of the measures, sorted by node."""
    return zlib.compress(np.sort(metrics, order="node").tobytes(), level=1)


def unpack(stored: bytes) -> NodeMetrics:
    """Return the measures of ``pack``, which cannot be changed."""
    return np.frombuffer(zlib.decompress(stored), dtype=METRICS)


def find(metrics: NodeMetrics, codes: Sequence[int]) -> NodeMetrics:
    """Return the measures of these nodes; nodes that are not there are left out."""
    wanted = np.unique(np.array(codes, dtype=np.int64))
    places = np.searchsorted(metrics["node"], wanted)
    inside = places < len(metrics)
    wanted, places = wanted[inside], places[inside]
    found: NodeMetrics = metrics[places[metrics["node"][places] == wanted]]
    return found
