"""Find links between important memories: near in meaning, and about the same rare thing."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from entities.models import Entity, Mention, MentionType
from graph.models import MemoryLink
from memories.enrichment.duplicates.candidates import find_candidates
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus, Tag
from memories.records.mentions import ASSISTANT_ROLES
from nlp.comparison.statement import Thresholds
from nlp.discourse import ASKS, SHORTEST

# The most important memories of a space that one run looks at again.
MOST_EXAMINED = 200
IMPORTANT = 0.7
RECENTLY = timedelta(days=30)
NEIGHBORS = 8
# How far from "related" to "the same" on the model's scale two memories have to be at least.
LEAST_NEARNESS, MOST_NEARNESS = 0.0, 1.0
# A name or a tag of more memories is not rare.
RARE_SHARE, RARE_COUNT = 0.05, 4
BY_NEARNESS, BY_THING = 0.6, 0.5
# Two memories of one place or one day are seldom about one thing.
NO_THINGS = ("Location", "TimeUnit")
MOST_NAMED = 3
Thing = tuple[str, int]


@dataclass(frozen=True, slots=True)
class LinkCandidate:
    """Two memories that may belong together, the newer first; what they share, and the parts of the score."""

    newer: Memory
    older: Memory
    shared: tuple[str, ...]
    parts: dict[str, float]
    confidence: float


def link_candidates(user_id: str, now: datetime) -> list[LinkCandidate]:
    """Return likely links of the important memories of one space, the most confident first."""
    memories = _important(user_id, now)
    if not memories:
        return []
    near = find_candidates(user_id, memories, count=NEIGHBORS)
    pairs = {
        frozenset((memory.pk, each.memory.pk)): (memory, each.memory, each.nearness)
        for memory in memories
        for each in near.near[memory.pk]
        if _may_link(memory, each.memory) and _is_near(each.nearness, near.thresholds)
    }
    involved = {pk for pair in pairs for pk in pair}
    things = _RareThings(user_id, involved)
    known = _known(involved)
    found = [
        _candidate(*pair, things, near.thresholds)
        for ends, pair in pairs.items()
        if ends not in known and things.shared(ends)
    ]
    return sorted(found, key=lambda one: (-one.confidence, one.newer.pk, one.older.pk))


def _important(user_id: str, now: datetime) -> Sequence[Memory]:
    """Return memories that are pinned, important or recently recalled, and state something."""
    rows = (
        Memory.objects.findable()
        .in_spaces([user_id])
        .filter(
            Q(pinned=True)
            | Q(importance_score__gte=IMPORTANT)
            | Q(last_used_at__gte=now - RECENTLY)
        )
    )
    rows = rows.exclude(speaker__in=ASSISTANT_ROLES).select_related("session").defer("raw_audio")
    ordered = rows.order_by("-pinned", "-importance_score", "-last_used_at", "pk")
    return [row for row in ordered[:MOST_EXAMINED] if _is_statement(row)]


def _is_statement(memory: Memory) -> bool:
    if memory.is_order or memory.speaker.casefold() in ASSISTANT_ROLES:
        return False
    return len(memory.raw_text) >= SHORTEST and not ASKS.search(memory.raw_text)


def _may_link(one: Memory, other: Memory) -> bool:
    """Leave out the neighbors of a conversation, questions, and the same text."""
    is_apart = one.session_id != other.session_id or one.session.is_implicit
    return is_apart and one.content_hash != other.content_hash and _is_statement(other)


def _is_near(nearness: float, scale: Thresholds) -> bool:
    # Of one without a vector, the nearness is NaN.
    return scale.between(LEAST_NEARNESS) <= nearness < scale.between(MOST_NEARNESS)


def _known(memories: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs with a link, or a question about one or about both being the same."""
    links = MemoryLink.objects.filter(src_memory__in=memories, dst_memory__in=memories)
    known = {frozenset(pair) for pair in links.values_list("src_memory", "dst_memory")}
    through = Proposal.evidence.through.objects.filter(
        memory__in=memories,
        proposal__kind__in=(ProposalKind.LINK, ProposalKind.DUPLICATE, ProposalKind.CONTRADICTION),
    ).exclude(proposal__status=ProposalStatus.OBSOLETE)
    resting: dict[int, list[int]] = defaultdict(list)
    for proposal, memory in through.values_list("proposal", "memory"):
        resting[proposal].append(memory)
    return known | {frozenset(pair) for pair in resting.values()}


class _RareThings:
    """The rare entities and tags of some memories of one space."""

    def __init__(self, user_id: str, memories: Collection[int]) -> None:
        total = Memory.objects.findable().in_spaces([user_id]).count()
        self._most = max(RARE_COUNT, RARE_SHARE * total)
        self._counts: dict[Thing, int] = {}
        self._names: dict[Thing, str] = {}
        self._held: dict[int, set[Thing]] = defaultdict(set)
        self._read_entities(user_id, memories)
        self._read_tags(user_id, memories)

    def shared(self, memories: Collection[int]) -> list[Thing]:
        """Return what all of these memories share, the rarest first."""
        both = set.intersection(*(self._held[pk] for pk in memories))
        return sorted(both, key=lambda thing: (self._counts[thing], thing))

    def names(self, things: Sequence[Thing]) -> tuple[str, ...]:
        """Return the names of some things."""
        return tuple(dict.fromkeys(self._names[thing] for thing in things))

    def rarity(self, thing: Thing) -> float:
        """Return how rare a thing is: 1 in two memories, 0 where it is not rare any more."""
        return 1 - (self._counts[thing] - 2) / max(self._most, 2)

    def _read_entities(self, user_id: str, memories: Collection[int]) -> None:
        mentions = Mention.objects.in_spaces([user_id]).exclude(link_type=MentionType.PERFORMED_BY)
        here = mentions.filter(memory__in=memories, entity__merged_into=None)
        here = here.exclude(entity__entity_type__in=NO_THINGS)
        rows = set(here.values_list("memory", "entity__pk", "entity__name"))
        wanted = {pk for _memory, pk, _name in rows}
        counted = (
            Entity.objects.filter(pk__in=wanted)
            .values_list("pk")
            .annotate(count=Count("mentions__memory", distinct=True))
        )
        self._keep("entity", rows, dict(counted.order_by()))

    def _read_tags(self, user_id: str, memories: Collection[int]) -> None:
        tags = Tag.objects.in_spaces([user_id])
        rows = set(tags.filter(memories__in=memories).values_list("memories", "pk", "name"))
        wanted = tags.filter(pk__in={pk for _memory, pk, _name in rows})
        counted = wanted.values_list("pk").annotate(count=Count("memories"))
        self._keep("tag", rows, dict(counted.order_by()))

    def _keep(
        self, kind: str, rows: Collection[tuple[int, int, str]], counts: dict[int, int]
    ) -> None:
        for memory, pk, name in rows:
            if counts[pk] <= self._most:
                thing = (kind, pk)
                self._held[memory].add(thing)
                self._counts[thing], self._names[thing] = counts[pk], name


def _candidate(
    one: Memory, other: Memory, nearness: float, things: _RareThings, scale: Thresholds
) -> LinkCandidate:
    shared = things.shared((one.pk, other.pk))
    near = (nearness - scale.related) / (scale.same - scale.related)
    rarity = things.rarity(shared[0])
    confidence = 1 - (1 - BY_NEARNESS * min(1.0, max(0.0, near))) * (1 - BY_THING * rarity)
    older, newer = sorted((one, other), key=lambda memory: (memory.created_at, memory.pk))
    parts = {"cosine": round(nearness, 4), "rarity": round(rarity, 4)}
    return LinkCandidate(newer, older, things.names(shared)[:MOST_NAMED], parts, confidence)
