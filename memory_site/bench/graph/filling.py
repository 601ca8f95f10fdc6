"""Store an invented graph as memories, entities and tags with links, relations, mentions and tags."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.services.users import user_create
from core.caller import Caller
from entities.models import Entity, Mention
from graph.models import EntityRelation, MemoryLink
from graph.nodes import NodeKind
from memories.models import Memory, Session, Tag
from memory_site.bench.reports.tables import Steps

from .synthetic import invented_edges, invented_kinds

NAME, PACK = "bench", "work"
AT = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 5_000
LINK, RELATION = "supports", "works_for"

NODE_MODELS: tuple[type[Model], ...] = (Memory, Entity, Tag)
EDGE_MODELS: tuple[type[Model], ...] = (
    MemoryLink, EntityRelation, Mention, Memory.tags.through,
)  # fmt: skip


def filled(nodes: int, edges: int, steps: Steps) -> tuple[Caller, list[str]]:
    """Store the graph; return its owner and the names of its nodes.

    An edge between a tag and what is no memory is left out: there is no place for it.
    """
    user_create(name=NAME)
    caller = Caller(base_user=NAME)
    kinds = invented_kinds(nodes)
    advance = steps(_("nodes and edges"), nodes + edges)
    stored = _Store(caller.space(PACK), kinds)
    for count in stored.write_nodes():
        advance(count)
    made = invented_edges(nodes, edges)
    pairs = zip(made.sources.tolist(), made.targets.tolist(), made.weights.tolist(), strict=True)
    for count in stored.write_edges(pairs):
        advance(count)
    return caller, [stored.name(at) for at in range(nodes)]


class _Store:
    """Writes the rows of a graph in batches; node number n has the primary key n + 1."""

    def __init__(self, space: str, kinds: list[NodeKind]) -> None:
        self.space = space
        self.kinds = kinds
        self.session = Session.objects.create(
            user_id=space, key="bench", started_at=AT, last_activity=AT
        )

    def name(self, at: int) -> str:
        """Return the public name of a node."""
        kind = self.kinds[at]
        return f"{kind}:n{at}" if kind is NodeKind.TAG else f"{kind}:{UUID(int=at + 1)}"

    def write_nodes(self) -> Iterator[int]:
        """Write the rows of all nodes; yield how many each batch wrote."""
        for first in range(0, len(self.kinds), BATCH):
            places = range(first, min(first + BATCH, len(self.kinds)))
            rows = [self._node(at) for at in places]
            with transaction.atomic():
                _store(rows, NODE_MODELS)
            yield len(rows)

    def _node(self, at: int) -> Memory | Entity | Tag:
        if self.kinds[at] is NodeKind.TAG:
            return Tag(
                pk=at + 1, user_id=self.space, name=f"n{at}", name_key=f"n{at}", created_at=AT
            )
        if self.kinds[at] is NodeKind.ENTITY:
            return Entity(
                pk=at + 1, entity_id=UUID(int=at + 1), user_id=self.space, entity_type_id="Concept",
                name=f"Thing {at}", name_key=f"thing {at}", created_at=AT,
            )  # fmt: skip
        return Memory(
            pk=at + 1, uid=UUID(int=at + 1), user_id=self.space, session=self.session,
            raw_text=f"Note number {at}.", title=f"Note {at}", created_at=AT, recorded_at=AT,
        )  # fmt: skip

    def write_edges(self, pairs: Iterator[tuple[int, int, float]]) -> Iterator[int]:
        """Write a row for each pair of nodes; yield how many each batch wrote."""
        rows: list[object] = []
        for source, target, weight in pairs:
            rows.append(self._edge(source, target, weight))
            if len(rows) == BATCH:
                yield self._flush(rows)
        yield self._flush(rows)

    def _edge(self, source: int, target: int, weight: float) -> object:
        one, other = sorted((source, target), key=lambda at: (self.kinds[at], at))
        match self.kinds[one], self.kinds[other]:
            case NodeKind.MEMORY, NodeKind.MEMORY:
                return MemoryLink(
                    src_memory_id=one + 1, dst_memory_id=other + 1, user_id=self.space,
                    relation_type_id=LINK, weight=weight, created_at=AT,
                )  # fmt: skip
            case NodeKind.ENTITY, NodeKind.ENTITY:
                return EntityRelation(
                    source_id=UUID(int=one + 1), target_id=UUID(int=other + 1), user_id=self.space,
                    relation_type_id=RELATION, weight=weight, recorded_at=AT,
                )  # fmt: skip
            case NodeKind.ENTITY, NodeKind.MEMORY:
                return Mention(
                    entity_id=UUID(int=one + 1), memory_id=other + 1, user_id=self.space,
                    extraction_confidence=weight, created_at=AT,
                )  # fmt: skip
            case NodeKind.MEMORY, NodeKind.TAG:
                return Memory.tags.through(memory_id=one + 1, tag_id=other + 1)
        return None

    def _flush(self, rows: list[object]) -> int:
        count = len(rows)
        with transaction.atomic():
            _store(rows, EDGE_MODELS)
        rows.clear()
        return count


def _store(rows: Sequence[object], models: Sequence[type[Model]]) -> None:
    for model in models:
        model._default_manager.bulk_create([row for row in rows if isinstance(row, model)])
