"""Nodes and edges of a file in node-link JSON: as the file has them, and as they will be stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from core.errors import Problem
from core.schemas import Json, Moment, Name, Reason, Required, Score, Text
from graph.models import RelationType
from graph.nodes import EdgeKind, NodeKind
from memories.schemas import MemoryInput

MOST_LISTED = 100


def _spelled(value: Any) -> Any:
    """Return a number as text: networkx names nodes by numbers."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value


Spelled = Annotated[Text, BeforeValidator(_spelled)]
NodeId: TypeAlias = str | int | float | list[str | int | float]


def key_of(node_id: NodeId) -> str:
    """Return an id as text: of names the name, of others their JSON (1 is another node than "1")."""
    is_name = isinstance(node_id, str) and not node_id.startswith('"')
    return str(node_id) if is_name and not _is_number(str(node_id)) else json.dumps(node_id)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text.startswith("[")
    return True


class NodeRecord(BaseModel):
    """A node of the file; attributes without a meaning here stay in ``model_extra``."""

    model_config = ConfigDict(extra="allow", frozen=True)

    id: NodeId
    kind: NodeKind | None = None
    type: Annotated[Spelled, Field(max_length=64)] | None = None
    label: Spelled = ""
    name: Spelled = ""
    title: Spelled = ""
    text: Text = ""
    pack: Text | None = None
    aliases: list[Name] = Field(default_factory=list, max_length=50)
    description: Annotated[Text, Field(max_length=10_000)] = ""
    date: Moment | None = None
    importance: Score | None = None
    confidence: Score | None = None
    tags: list[Text] = Field(default_factory=list)
    context: Text = ""
    attributes: Json = Field(default_factory=dict)

    @property
    def called(self) -> str:
        """What the node is called."""
        return self.name or self.label or self.title or str(self.id)


class EdgeRecord(BaseModel):
    """An edge of the file; attributes without a meaning here are left out."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    source: NodeId
    target: NodeId
    kind: Text | None = None
    type: Annotated[Spelled, Field(max_length=64)] = ""
    label: Spelled = ""
    weight: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    confidence: Score = 1.0
    reason: Reason = ""
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    evidence: list[Required] = Field(default_factory=list)


@dataclass(slots=True)
class Groups:
    """The tags and the context that edges give a memory."""

    tags: list[str] = field(default_factory=list)
    context: str = ""


@dataclass(slots=True)
class MemoryNode:
    """A memory to store; ``own`` is its id if this installation wrote the file."""

    at: int
    key: str
    own: UUID | None
    item: MemoryInput


@dataclass(slots=True)
class EntityNode:
    """An entity to store in a space; ``type_id`` is the primary key of its type."""

    at: int
    key: str
    own: UUID | None
    user_id: str
    name: str
    type_id: str
    aliases: Sequence[str]
    description: str
    attributes: Mapping[str, Any]
    importance: float
    confidence: float


@dataclass(frozen=True, slots=True)
class ImportedEdge:
    """A link, relation or mention to store, by the keys of its ends.

    ``type`` is the primary key of ``relation_type``; of a mention, the role of the entity.
    """

    kind: EdgeKind
    source: str
    target: str
    type: str
    relation_type: RelationType | None
    weight: float
    confidence: float
    reason: str
    valid_from: datetime | None
    valid_to: datetime | None
    evidence: tuple[str, ...]


@dataclass(slots=True)
class ImportedGraph:
    """A valid file."""

    edges: list[ImportedEdge]
    notes: list[str]
    memories: list[MemoryNode] = field(default_factory=list)
    entities: list[EntityNode] = field(default_factory=list)


@dataclass(slots=True)
class Problems:
    """What is wrong with a file: the first hundred problems, and how many there are."""

    listed: list[Problem] = field(default_factory=list)
    total: int = 0

    def add(self, *problems: Problem) -> None:
        """Add problems."""
        self.total += len(problems)
        self.listed += problems[: max(0, MOST_LISTED - len(self.listed))]
