"""Weigh proposals by what a decision is expected to be worth, the order of the inbox.

The worth is stored, not computed by the query: the counts lie in four tables, so that ordering
10,000 open proposals by them would read all of these rows for each page; by the column it reads
one index. It is computed whenever a proposal is stored or renewed, and once a day for all open ones,
since what they are about is mentioned and recalled again meanwhile.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from uuid import UUID

from django.db.models import Count

from core.caller import base_user_of
from entities.models import Entity
from memories.models import Proposal, ProposalKind, ProposalStatus, State

from .kinds import subject_ids_of
from .preview import SubjectCache, SubjectIds

BATCH = 500
# The entity whose mentions and states the decision changes; of other kinds, no entity.
CHANGED = {ProposalKind.MERGE_ENTITIES: "merge", ProposalKind.ENTITY: "entity"}


@dataclass(frozen=True, slots=True)
class Weight:
    """How often the subject of a proposal is seen, and how many rows a decision changes."""

    seen: int
    dependent: int

    def worth(self, confidence: float) -> float:
        """Return the confidence times the digits of both counts.

        Ten times as many mentions are one step more, not ten: a name in 2,000 memories comes
        before one in 20, yet a hundredfold count makes no sure thing of a guess.
        """
        return confidence * (1 + log10(1 + self.seen) + log10(1 + self.dependent))


def set_worth(
    proposals: Sequence[Proposal], evidence: Sequence[int], subjects: SubjectCache
) -> None:
    """Set the worth of proposals, which have so many memories as evidence, in one query."""
    states = _states_about(proposals, subjects)
    for proposal, count in zip(proposals, evidence, strict=True):
        weight = _weight(proposal, count, subjects, states)
        proposal.worth = round(weight.worth(proposal.confidence), 4)


def _weight(
    proposal: Proposal, evidence: int, subjects: SubjectCache, states: Counter[UUID]
) -> Weight:
    about = subject_ids_of(proposal)
    entities = [subjects.entities[uid] for uid in about.entities if uid in subjects.entities]
    memories = [subjects.memories[uid] for uid in about.memories if uid in subjects.memories]
    seen = sum(row.usage_count for row in memories) + sum(map(_seen, entities))
    changed = _changed(proposal)
    dependent = len(memories) + len(about.states) + sum(
        row.extraction_count + states[row.entity_id] for row in entities if row.entity_id == changed
    )  # fmt: skip
    return Weight(seen + evidence, dependent)


def _seen(entity: Entity) -> int:
    return entity.extraction_count + entity.usage_count


def _changed(proposal: Proposal) -> UUID | None:
    name = CHANGED.get(ProposalKind(proposal.kind), "")
    return UUID(proposal.payload[name]) if name else None


def _states_about(proposals: Iterable[Proposal], subjects: SubjectCache) -> Counter[UUID]:
    """Count the states of each entity whose states a decision changes."""
    changed = {uid for proposal in proposals if (uid := _changed(proposal))}
    entities = [subjects.entities[uid] for uid in changed & subjects.entities.keys()]
    if not entities:
        return Counter()
    rows = State.objects.filter(subject__in=entities).order_by().values_list("subject")
    return Counter(dict(rows.annotate(count=Count("pk"))))


def refresh_worth() -> int:
    """Compute the worth of all open proposals again; return how many changed."""
    changed, last = 0, 0
    waiting = Proposal.objects.filter(status=ProposalStatus.OPEN).order_by("pk")
    while batch := list(waiting.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        before = {row.pk: row.worth for row in batch}
        set_worth(batch, _evidence(batch), _subjects(batch))
        moved = [row for row in batch if row.worth != before[row.pk]]
        Proposal.objects.bulk_update(moved, ["worth"])
        changed += len(moved)
    return changed


def _evidence(proposals: Sequence[Proposal]) -> list[int]:
    through = Proposal.evidence.through.objects.filter(proposal__in=proposals).order_by()
    counts = dict(through.values_list("proposal_id").annotate(count=Count("pk")))
    return [counts.get(row.pk, 0) for row in proposals]


def _subjects(proposals: Sequence[Proposal]) -> SubjectCache:
    about: list[SubjectIds] = [subject_ids_of(row) for row in proposals]
    return SubjectCache.load({base_user_of(row.user_id) for row in proposals}, about)
