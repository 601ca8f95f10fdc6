"""The graph explorer's panels: one node, one edge, and where a node's own page is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.errors import NotFound
from core.schemas import parsed
from entities.models import Entity, EntityAlias
from entities.selectors import aliases_seen, entity_get, entity_list
from graph.network.pictures import SmallGraph, small_graph
from graph.network.schemas import GraphEdge, GraphNode, SnapshotInput
from graph.nodes import EdgeKind, NodeKind
from memories.models import Memory
from memories.records.lookup import memories_out, memory_get, memory_out
from memories.schemas import MemoryOut
from memories.schemas.states import StateFilters
from memories.selectors.entities import entity_memories
from memories.selectors.groups import thread_get
from memories.selectors.network.snapshot import snapshot
from memories.selectors.pages.entity_cards import EntityCard, entity_cards, one_of_each
from memories.selectors.pages.states import StatedFact, stated_facts
from memories.selectors.states import state_list

# What somebody said about two things comes before what they merely share.
SAID = frozenset({EdgeKind.RELATION, EdgeKind.LINK})
NOW: Mapping[str, Any] = {}
PANEL_CONNECTIONS, PANEL_MEMORIES, PANEL_FACTS, SUGGESTED, SMALL = 14, 4, 6, 12, 12


@dataclass(frozen=True, slots=True)
class NodeConnection:
    """An edge of a node, and the node at its other end."""

    edge: GraphEdge
    other: GraphNode
    is_outgoing: bool


@dataclass(frozen=True, slots=True)
class NodePanel:
    """What the panel shows of a node; ``memory`` or ``entity`` is set if it is one."""

    node: GraphNode
    address: str
    connections: list[NodeConnection]
    more: int
    memory: MemoryOut | None = None
    entity: Entity | None = None
    aliases: Sequence[EntityAlias] = ()
    facts: list[StatedFact] = field(default_factory=list)
    memories: list[MemoryOut] = field(default_factory=list)


def node_panel(caller: Caller, name: str, moment: Mapping[str, Any] = NOW) -> NodePanel:
    """Return a node with its strongest connections; ``moment`` is the day and packs of a picture.

    Raises:
        NotFound: the caller sees no such node.
    """
    near = parsed(SnapshotInput, {"focus": [name], "limit": PANEL_CONNECTIONS + 1, **moment})
    found = snapshot(caller, near)
    nodes = {node.id: node for node in found.nodes}
    node = nodes[found.focus[0]]
    touching = [edge for edge in found.edges if node.id in (edge.source, edge.target)]
    touching.sort(key=lambda edge: (edge.kind not in SAID, -edge.value, edge.id))
    connections = [_connection(edge, node, nodes) for edge in touching]
    panel = NodePanel(node, node_address(caller, node.id), connections, node.more)
    return _filled(caller, panel)


def _connection(edge: GraphEdge, node: GraphNode, nodes: Mapping[str, GraphNode]) -> NodeConnection:
    is_outgoing = edge.source == node.id
    return NodeConnection(edge, nodes[edge.target if is_outgoing else edge.source], is_outgoing)


def _filled(caller: Caller, panel: NodePanel) -> NodePanel:
    """Add what only nodes of this kind have."""
    key = panel.node.id.split(":", 1)[1]
    if panel.node.kind == NodeKind.MEMORY:
        memory = memory_out(_memory(caller, key))
        return NodePanel(panel.node, panel.address, panel.connections, panel.more, memory=memory)
    if panel.node.kind != NodeKind.ENTITY:
        return panel
    entity = entity_get(caller, UUID(key))
    facts = state_list(caller, StateFilters(entity=entity.entity_id, current=True))
    rows = entity_memories(caller, entity.entity_id).order_by("-created_at", "-pk")
    return NodePanel(
        panel.node,
        panel.address,
        panel.connections,
        panel.more,
        entity=entity,
        aliases=list(aliases_seen(caller).filter(entity=entity).order_by("alias")[:PANEL_FACTS]),
        facts=stated_facts(caller, facts, now=timezone.now())[:PANEL_FACTS],
        memories=memories_out(list(rows[:PANEL_MEMORIES])),
    )


def memory_of_node(caller: Caller, name: str) -> Memory:
    """Return the memory of a node; NotFound if it is none, or none that the caller sees."""
    kind, _, key = name.partition(":")
    try:
        return _memory(caller, key if kind == NodeKind.MEMORY else "")
    except ValueError as error:
        raise NotFound(
            format_lazy(gettext_lazy("there is no memory “{name}”"), name=name), field="id"
        ) from error


def _memory(caller: Caller, key: str) -> Memory:
    return memory_get(caller, UUID(key))


def node_address(caller: Caller, name: str) -> str:
    """Return the address of a node's own page.

    Raises:
        NotFound: the caller sees no such node.
    """
    kind, _, key = name.partition(":")
    try:
        if kind == NodeKind.MEMORY:
            return reverse("memory-detail", args=[_memory(caller, key).uid])
        if kind == NodeKind.ENTITY:
            return reverse("entity-detail", args=[entity_get(caller, UUID(key)).entity_id])
        if kind == NodeKind.THREAD:
            return f"{reverse('home')}?{urlencode({'thread': thread_get(caller, int(key)).pk})}"
    except ValueError as error:
        raise NotFound(
            format_lazy(gettext_lazy("there is no node “{name}”"), name=name), field="id"
        ) from error
    if key and kind in (NodeKind.TAG, NodeKind.CONTEXT):
        return f"{reverse('home')}?{urlencode({kind: key})}"
    raise NotFound(format_lazy(gettext_lazy("there is no node “{name}”"), name=name), field="id")


@dataclass(frozen=True, slots=True)
class EdgePanel:
    """The edges between two nodes, each with the memories that say so."""

    source: GraphNode
    target: GraphNode
    edges: list[GraphEdge]
    chosen: str
    evidence: dict[str, MemoryOut]

    @property
    def said(self) -> list[tuple[GraphEdge, list[MemoryOut]]]:
        """Each edge with its evidence, the chosen one first."""
        ordered = sorted(self.edges, key=lambda edge: edge.id != self.chosen)
        return [
            (edge, [self.evidence[name] for name in edge.evidence if name in self.evidence])
            for edge in ordered
        ]


def edge_panel(
    caller: Caller, source: str, target: str, chosen: str, moment: Mapping[str, Any] = NOW
) -> EdgePanel:
    """Return what connects two nodes at the day of a picture; NotFound if nothing does."""
    asked = {"focus": [source, target], "depth": 0, "limit": 2, **moment}
    both = parsed(SnapshotInput, asked)
    found = snapshot(caller, both)
    edges = [edge for edge in found.edges if {edge.source, edge.target} == set(found.focus)]
    if not edges:
        raise NotFound(gettext_lazy("nothing connects these two"), field="id")
    nodes = {node.id: node for node in found.nodes}
    first = next((edge for edge in edges if edge.id == chosen), edges[0])
    told = {name for edge in edges for name in edge.evidence}
    evidence = {name: memory for name in sorted(told) if (memory := _evidence(caller, name))}
    return EdgePanel(nodes[first.source], nodes[first.target], edges, chosen, evidence)


def _evidence(caller: Caller, name: str) -> MemoryOut | None:
    """Return a memory of the evidence; None if it was hidden meanwhile."""
    try:
        return memory_out(_memory(caller, name.partition(":")[2]))
    except NotFound:
        return None


def neighborhood(caller: Caller, name: str) -> SmallGraph | None:
    """Return a small picture round a node; None if nothing is connected, or it is not shown."""
    try:
        return small_graph(snapshot(caller, SnapshotInput(focus=[name], limit=SMALL)))
    except NotFound:
        return None


def suggested(caller: Caller, words: str = "") -> list[EntityCard]:
    """Return the people and things to open the graph on, the most mentioned first."""
    rows = one_of_each(caller, entity_list(caller, None, words)).select_related("entity_type")
    return entity_cards(caller, list(rows.order_by("-extraction_count", "name")[:SUGGESTED]))
