"""Find pairs of entities that are likely related, with the parts of their score and the evidence."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from entities.models import Entity
from graph.inference.association import likelihood_ratio, npmi
from graph.inference.confidence import Parts
from graph.inference.neighbors import adamic_adar, pairs_with_shared_neighbors, shared_neighbors
from graph.inference.type_rules import RuleMatch, Step, all_rules, matches
from graph.models import EntityRelation, RelationType
from memories.index import entity_vectors

from .mention_graph import MentionGraph, Pair
from .statements import stated_together

# Chi-square with one degree of freedom at p = 0.001.
LEAST_RATIO, LEAST_NPMI = 10.83, 0.2
LEAST_MEMORIES, LEAST_SESSIONS = 4, 2
LEAST_SHARED = 2
# A node with more neighbors brings no two of them together.
MOST_NEIGHBORS = 30
MOST_EVIDENCE, MOST_NAMED = 20, 3
BATCH = 500
# The relation that two types of entities make likely: source type and relation.
LIKELY = {
    frozenset({"Person", "Organization"}): ("Person", "member_of"),
    frozenset({"Person", "Project"}): ("Person", "participates_in"),
    frozenset({"Person"}): ("Person", "knows"),
}


class Method(StrEnum):
    """How a relation or a link was inferred: the ``method`` of its proposal."""

    CO_MENTION = "inference:co_mention"
    NEIGHBORS = "inference:neighbors"
    TYPE_RULE = "inference:type_rule"
    LINKS = "inference:links"


@dataclass(frozen=True, slots=True)
class RelationCandidate:
    """A likely relation: both nodes, its type and parts, and the memories that it rests on."""

    source: UUID
    target: UUID
    type: str
    method: Method
    parts: Parts
    evidence: tuple[int, ...]
    reason: str

    @property
    def pair(self) -> Pair:
        """Both nodes."""
        return frozenset((self.source, self.target))


def relation_candidates(
    graph: MentionGraph, types: Mapping[str, RelationType], decided: Collection[Pair]
) -> list[RelationCandidate]:
    """Return the likely relations of pairs that are not in ``decided``, the most confident first."""
    neighbors = graph.neighbors()
    finder = _Finder(graph, types, decided, neighbors)
    found: dict[Pair, RelationCandidate] = {}
    for candidate in (*finder.by_rules(), *finder.by_mentions(), *finder.by_neighbors()):
        known = found.get(candidate.pair)
        found[candidate.pair] = _both(known, candidate) if known else candidate
    scored = finder.with_vectors(list(found.values()))
    return sorted(scored, key=lambda one: (-one.parts.confidence, str(one.source), str(one.target)))


def _both(one: RelationCandidate, other: RelationCandidate) -> RelationCandidate:
    """Add the parts of a second sign; the first one says which relation it is."""
    parts = replace(
        one.parts,
        npmi=one.parts.npmi or other.parts.npmi,
        memories=one.parts.memories or other.parts.memories,
        adamic_adar=one.parts.adamic_adar or other.parts.adamic_adar,
    )
    evidence = dict.fromkeys((*one.evidence, *other.evidence))
    return replace(one, parts=parts, evidence=tuple(evidence)[:MOST_EVIDENCE])


class _Finder:
    """Finds likely relations of one graph."""

    def __init__(
        self,
        graph: MentionGraph,
        types: Mapping[str, RelationType],
        decided: Collection[Pair],
        neighbors: dict[UUID, set[UUID]],
    ) -> None:
        self._graph, self._types, self._decided = graph, types, decided
        self._neighbors = neighbors
        self._kinds = {node: rows[0].type_key for node, rows in graph.entities.items()}

    def by_mentions(self) -> Iterator[RelationCandidate]:
        """Yield pairs that statements name together more often than by chance."""
        often = [
            pair
            for pair, both in self._graph.pairs.items()
            if both >= LEAST_MEMORIES and self._is_asked(pair) and self._is_clear(pair, both)
        ]
        stated = stated_together(self._graph, often)
        for pair, memories in stated.items():
            if len(memories) < LEAST_MEMORIES:
                continue
            if len({self._graph.sessions[pk] for pk in memories}) < LEAST_SESSIONS:
                continue
            one, other = pair
            parts = Parts(
                npmi=self._npmi(pair, self._graph.pairs[pair]),
                memories=len(memories),
                adamic_adar=adamic_adar(self._neighbors, one, other),
            )
            reason = f"named together in {len(memories)} memories"
            yield self._candidate(pair, Method.CO_MENTION, parts, memories, reason)

    def by_neighbors(self) -> Iterator[RelationCandidate]:
        """Yield pairs that are never named together, but with the same others."""
        near = pairs_with_shared_neighbors(self._neighbors, most=MOST_NEIGHBORS)
        for pair, count in near.items():
            if count < LEAST_SHARED or not self._is_asked(pair):
                continue
            one, other = pair
            shared = self._rarest(shared_neighbors(self._neighbors, one, other))
            evidence = self._evidence_through(pair, shared)
            if len(evidence) < LEAST_SHARED:
                continue
            parts = Parts(adamic_adar=adamic_adar(self._neighbors, one, other))
            reason = f"both named with {self._names(shared)}"
            yield self._candidate(pair, Method.NEIGHBORS, parts, evidence, reason)

    def by_rules(self) -> Iterator[RelationCandidate]:
        """Yield what type rules make likely of the stored relations, the best rule of each pair."""
        rules = [rule for rule in all_rules() if rule.proposes in self._types]
        found = sorted(matches(rules, self._steps(), self._kinds), key=_strength)
        best = {match.pair: match for match in found if match.pair not in self._decided}
        evidence = _evidence_of({pk for match in best.values() for pk in match.relations})
        for match in best.values():
            memories = [pk for relation in match.relations for pk in evidence[relation]]
            if not memories:
                continue
            yield RelationCandidate(
                match.source,
                match.target,
                match.rule.proposes,
                Method.TYPE_RULE,
                Parts(rule=match.rule.confidence),
                tuple(dict.fromkeys(sorted(memories, reverse=True)))[:MOST_EVIDENCE],
                f"through {self._names([match.via])}",
            )

    def with_vectors(self, found: Sequence[RelationCandidate]) -> list[RelationCandidate]:
        """Add the nearness of the vectors of both entities."""
        ends = {node: self._entity(node).pk for one in found for node in one.pair}
        vectors = entity_vectors(list(ends.values()))
        scored = []
        for one in found:
            a, b = vectors.get(ends[one.source]), vectors.get(ends[one.target])
            if a is not None and b is not None:
                one = replace(one, parts=replace(one.parts, cosine=float(a @ b)))
            scored.append(one)
        return scored

    def _is_asked(self, pair: Pair) -> bool:
        """Return whether a pair could be asked about: undecided, no hubs, types that make one likely."""
        if pair in self._decided or any(self._graph.is_hub(node) for node in pair):
            return False
        likely = LIKELY.get(frozenset(self._kinds[node] for node in pair))
        return likely is not None and likely[1] in self._types

    def _is_clear(self, pair: Pair, both: int) -> bool:
        one, other = (len(self._graph.named[node]) for node in pair)
        ratio = likelihood_ratio(both, one, other, self._graph.total)
        return ratio >= LEAST_RATIO and self._npmi(pair, both) >= LEAST_NPMI

    def _npmi(self, pair: Pair, both: int) -> float:
        one, other = (len(self._graph.named[node]) for node in pair)
        return npmi(both, one, other, self._graph.total)

    def _candidate(
        self, pair: Pair, method: Method, parts: Parts, memories: Sequence[int], reason: str
    ) -> RelationCandidate:
        source_type, kind = LIKELY[frozenset(self._kinds[node] for node in pair)]
        one, other = sorted(pair)
        source, target = (one, other) if self._kinds[one] == source_type else (other, one)
        return RelationCandidate(
            source, target, kind, method, parts, tuple(memories[:MOST_EVIDENCE]), reason
        )

    def _rarest(self, nodes: Iterable[UUID]) -> list[UUID]:
        return sorted(nodes, key=lambda node: (len(self._neighbors[node]), str(node)))[:MOST_NAMED]

    def _evidence_through(self, pair: Pair, shared: Sequence[UUID]) -> list[int]:
        """Return the latest memories that name one of a pair with a shared neighbor."""
        named = self._graph.named
        found = (max(named[end] & named[via], default=0) for via in shared for end in sorted(pair))
        return [pk for pk in dict.fromkeys(found) if pk]

    def _steps(self) -> Iterator[Step]:
        for row in self._graph.relations:
            yield Step(row.source, row.target, row.type, row.relation)
            if (kind := self._types.get(row.type)) is not None and kind.is_symmetric:
                yield Step(row.target, row.source, row.type, row.relation)

    def _entity(self, node: UUID) -> Entity:
        return self._graph.entities[node][0]

    def _names(self, nodes: Iterable[UUID]) -> str:
        return ", ".join(self._entity(node).name for node in nodes)


def _strength(match: RuleMatch) -> tuple[float, str]:
    return match.rule.confidence, str(match.source)


def _evidence_of(relations: Collection[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    wanted = sorted(relations)
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        through = EntityRelation.evidence.through.objects.filter(entityrelation__in=batch)
        for relation, memory in through.values_list("entityrelation", "memory"):
            found[relation].append(memory)
    return found
