"""Evidence: how relevant memories are connected, and what supports or contradicts them.

It takes a fixed number of queries. Every step is a memory that search may show to the caller.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from core.caller import Caller
from entities.models import ValidationStatus
from graph.link_types import CONTRADICTS, SUPPORTS
from graph.models import MemoryLink
from graph.queries.links import ORDER_LINKS, GraphPath, expand
from memories.models import Memory
from memories.schemas import Hit
from memories.search.ranking.final_score import visible_paths

from .parts import Chain, Conclusion, Ground, Hop, Step

SEEDS = 12
DEPTH = 2
MAX_WAYS = 100
MAX_CHAINS = 5
MAX_CONCLUSIONS = 3
MAX_EVIDENCE = 3
MAX_CONFLICTS = 2


@dataclass(frozen=True, slots=True)
class _Node:
    """A memory on a path, and its similarity to the message (0 unless it was found)."""

    id: UUID
    title: str
    at: datetime
    confidence: float
    similarity: float

    def step(self) -> Step:
        return Step(self.id, self.title)


@dataclass(frozen=True, slots=True)
class _Graph:
    """The memories linked to the best hits."""

    nodes: Mapping[int, _Node] = field(default_factory=dict)
    ways: Sequence[GraphPath] = ()
    links: Sequence[MemoryLink] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The conclusions and chains of relevant memories, best first."""

    conclusions: list[Conclusion]
    chains: list[Chain]


def evidence_of(caller: Caller, hits: Sequence[Hit]) -> Evidence:
    """Return the conclusions and chains around the best hits."""
    graph = _graph(caller, {hit.memory.id: hit.score for hit in hits[:SEEDS]})
    return Evidence(_conclusions(graph), _chains(graph))


def _graph(caller: Caller, similarity: Mapping[UUID, float]) -> _Graph:
    visible = Memory.objects.of(caller).findable()
    seeds = list(visible.filter(uid__in=similarity).values_list("pk", flat=True))
    ways = visible_paths(expand(seeds, depth=DEPTH, decay=1.0, limit=MAX_WAYS), caller)
    if not ways:
        return _Graph()
    on_way = {pk for way in ways for pk in way.path}
    columns = ("pk", "uid", "title", "created_at", "confidence")
    rows = visible.filter(pk__in=on_way).values_list(*columns)
    nodes = {
        pk: _Node(uid, title, at, confidence, similarity.get(uid, 0.0))
        for pk, uid, title, at, confidence in rows
    }
    links = (
        MemoryLink.objects.filter(src_memory__in=on_way, dst_memory__in=on_way)
        .exclude(validation_status=ValidationStatus.REJECTED)
        .exclude(relation_type__in=ORDER_LINKS)
        .select_related("relation_type")
    )
    return _Graph(nodes, ways, list(links))


def _strength(link: MemoryLink) -> float:
    return link.weight * link.confidence_score


def _chains(graph: _Graph) -> list[Chain]:
    """Return the best path between any two memories, without links that conclusions show."""
    between: dict[frozenset[int], MemoryLink] = {}
    for link in sorted(graph.links, key=_strength):
        between[frozenset((link.src_memory_id, link.dst_memory_id))] = link
    best: dict[frozenset[int], Chain] = {}
    for way in graph.ways:
        links = [between.get(frozenset(pair)) for pair in pairwise(way.path)]
        known = [link for link in links if link is not None]
        if len(known) < len(links) or (len(known) == 1 and _speaks(known[0])):
            continue
        chain = _chain(graph.nodes, way.path, known)
        ends = frozenset((way.path[0], way.path[-1]))
        if ends not in best or chain.score > best[ends].score:
            best[ends] = chain
    return sorted(best.values(), key=lambda chain: -chain.score)[:MAX_CHAINS]


def _speaks(link: MemoryLink) -> bool:
    return link.relation_type.canonical_type in (SUPPORTS, CONTRADICTS)


def _chain(nodes: Mapping[int, _Node], path: Sequence[int], links: Sequence[MemoryLink]) -> Chain:
    hops = tuple(
        Hop(link.type_key, link.weight, link.notes, link.src_memory_id == start)
        for start, link in zip(path, links, strict=False)
    )
    weight = math.prod(_strength(link) for link in links)
    steps = tuple(nodes[pk].step() for pk in path)
    return Chain(steps, hops, nodes[path[0]].similarity * weight)


def _conclusions(graph: _Graph) -> list[Conclusion]:
    """Return the memories that others support or contradict, the most relevant first."""
    speaking = sorted(filter(_speaks, graph.links), key=lambda link: -_strength(link))
    evidence: dict[int, list[tuple[MemoryLink, int]]] = {}
    conflicts: dict[int, list[tuple[MemoryLink, int]]] = {}
    for link in speaking:
        source, target = link.src_memory_id, link.dst_memory_id
        if link.relation_type.canonical_type == SUPPORTS:
            evidence.setdefault(target, []).append((link, source))
        else:
            conflicts.setdefault(target, []).append((link, source))
            conflicts.setdefault(source, []).append((link, target))
    made = [
        _conclusion(graph.nodes, pk, evidence.get(pk, ()), conflicts.get(pk, ()))
        for pk in _concluded(graph.nodes, evidence, conflicts)
    ]
    return sorted(made, key=lambda conclusion: -conclusion.score)[:MAX_CONCLUSIONS]


def _concluded(
    nodes: Mapping[int, _Node],
    evidence: Mapping[int, object],
    conflicts: Mapping[int, Sequence[tuple[MemoryLink, int]]],
) -> list[int]:
    """Return supported memories, and of two that only contradict each other the more similar."""
    chosen = list(evidence)
    bare = sorted(set(conflicts) - set(evidence), key=lambda pk: -nodes[pk].similarity)
    for pk in bare:
        if not any(other in chosen for _, other in conflicts[pk]):
            chosen.append(pk)
    return chosen


def _conclusion(
    nodes: Mapping[int, _Node],
    pk: int,
    evidence: Sequence[tuple[MemoryLink, int]],
    conflicts: Sequence[tuple[MemoryLink, int]],
) -> Conclusion:
    node = nodes[pk]
    others = [(link, nodes[other]) for link, other in (*evidence, *conflicts)]
    score = max([node.similarity, *(_strength(link) * other.similarity for link, other in others)])
    return Conclusion(
        step=node.step(),
        at=node.at,
        evidence=tuple(_ground(nodes, *given) for given in evidence[:MAX_EVIDENCE]),
        conflicts=tuple(_ground(nodes, *given) for given in conflicts[:MAX_CONFLICTS]),
        confidence=confidence(
            node.confidence,
            [_strength(link) * nodes[other].confidence for link, other in evidence],
            [_strength(link) * nodes[other].confidence for link, other in conflicts],
        ),
        score=score,
    )


def _ground(nodes: Mapping[int, _Node], link: MemoryLink, other: int) -> Ground:
    return Ground(nodes[other].step(), link.weight, link.notes)


def confidence(own: float, supporting: Iterable[float], contradicting: Iterable[float]) -> float:
    """Return how sure a conclusion is, 0…1.

    ``p`` is how likely at least one of the memory itself and its evidence is right, ``q`` the
    same of what contradicts it; the answer is p · p / (p + q): without conflicts it is ``p``,
    and two claims that are equally sure leave each other half.
    """
    p = 1 - (1 - own) * math.prod(1 - strength for strength in supporting)
    q = 1 - math.prod(1 - strength for strength in contradicting)
    return p * p / (p + q) if p else 0.0
