"""What the graph answers: paths, neighbors and snapshots, the same on every interface.

A node is named ``memory:<id>``, ``entity:<id>``, ``tag:<name>``, ``context:<name>`` or
``thread:<id>``. Nodes and edges of a snapshot have the names that vis.js gives them.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from core.schemas import Input, Moment, Output, Score, Text
from graph.nodes import EdgeKind, NodeKind
from packs.schemas import PackId

MAX_DEPTH, MAX_SNAPSHOT, MAX_PATHS = 4, 2_000, 10
# Members of a community in one picture.
MAX_MEMBERS = 10_000
NodeName = Annotated[Text, Field(min_length=1, max_length=300)]
Way = Literal["any", "outgoing", "incoming"]
Algorithm = Literal["shortest", "strongest", "all"]


class WalkFilters(Input):
    """Which edges a walk may use."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to stay in; all if empty.")
    kinds: list[NodeKind] = Field(
        default_factory=list, description="Kinds of nodes to walk through; all if empty."
    )
    types: list[Text] = Field(
        default_factory=list, description="Types of edges, with their synonyms; all if empty."
    )
    min_confidence: Score = Field(default=0.0, description="The least confidence of an edge.")
    direction: Way = Field(
        default="any", description="Follow directed edges both ways, or only one way."
    )
    held_at: Moment | None = Field(default=None, description="Only what held at this time.")
    known_at: Moment | None = Field(
        default=None, description="Only what was recorded by this time and not yet replaced."
    )


class PathInput(WalkFilters):
    """Two nodes, and how to connect them."""

    source_id: NodeName = Field(description="The first node: an id, a name, or kind:id.")
    target_id: NodeName = Field(description="The last node: an id, a name, or kind:id.")
    algorithm: Algorithm = Field(
        default="shortest",
        description="shortest: fewest steps; strongest: best product of weight × confidence, of"
        " edges of confidence 0.5 or more; all: up to ten different paths.",
    )
    weighted: bool = Field(
        default=False, description="Count a weak edge as a longer step; for shortest."
    )
    depth: Annotated[int, Field(ge=1, le=MAX_DEPTH)] = Field(
        default=MAX_DEPTH, description="The most steps, for shortest and all."
    )


class LineageInput(Input):
    """A memory."""

    id: NodeName = Field(description="The memory's id.")


class NeighborsInput(WalkFilters):
    """A node, and how far to walk from it."""

    id: NodeName = Field(description="The node: an id, a name, or kind:id.")
    depth: Annotated[int, Field(ge=1, le=MAX_DEPTH)] = Field(
        default=1, description="How many steps to walk."
    )
    limit: Annotated[int, Field(ge=1, le=500)] = Field(
        default=50, description="The most neighbors to return."
    )


class SnapshotInput(WalkFilters):
    """What to show: around some nodes, or the communities of everything."""

    focus: list[NodeName] = Field(
        default_factory=list, max_length=100, description="Nodes to start from; empty: everything."
    )
    query: Annotated[Text, Field(max_length=1_000)] = Field(
        default="", description="Start from the hits of this search."
    )
    depth: Annotated[int, Field(ge=0, le=MAX_DEPTH)] = Field(
        default=1, description="How many steps around the focus."
    )
    limit: Annotated[int, Field(ge=1, le=MAX_SNAPSHOT)] = Field(
        default=60, description="The most nodes."
    )


class GraphNode(Output):
    """A node."""

    id: str
    kind: NodeKind
    label: str = Field(description="A name, or the title of a memory.")
    group: str = Field(description="The type: of the entity, of the memory, or the kind.")
    title: str = Field(description="A line about it, for a tooltip.")
    pack: str = Field(description="Empty for a node of several packs.")
    date: datetime | None = Field(description="When a memory was made.")
    value: float = Field(description="Its size: the number of its neighbors.")
    is_hub: bool = Field(default=False, description="It joins too much to expand at once.")


class SnapshotNode(GraphNode):
    """A node of a snapshot."""

    depth: int = Field(description="Steps from the focus.")
    more: int = Field(default=0, description="Its neighbors that are not in the snapshot.")
    x: float = 0.0
    y: float = 0.0
    pinned: bool = Field(default=False, description="Somebody dragged it there.")
    community: int | None = None
    importance: float | None = Field(default=None, description="PageRank of the last analysis.")


class GraphEdge(Output):
    """An edge, with what says so."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    id: str = Field(description="As link:12; the kind says where it is stored.")
    kind: EdgeKind
    source: str = Field(alias="from")
    target: str = Field(alias="to")
    type: str
    label: str = Field(description="The type in the reader's language.")
    arrows: Literal["to", ""]
    value: float = Field(description="Its strength: weight × confidence.")
    confidence: float
    title: str = Field(description="The reason.")
    date: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    superseded_at: datetime | None
    evidence: list[str] = Field(description="Memories that say so, as nodes.")


class PathStep(Output):
    """One step of a path."""

    edge: GraphEdge
    forward: bool = Field(description="Whether the step follows the direction of the edge.")


class PathOut(Output):
    """One path: its nodes in order, and the steps between them."""

    nodes: list[GraphNode]
    steps: list[PathStep]
    titles: list[str] = Field(description="The labels of the nodes, in order.")
    reasons: list[str] = Field(description="A sentence for each step.")
    length: int
    strength: float = Field(description="The product of weight × confidence of its steps.")
    similar: int = Field(default=0, description="Paths by the same types that were folded into it.")


class PathsOut(Output):
    """Paths between two nodes, best first."""

    algorithm: Algorithm
    source: GraphNode
    target: GraphNode
    paths: list[PathOut]
    notes: list[str]


class NeighborOut(Output):
    """A neighbor, how far away it is, and the edges by which it was reached."""

    node: GraphNode
    depth: int
    strength: float
    edges: list[GraphEdge]


class NeighborsOut(Output):
    """The neighbors of a node, nearest and strongest first."""

    node: GraphNode
    neighbors: list[NeighborOut]
    total: int
    notes: list[str]


class LineageOut(Output):
    """What a memory grew out of, and what grew out of it, by links such as `supersedes`."""

    node: GraphNode
    before: list[NeighborOut] = Field(description="Earlier memories, nearest first.")
    after: list[NeighborOut] = Field(description="Later memories, nearest first.")
    notes: list[str]


class Snapshot(Output):
    """Nodes and edges with positions."""

    focus: list[str]
    nodes: list[SnapshotNode]
    edges: list[GraphEdge]
    total_nodes: int = Field(description="Nodes within reach, shown or not.")
    first: datetime | None = Field(description="The earliest time of an edge, for a time slider.")
    last: datetime | None
    notes: list[str]
