"""Kinds, writers and strength of memories."""

from collections import Counter

from django.db.models import CharField, Count, F, IntegerField, Q, Value
from django.db.models.functions import Cast, Concat, Least, Substr

from core.models import Action, Revision
from entities.models import SpaceQuerySet
from memories.models import MemoryQuerySet
from memories.schemas.dashboards.inputs import BANDS
from memories.schemas.dashboards.memories import KindsOut, StrengthOut, WritersOut
from memories.selectors.history import revisions_seen

from .scope import DashboardScope
from .times import MemoryTimes

MOST_SPEAKERS = 8
FADED_BANDS = 3
# The groups of a UUID as begin and length in its 32 digits.
UUID_PIECES = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))


def kinds(scope: DashboardScope, times: MemoryTimes) -> KindsOut:
    """Count the memories of the period by type and category, in one query."""
    types: Counter[str] = Counter()
    categories: Counter[str] = Counter()
    rows = scope.memories_in_period().values_list("memory_type", "category")
    for memory_type, category, count in rows.annotate(n=Count("pk")):
        types[memory_type] += count
        categories[category] += count
    return KindsOut(
        memories=types.total(),
        by_pack=_ordered(times.by_pack),
        by_type=_ordered(types),
        by_category=_ordered(categories),
    )


def writers(scope: DashboardScope) -> WritersOut:
    """Count the memories of the period by who wrote them, in two queries."""
    sources: Counter[str] = Counter()
    trusts: Counter[str] = Counter()
    speakers: Counter[str] = Counter()
    rows = scope.memories_in_period().values_list("source", "trust", "speaker")
    for source, trust, speaker, count in rows.annotate(n=Count("pk")):
        sources[source] += count
        trusts[trust] += count
        speakers[speaker] += count
    most = dict(speakers.most_common(MOST_SPEAKERS))
    return WritersOut(
        memories=sources.total(),
        by_source=_ordered(sources),
        by_trust=_ordered(trusts),
        by_speaker=most,
        other_speakers=speakers.total() - sum(most.values()),
        by_actor=_actors(scope),
    )


def _actors(scope: DashboardScope) -> dict[str, int]:
    """Return how many of the period's memories each actor created, by the journal."""
    created = creations(scope, scope.memories_in_period()).order_by()
    return _ordered(Counter(dict(created.values_list("actor").annotate(n=Count("pk")))))


def creations(scope: DashboardScope, memories: MemoryQuerySet) -> SpaceQuerySet[Revision]:
    """Return the journal entries that created these memories."""
    rows = revisions_seen(scope.caller).in_spaces(scope.spaces)
    targets = memories.annotate(target=target_of_uid()).values("target")
    return rows.filter(target_type="memory", action=Action.CREATE, target_id__in=targets)


def target_of_uid() -> Concat:
    """Return a memory's id as the journal writes it, with hyphens."""
    text = Cast("uid", CharField())
    pieces = [Substr(text, at, length) for at, length in UUID_PIECES]
    first, *rest = pieces
    return Concat(first, *(part for piece in rest for part in (Value("-"), piece)))


def strength(scope: DashboardScope) -> StrengthOut:
    """Count all memories by strength and importance, in one query."""
    strengths, importances, pinned = [0] * BANDS, [0] * BANDS, 0
    rows = scope.memories().annotate(
        decay_band=band("decay_score"), importance_band=band("importance_score")
    )
    counted = rows.values_list("decay_band", "importance_band").annotate(
        n=Count("pk"), pins=Count("pk", filter=Q(pinned=True))
    )
    for decay_band, importance_band, count, pins in counted:
        strengths[decay_band] += count
        importances[importance_band] += count
        pinned += pins
    return StrengthOut(
        memories=sum(strengths),
        strength=strengths,
        importance=importances,
        pinned=pinned,
        faded=sum(strengths[:FADED_BANDS]),
    )


def band(column: str) -> Least:
    """Return which tenth a score lies in, 0 to 9."""
    return Least(Cast(F(column) * BANDS, IntegerField()), Value(BANDS - 1))


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
