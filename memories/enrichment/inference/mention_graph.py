"""Read which entities of a person are mentioned together, and which are related."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations, groupby
from operator import itemgetter
from uuid import UUID

from django.db.models import Q

from core.caller import base_user_of
from entities.models import Entity, Mention, MentionType, ValidationStatus, type_key
from graph.inference.association import likelihood_ratio
from graph.inference.neighbors import adjacency
from graph.models import EntityRelation
from graph.same_as import SAME_AS, same_as_of_person, same_entities
from memories.enrichment.cooccurrence import CO_OCCURRENCE, MAX_NAMES
from memories.models import Memory
from memories.records.mentions import ASSISTANT_ROLES

# An entity in a larger share of the memories explains nothing.
HUB_SHARE = 1 / 3
# Of fewer memories, any entity is in a large share.
LEAST_MEMORIES = 12
# Mentioned together more often than by chance (p = 0.01), to count as neighbors.
LEAST_RATIO = 6.63
LEAST_TOGETHER = 2
Pair = frozenset[UUID]


@dataclass(frozen=True, slots=True)
class Held:
    """A relation that holds, between the nodes of both ends."""

    source: UUID
    target: UUID
    type: str
    relation: int


@dataclass(slots=True)
class MentionGraph:
    """Entities by node: several that are the same are one node.

    ``named`` holds the memories that mention a node, ``pairs`` how many memories mention two nodes,
    ``sessions`` the session of each memory.
    """

    spaces: frozenset[str]
    total: int = 0
    entities: dict[UUID, list[Entity]] = field(default_factory=lambda: defaultdict(list))
    named: dict[UUID, set[int]] = field(default_factory=lambda: defaultdict(set))
    pairs: Counter[Pair] = field(default_factory=Counter)
    sessions: dict[int, str] = field(default_factory=dict)
    relations: list[Held] = field(default_factory=list)

    def is_hub(self, node: UUID) -> bool:
        """Return whether a node is in so many memories that it explains nothing."""
        return self.total >= LEAST_MEMORIES and len(self.named[node]) > HUB_SHARE * self.total

    def together(self, pair: Pair) -> set[int]:
        """Return the memories that mention both."""
        one, other = pair
        return self.named[one] & self.named[other]

    def neighbors(self) -> dict[UUID, set[UUID]]:
        """Return for each node, hubs excepted, the nodes that are related or clearly mentioned with it."""
        near = [pair for pair, both in self.pairs.items() if self._is_clear(pair, both)]
        edges = [(one, other) for one, other in near]
        edges += [(row.source, row.target) for row in self.relations]
        return adjacency(
            (one, other) for one, other in edges if not self.is_hub(one) and not self.is_hub(other)
        )

    def _is_clear(self, pair: Pair, both: int) -> bool:
        if both < LEAST_TOGETHER:
            return False
        one, other = (len(self.named[node]) for node in pair)
        return likelihood_ratio(both, one, other, self.total) >= LEAST_RATIO


def read_mention_graph(spaces: Collection[str], now: datetime) -> MentionGraph:
    """Read the entities of one person's spaces; of several, the same ones are joined."""
    graph = MentionGraph(frozenset(spaces))
    nodes = _nodes(graph)
    for memory, session, named in _named_by_memory(graph.spaces):
        found = {nodes[entity] for entity in named if entity in nodes}
        graph.total += 1
        graph.sessions[memory] = session
        for node in found:
            graph.named[node].add(memory)
        if len(found) <= MAX_NAMES:
            graph.pairs.update(frozenset(pair) for pair in combinations(found, 2))
    graph.relations = list(_held(graph.spaces, nodes, now))
    return graph


def _nodes(graph: MentionGraph) -> dict[UUID, UUID]:
    """Put the entities into the graph; return the node of each."""
    rows = Entity.objects.in_spaces(graph.spaces).filter(merged_into=None)
    kept = list(rows.exclude(validation_status=ValidationStatus.REJECTED).order_by("pk"))
    ids = [row.entity_id for row in kept]
    joined = _joined(graph.spaces, ids) if len(graph.spaces) > 1 else {}
    nodes = {one: min(joined.get(one, (one,))) for one in ids}
    for row in kept:
        graph.entities[nodes[row.entity_id]].append(row)
    return nodes


def _joined(spaces: Collection[str], ids: Sequence[UUID]) -> dict[UUID, frozenset[UUID]]:
    person = base_user_of(next(iter(spaces)))
    known = frozenset(ids)
    groups = same_entities(same_as_of_person(person), ids)
    return {one: group & known for one, group in groups.items()}


def _named_by_memory(spaces: Collection[str]) -> Iterator[tuple[int, str, list[UUID]]]:
    """Yield each memory that no assistant wrote, with its session and the entities that it mentions."""
    rows = (
        Mention.objects.in_spaces(spaces)
        .filter(memory__in=Memory.objects.findable().filter(is_order=False))
        # The speaker would go with everything that is said.
        .exclude(link_type=MentionType.PERFORMED_BY)
        .exclude(memory__speaker__in=ASSISTANT_ROLES)
        .order_by("memory")
        .values_list("memory", "memory__session", "entity")
        .distinct()
    )
    for (memory, session), group in groupby(rows.iterator(), key=itemgetter(0, 1)):
        yield memory, session, [entity for _memory, _session, entity in group]


def _held(spaces: Collection[str], nodes: dict[UUID, UUID], now: datetime) -> Iterator[Held]:
    rows = (
        EntityRelation.objects.supported()
        .filter(
            Q(valid_to=None) | Q(valid_to__gt=now),
            superseded_at=None,
            source__user_id__in=spaces,
            target__user_id__in=spaces,
        )
        .exclude(validation_status=ValidationStatus.REJECTED)
    )
    rows = rows.exclude(relation_type__in=(CO_OCCURRENCE, SAME_AS)).order_by("pk")
    columns = ("source__entity_id", "target__entity_id", "relation_type", "pk")
    for source, target, kind, pk in rows.values_list(*columns):
        if source in nodes and target in nodes:
            yield Held(nodes[source], nodes[target], type_key(kind), pk)
