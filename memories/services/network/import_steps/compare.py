"""Compare the edges of a file with what is stored between the same rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from entities.models import Entity, Mention
from graph.models import EntityRelation, MemoryLink
from graph.nodes import EdgeKind
from memories.models import Memory
from memories.selectors.network.export_rows.scope import batches

from .records import ImportedEdge

Action = str
CREATED, UPDATED, UNCHANGED = "created", "updated", "unchanged"


@dataclass(slots=True)
class Ends:
    """The stored rows that nodes are, by key; new nodes have none yet."""

    memories: Mapping[str, Memory]
    entities: Mapping[str, Entity]


def compared(edges: Sequence[ImportedEdge], ends: Ends) -> list[Action]:
    """Return for each edge whether it is to be made, changed, or left as it is."""
    actions: list[Action] = []
    readers: Mapping[EdgeKind, Callable[[Sequence[ImportedEdge], Ends], list[Action]]] = {
        EdgeKind.LINK: _links,
        EdgeKind.RELATION: _relations,
        EdgeKind.MENTION: _mentions,
    }
    for part in batches(edges):
        by_kind = {
            kind: iter(read([edge for edge in part if edge.kind == kind], ends))
            for kind, read in readers.items()
        }
        actions += [next(by_kind[edge.kind]) for edge in part]
    return actions


def _links(edges: Sequence[ImportedEdge], ends: Ends) -> list[Action]:
    pairs = [(ends.memories.get(edge.source), ends.memories.get(edge.target)) for edge in edges]
    known = {memory.pk for pair in pairs for memory in pair if memory}
    rows = MemoryLink.objects.filter(src_memory__in=known, dst_memory__in=known)
    stored = {(row.src_memory_id, row.dst_memory_id, row.relation_type_id): row for row in rows}
    actions = []
    for edge, (source, target) in zip(edges, pairs, strict=True):
        link = None
        if source and target:
            link = stored.get((source.pk, target.pk, edge.type))
            if link is None and edge.relation_type and edge.relation_type.is_symmetric:
                link = stored.get((target.pk, source.pk, edge.type))
        actions.append(_link_action(edge, link))
    return actions


def _link_action(edge: ImportedEdge, link: MemoryLink | None) -> Action:
    if link is None:
        return CREATED
    same = (link.weight, link.confidence_score) == (edge.weight, edge.confidence)
    return UNCHANGED if same and edge.reason in ("", link.notes) else UPDATED


def _relations(edges: Sequence[ImportedEdge], ends: Ends) -> list[Action]:
    pairs = [(ends.entities.get(edge.source), ends.entities.get(edge.target)) for edge in edges]
    known = {entity.pk for pair in pairs for entity in pair if entity}
    rows = EntityRelation.objects.filter(
        source__pk__in=known, target__pk__in=known, superseded_at=None
    ).prefetch_related("evidence")
    stored = {(row.source_id, row.target_id, row.relation_type_id): row for row in rows}
    actions = []
    for edge, (source, target) in zip(edges, pairs, strict=True):
        relation = None
        if source and target:
            relation = stored.get((source.entity_id, target.entity_id, edge.type))
            if relation is None and edge.relation_type and edge.relation_type.is_symmetric:
                relation = stored.get((target.entity_id, source.entity_id, edge.type))
        actions.append(_relation_action(edge, relation, ends))
    return actions


def _relation_action(edge: ImportedEdge, relation: EntityRelation | None, ends: Ends) -> Action:
    if relation is None:
        return CREATED
    same = (relation.weight, relation.confidence_score) == (edge.weight, edge.confidence)
    says = edge.reason in ("", relation.reason)
    dated = (relation.valid_from or not edge.valid_from) and (
        relation.valid_to or not edge.valid_to
    )
    evidence = {memory.pk for memory in relation.evidence.all()}
    told = [ends.memories.get(name) for name in edge.evidence]
    backed = all(memory is not None and memory.pk in evidence for memory in told)
    return UNCHANGED if same and says and dated and backed else UPDATED


def _mentions(edges: Sequence[ImportedEdge], ends: Ends) -> list[Action]:
    pairs = [(ends.memories.get(edge.source), ends.entities.get(edge.target)) for edge in edges]
    known = {memory.pk for memory, _entity in pairs if memory}
    rows = Mention.objects.filter(memory__in=known).values_list("memory", "entity", "link_type")
    stored = set(rows)
    return [
        UNCHANGED
        if memory and entity and (memory.pk, entity.entity_id, edge.type) in stored
        else CREATED
        for edge, (memory, entity) in zip(edges, pairs, strict=True)
    ]
