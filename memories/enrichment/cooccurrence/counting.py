"""Count which entities are mentioned together, and how significant that is.

Significance is the log-likelihood ratio (Dunning 1993), strength the normalized pointwise mutual
information (Bouma 2009).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from uuid import UUID

from entities.models import Mention, MentionType, ValidationStatus
from memories.models import Memory

# A memory that lists more names than this is ignored.
MAX_NAMES = 20
MIN_MEMORIES, MIN_SESSIONS = 3, 2
# Chi-square with one degree of freedom at p = 0.001.
MIN_RATIO = 10.83
MIN_ASSOCIATION = 0.2
MAX_EVIDENCE = 20
Pair = tuple[UUID, UUID]
MemoryInSession = tuple[int, str]


@dataclass(frozen=True, slots=True)
class CoOccurrence:
    """Two co-occurring entities: their memories, the G² ratio and the association (0 to 1)."""

    pair: Pair
    places: Sequence[MemoryInSession]
    ratio: float
    association: float

    @property
    def evidence(self) -> list[int]:
        """The latest memories that mention both."""
        return sorted((memory for memory, _session in self.places), reverse=True)[:MAX_EVIDENCE]


def find_cooccurrences(user_id: str) -> list[CoOccurrence]:
    """Return the pairs of one space that are mentioned together more often than by chance."""
    named: Counter[UUID] = Counter()
    pairs: Counter[Pair] = Counter()
    memories = 0
    for _place, entities in _entities_by_memory(user_id):
        memories += 1
        named.update(entities)
        pairs.update(combinations(entities, 2))
    often = {pair: count for pair, count in pairs.items() if count >= MIN_MEMORIES}
    measured = {
        pair: (ratio, association)
        for pair, count in often.items()
        if (ratio := likelihood_ratio(count, named[pair[0]], named[pair[1]], memories)) >= MIN_RATIO
        and (association := npmi(count, named[pair[0]], named[pair[1]], memories))
        >= MIN_ASSOCIATION
    }
    places = _places(user_id, measured)
    return [
        CoOccurrence(pair, places[pair], *numbers)
        for pair, numbers in measured.items()
        if len({session for _memory, session in places[pair]}) >= MIN_SESSIONS
    ]


def _entities_by_memory(user_id: str) -> Iterator[tuple[MemoryInSession, list[UUID]]]:
    """Yield each memory with its entities in a stable order; skip memories with long lists."""
    rows = (
        Mention.objects.filter(
            user_id=user_id,
            memory__in=Memory.objects.findable(),
            entity__merged_into=None,
        )
        .exclude(entity__validation_status=ValidationStatus.REJECTED)
        # The speaker would co-occur with everything that is said.
        .exclude(link_type=MentionType.PERFORMED_BY)
        .order_by("memory", "entity")
        .values_list("memory", "memory__session", "entity")
        .distinct()
    )
    for place, group in groupby(rows.iterator(), key=itemgetter(0, 1)):
        entities = [entity for _memory, _session, entity in group]
        if len(entities) <= MAX_NAMES:
            yield place, entities


def _places(user_id: str, pairs: Collection[Pair]) -> Mapping[Pair, list[MemoryInSession]]:
    places: dict[Pair, list[MemoryInSession]] = defaultdict(list)
    if pairs:
        for place, entities in _entities_by_memory(user_id):
            for pair in combinations(entities, 2):
                if pair in pairs:
                    places[pair].append(place)
    return places


def likelihood_ratio(both: int, one: int, other: int, total: int) -> float:
    """Return Dunning's G² of two events in ``total`` trials; 0 if they are negatively associated."""
    if both * total <= one * other:
        return 0.0
    observed = (both, one - both, other - both, total - one - other + both)
    expected = [
        row * column / total for row in (one, total - one) for column in (other, total - other)
    ]
    return 2 * sum(
        seen * math.log(seen / usual)
        for seen, usual in zip(observed, expected, strict=True)
        if seen
    )


def npmi(both: int, one: int, other: int, total: int) -> float:
    """Return the normalized pointwise mutual information: 0 by chance, 1 always together."""
    if both == total:
        return 0.0
    return math.log(both * total / (one * other)) / -math.log(both / total)


def ordered_pair(one: UUID, other: UUID) -> Pair:
    return (one, other) if one < other else (other, one)
