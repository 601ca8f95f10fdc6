"""Nodes and edges of the graph, and how strongly each kind of edge connects."""

from enum import StrEnum
from typing import NamedTuple


class NodeKind(StrEnum):
    """The kinds of nodes."""

    MEMORY = "memory"
    ENTITY = "entity"
    TAG = "tag"
    CONTEXT = "context"
    THREAD = "thread"


class EdgeKind(StrEnum):
    """Where an edge is stored."""

    LINK = "link"
    RELATION = "relation"
    MENTION = "mention"
    TAG = "tag"
    CONTEXT = "context"
    THREAD = "thread"


class Node(NamedTuple):
    """A node. ``key`` is the primary key of a memory or thread, the id of an entity as 32 hexadecimal
    digits, or the folded name of a tag or context, which is one node across packs.
    """

    kind: NodeKind
    key: int | str


class HalfEdge(NamedTuple):
    """An edge as its first node has it.

    ``direction`` is 1 if the edge starts here, -1 if it ends here, and 0 if it has no direction.
    ``strength`` is weight × confidence. Times are as the database stores them, in UTC.
    """

    other: Node
    type: str
    direction: int
    strength: float
    confidence: float
    kind: EdgeKind
    row: int
    valid_from: str | None
    valid_to: str | None
    recorded_at: str
    superseded_at: str | None


# What a memory shares with many others connects less than what somebody linked.
MENTION_STRENGTH, THREAD_STRENGTH, CONTEXT_STRENGTH, TAG_STRENGTH = 0.8, 0.7, 0.6, 0.5
# Nodes with more neighbors are shown, and not expanded unless somebody asks.
HUB_DEGREE = 150
