"""What an export is asked for, how a graph is imported, and what seed 2 calls a list of relations."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from core.schemas import Input, Line, Moment, Output, Score, Text
from graph.network.schemas import MAX_DEPTH, MAX_SNAPSHOT, NodeName
from graph.nodes import NodeKind
from packs.schemas import PackId

from .writers import FormatName

MAX_NODES, MAX_EDGES = 100_000, 200_000
TypeName = Annotated[Text, Field(min_length=1, max_length=64)]


class ExportInput(Input):
    """Which part of the graph to export; everything that the caller may see by default."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to export; all if empty.")
    kinds: list[NodeKind] = Field(
        default_factory=list, description="Kinds of nodes to export; all if empty."
    )
    since: Moment | None = Field(
        default=None,
        description="Only what was recorded or changed at this time or later, and the ends of"
        " such edges.",
    )
    focus: list[NodeName] = Field(
        default_factory=list, max_length=100, description="Export what lies around these nodes."
    )
    depth: Annotated[int, Field(ge=0, le=MAX_DEPTH)] = Field(
        default=1, description="Steps from the focus."
    )
    limit: Annotated[int, Field(ge=1, le=MAX_SNAPSHOT)] = Field(
        default=MAX_SNAPSHOT, description="The most nodes around a focus."
    )
    min_confidence: Score = Field(default=0.0, description="The least confidence of an edge.")
    held_at: Moment | None = Field(
        default=None, description="Only edges that held at this time, or at no known one."
    )
    known_at: Moment | None = Field(
        default=None,
        description="Only what was recorded by this time, and relations as they were known then.",
    )
    texts: bool = Field(default=True, description="With the texts of memories, not only titles.")


class ExportQuery(ExportInput):
    """An export, and its format."""

    format: FormatName = Field(default="json", description="The format of the file.")


class ExportedFile(Output):
    """The file of an export: its name, its size, and what it holds."""

    name: str
    bytes: int
    nodes: int
    edges: int


class GraphImportOptions(Input):
    """How to read a graph in node-link JSON; a file of Wasurena's own needs none of it."""

    dry_run: bool = Field(default=False, description="Check and count only; nothing is stored.")
    pack: PackId | None = Field(
        default=None, description="The pack of nodes that name none; your default pack otherwise."
    )
    name: Annotated[Line, Field(max_length=200)] = Field(
        default="",
        description="The name of the graph: memories of the same name, node and text are one.",
    )
    nodes_as: Literal["entity", "memory"] = Field(
        default="entity", description="What nodes are that have neither a kind nor a text."
    )
    entity_type: TypeName = Field(
        default="Concept", description="The type of entities that name none."
    )
    memory_type: TypeName = Field(
        default="note", description="The type of memories that name none."
    )
    relation_type: TypeName = Field(
        default="relates_to", description="The type of edges between entities that name none."
    )
    link_type: TypeName = Field(
        default="related", description="The type of edges between memories that name none."
    )
    types: list[Annotated[Text, Field(max_length=200, pattern=r"^[^=]+=[^=]+$")]] = Field(
        default_factory=list,
        max_length=200,
        description="Types of the file and what they are here, as Character=Person.",
    )
    scale_weights: bool = Field(
        default=False, description="Divide all weights by the greatest; otherwise 0 to 1 is needed."
    )


class GraphDocument(Input):
    """A graph in node-link JSON; each row is checked when it is read."""

    model_config = ConfigDict(extra="allow", frozen=True)

    nodes: list[dict[str, Any]] = Field(description="Nodes, each with an id.")
    edges: list[dict[str, Any]] = Field(
        description="Edges, each with the source and target of a node; “links” is read too."
    )
    directed: bool = Field(default=False, description="Whether edges have a direction.")
    multigraph: bool = False
    graph: dict[str, Any] = Field(default_factory=dict, description="What the file says of itself.")


class GraphImportCount(Output):
    """How many rows of a kind an import made, changed, and left as they were."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0


class GraphImported(Output):
    """What an import did, or would do.

    ``changes`` are the changes of the journal in their order; undo the last one first.
    """

    dry_run: bool
    memories: GraphImportCount
    entities: GraphImportCount
    links: GraphImportCount
    relations: GraphImportCount
    mentions: GraphImportCount
    changes: list[UUID]
    notes: list[str]


class UndoImportInput(Input):
    """Which import to undo: when it stored."""

    at: Moment


class UndoneImport(Output):
    """How many changes of an import were undone, and how many stay since others rest on them."""

    undone: int
    kept: int


class RelationListInput(Input):
    """Which links between memories to list."""

    source: UUID | None = Field(default=None, description="Links from this memory.")
    target: UUID | None = Field(default=None, description="Links to this memory.")
    tag: TypeName | None = Field(default=None, description="The type of the links.")
    since: Moment | None = Field(
        default=None, description="Only links made or changed at this time or later."
    )
    limit: Annotated[int, Field(ge=1, le=1_000)] = Field(
        default=100, description="How many links a page has."
    )
    offset: Annotated[int, Field(ge=0, le=10_000_000)] = Field(
        default=0, description="How many links to leave out."
    )


class RelationListNode(Output):
    """A memory at one end of a link."""

    memo_id: UUID = Field(serialization_alias="memoId")
    title: str


class RelationListEdge(Output):
    """A link between two memories."""

    source_memo_id: UUID = Field(serialization_alias="sourceMemoId")
    target_memo_id: UUID = Field(serialization_alias="targetMemoId")
    tag: str
    weight: float
    reason: str
    created_at: datetime = Field(serialization_alias="createdAt")
    updated_at: datetime | None = Field(serialization_alias="updatedAt")
    version: int


class RelationList(Output):
    """Links between memories as nodes and edges; the nodes are the ends of these edges."""

    root_namespace: str = Field(serialization_alias="rootNamespace")
    nodes: list[RelationListNode]
    edges: list[RelationListEdge]
