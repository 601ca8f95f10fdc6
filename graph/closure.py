"""Infer relations from stored ones by the rules of their types, without storing them."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from .models import EntityRelation, RelationType, Transitivity

MAX_INFERENCE_DEPTH = 6
# "Limited" transitivity is one step longer than stored relations.
STEPS = {Transitivity.NONE: 1, Transitivity.LIMITED: 2, Transitivity.FULL: MAX_INFERENCE_DEPTH}
# Each inferred step lowers the confidence.
PER_STEP = 0.9


@dataclass(frozen=True, slots=True)
class Edge:
    """A stored relation, or its inverse; ``source`` relates to ``target``."""

    source: UUID
    target: UUID
    type: str
    confidence: float
    relation: int
    is_stored: bool = True


@dataclass(frozen=True, slots=True)
class Inferred:
    """An inferred relation with its confidence; ``through`` are the relations of the chain."""

    source: UUID
    target: UUID
    type: str
    confidence: float
    through: tuple[int, ...]


def edges_of(relations: Iterable[EntityRelation], types: Mapping[str, RelationType]) -> list[Edge]:
    """Return each relation as edges: both directions if its type is symmetric or has an inverse."""
    edges = []
    for row in relations:
        kind = types[row.relation_type_id]
        sure, key = row.confidence_score, row.pk
        edges.append(Edge(row.source_id, row.target_id, kind.type_name, sure, key))
        if kind.is_symmetric:
            edges.append(Edge(row.target_id, row.source_id, kind.type_name, sure, key))
        elif kind.inverse_type in types:
            back = Edge(row.target_id, row.source_id, kind.inverse_type, sure, key, is_stored=False)
            edges.append(back)
    return edges


def closure(
    start: UUID,
    edges: Iterable[Edge],
    types: Mapping[str, RelationType],
    *,
    depth: int = MAX_INFERENCE_DEPTH,
) -> list[Inferred]:
    """Return the inferred relations of ``start`` by the shortest chains, most confident first.

    ``depth`` is the maximal length of a chain, 1 to 6; the type may allow less. Cycles are cut.
    """
    by_type: dict[str, dict[UUID, list[Edge]]] = {}
    for edge in edges:
        by_type.setdefault(edge.type, {}).setdefault(edge.source, []).append(edge)
    found: list[Inferred] = []
    for name, outgoing in by_type.items():
        steps = min(depth, STEPS[Transitivity(types[name].transitivity)], MAX_INFERENCE_DEPTH)
        found += _walked(start, name, outgoing, steps)
    return sorted(found, key=lambda one: (-one.confidence, len(one.through)))


def _walked(
    start: UUID, name: str, outgoing: Mapping[UUID, list[Edge]], steps: int
) -> Iterator[Inferred]:
    """Walk the edges of one type breadth first; each entity is visited once."""
    seen = {start}
    ways: deque[tuple[UUID, float, tuple[int, ...]]] = deque([(start, 1.0, ())])
    while ways:
        here, confidence, through = ways.popleft()
        if len(through) >= steps:
            continue
        for edge in sorted(outgoing.get(here, ()), key=lambda edge: -edge.confidence):
            if edge.target not in seen:
                seen.add(edge.target)
                sure = confidence * edge.confidence * (PER_STEP if through else 1.0)
                way = (*through, edge.relation)
                ways.append((edge.target, sure, way))
                if through or not edge.is_stored:
                    yield Inferred(start, edge.target, name, round(sure, 4), way)
