"""Count which entities are mentioned together, and store significant pairs as relations."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, groupby
from operator import itemgetter
from uuid import UUID

from django.db import transaction

from core.journal import Change, described
from core.models import Action
from entities.models import Entity, Mention, MentionType, ValidationStatus
from graph.inference.association import likelihood_ratio, npmi
from graph.models import EntityRelation
from memories.enrichment.storage import system_caller
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


def ordered_pair(one: UUID, other: UUID) -> Pair:
    return (one, other) if one < other else (other, one)


CO_OCCURRENCE = "co_occurrence"
METHOD = "statistics"
OPEN = (ValidationStatus.UNVALIDATED, ValidationStatus.PROPOSED)


def update_cooccurrences(user_id: str, *, now: datetime) -> int:
    """Update the stored co-occurrences of one space.

    Rows that a user accepted or rejected stay unchanged. Return how many rows changed.
    """
    # Counted before the transaction, so that no writer waits meanwhile.
    counted = find_cooccurrences(user_id)
    with transaction.atomic():
        found = {one.pair: one for one in _drop_deleted(counted)}
        known = {ordered_pair(row.source_id, row.target_id): row for row in _stored(user_id)}
        change = Change(caller=system_caller(user_id), at=now)
        for pair, row in known.items():
            _update_relation(change, row, found.get(pair))
        _create_relations(
            change, user_id, [one for pair, one in found.items() if pair not in known]
        )
        changed = len(change.revisions)
        change.write()
    return changed


def _drop_deleted(counted: Sequence[CoOccurrence]) -> list[CoOccurrence]:
    """Drop pairs whose entities or evidence were deleted since they were counted."""
    ends = Entity.objects.in_bulk(
        {end for one in counted for end in one.pair}, field_name="entity_id"
    )
    memories = set(
        Memory.objects.filter(pk__in={pk for one in counted for pk in one.evidence}).values_list(
            "pk", flat=True
        )
    )
    return [
        one
        for one in counted
        if all(end in ends for end in one.pair) and memories.issuperset(one.evidence)
    ]


def _stored(user_id: str) -> Sequence[EntityRelation]:
    rows = EntityRelation.objects.filter(
        user_id=user_id, relation_type=CO_OCCURRENCE, superseded_at=None
    )
    return list(rows)


def _update_relation(change: Change, row: EntityRelation, one: CoOccurrence | None) -> None:
    """Update the figures of a stored co-occurrence, or delete it if it is no longer significant."""
    if row.extraction_method != METHOD or row.validation_status not in OPEN:
        return
    if one is None:
        change.note(Action.DELETE, row, before=described(row))
        row.delete()
        return
    if row.evidence_count == len(one.places):
        return
    before = described(row)
    row.evidence_count, row.updated_at = len(one.places), change.at
    row.weight = row.confidence_score = round(one.association, 4)
    row.version += 1
    row.save()
    row.evidence.set(one.evidence)
    change.note(Action.UPDATE, row, before=before, after=described(row))


def _create_relations(change: Change, user_id: str, found: Sequence[CoOccurrence]) -> None:
    ends = Entity.objects.in_bulk(
        {end for one in found for end in one.pair}, field_name="entity_id"
    )
    rows = EntityRelation.objects.bulk_create(
        [_relation(user_id, one, [ends[end] for end in one.pair], change.at) for one in found]
    )
    through = EntityRelation.evidence.through
    through.objects.bulk_create(
        through(entityrelation_id=row.pk, memory_id=pk)
        for row, one in zip(rows, found, strict=True)
        for pk in one.evidence
    )
    change.created(rows)


def _relation(
    user_id: str, one: CoOccurrence, ends: Sequence[Entity], now: datetime
) -> EntityRelation:
    source, target = sorted(ends, key=lambda end: end.pk)
    return EntityRelation(
        user_id=user_id,
        source=source,
        target=target,
        relation_type_id=CO_OCCURRENCE,
        weight=round(one.association, 4),
        confidence_score=round(one.association, 4),
        evidence_count=len(one.places),
        extraction_method=METHOD,
        recorded_at=now,
    )
