"""Which edges a walk may use, and the steps from given nodes."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graph.nodes import EdgeKind, HalfEdge, Node, NodeKind
from graph.queries.links import ORDER_LINKS

from .schemas import Way

# Only these have a direction; what a memory names or is filed under connects both ways.
DIRECTED = frozenset({EdgeKind.LINK, EdgeKind.RELATION})
Read = Callable[[Collection[Node]], Mapping[Node, Sequence[HalfEdge]]]
Steps = dict[Node, list[HalfEdge]]


@dataclass(frozen=True, slots=True)
class WalkRules:
    """Which edges a walk may use. Empty sets allow everything; times are as the database has them.

    Links of the order of a conversation are used only if ``types`` names them: nearly every memory
    has them, and they say nothing.
    """

    now: str
    kinds: frozenset[NodeKind] = frozenset()
    types: frozenset[str] = frozenset()
    min_confidence: float = 0.0
    direction: Way = "any"
    held_at: str | None = None
    known_at: str | None = None

    def allow(self, edge: HalfEdge, *, backward: bool) -> bool:
        """Return whether a walk may use an edge; ``backward`` walks from the target."""
        if edge.type not in self.types if self.types else edge.type in ORDER_LINKS:
            return False
        if edge.confidence < self.min_confidence:
            return False
        return self._is_that_way(edge, backward=backward) and self._holds(edge)

    def _is_that_way(self, edge: HalfEdge, *, backward: bool) -> bool:
        if self.direction == "any" or edge.direction == 0 or edge.kind not in DIRECTED:
            return True
        wanted = 1 if self.direction == "outgoing" else -1
        return edge.direction == (-wanted if backward else wanted)

    def _holds(self, edge: HalfEdge) -> bool:
        at = self.held_at or self.known_at or self.now
        if edge.valid_to is not None and edge.valid_to <= at:
            return False
        if self.held_at is not None and edge.valid_from is not None and edge.valid_from > at:
            return False
        if self.known_at is None:
            return edge.superseded_at is None
        is_replaced = edge.superseded_at is not None and edge.superseded_at <= self.known_at
        return edge.recorded_at <= self.known_at and not is_replaced


@dataclass(frozen=True, slots=True)
class Joins:
    """Entities that are one person or thing: the first of each group stands for all."""

    members: Mapping[Node, tuple[Node, ...]] = field(default_factory=dict)
    first: Mapping[Node, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, groups: Iterable[Collection[Node]]) -> "Joins":
        """Return the joins of groups of nodes; the smallest node is the first."""
        members = {min(group): tuple(sorted(group)) for group in groups}
        return cls(members, {node: first for first, group in members.items() for node in group})

    def one(self, node: Node) -> Node:
        """Return the node that stands for this one."""
        return self.first.get(node, node)


class Walk:
    """Steps along the edges that rules allow. ``ends`` may be of any kind.

    ``hubs`` join nearly everything, however few neighbors they have.
    """

    def __init__(
        self,
        read: Read,
        rules: WalkRules,
        joins: Joins,
        ends: Collection[Node] = (),
        hubs: Collection[Node] = (),
    ) -> None:
        self._read = read
        self._rules = rules
        self._joins = joins
        self._ends = frozenset(ends)
        self.hubs = frozenset(joins.one(hub) for hub in hubs)
        self._seen: dict[bool, Steps] = {False: {}, True: {}}

    def steps(self, nodes: Iterable[Node], *, backward: bool = False) -> Steps:
        """Return the allowed edges of each node; ``backward`` follows directed edges to their start."""
        seen = self._seen[backward]
        wanted = list(dict.fromkeys(nodes))
        missing = [node for node in wanted if node not in seen]
        if missing:
            parts = {node: self._joins.members.get(node, (node,)) for node in missing}
            rows = self._read([part for group in parts.values() for part in group])
            for node, group in parts.items():
                edges = (edge for part in group for edge in rows.get(part, ()))
                seen[node] = list(self._allowed(node, edges, backward=backward))
        return {node: seen[node] for node in wanted}

    @property
    def joins(self) -> Joins:
        """Entities that are one."""
        return self._joins

    def one(self, node: Node) -> Node:
        """Return the node that stands for an entity of several packs; others stand for themselves."""
        return self._joins.one(node)

    def has(self, node: Node, *, backward: bool = False) -> bool:
        """Return whether the edges of a node were read already."""
        return node in self._seen[backward]

    def _allowed(
        self, node: Node, edges: Iterable[HalfEdge], *, backward: bool
    ) -> Iterable[HalfEdge]:
        kinds = self._rules.kinds
        for edge in edges:
            if not self._rules.allow(edge, backward=backward):
                continue
            other = self._joins.one(edge.other)
            if other != node and (not kinds or other.kind in kinds or other in self._ends):
                yield edge if other is edge.other else edge._replace(other=other)
