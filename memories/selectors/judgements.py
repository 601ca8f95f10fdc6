"""What was thought of searches: the judgements that count, and the rates they make."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max, QuerySet

from core.caller import Caller, pack_of
from core.clock import aware
from memories.models import Feedback, RetrievalRun
from memories.schemas.journal import JudgementOut, MetricsFilters, RatesOut, SearchMetricsOut

from .runs import runs_seen

# Seed 0 §ビジネス指標.
SUCCESS_TARGET, RELEVANCE_TARGET = 0.9, 4.0
# What a thumb is worth where nothing was rated.
UP, DOWN = 5, 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judgement that counts: of a hit of one pack, or of a whole search (no pack)."""

    run_id: UUID
    pack: str
    useful: bool
    rating: int | None

    @property
    def score(self) -> int:
        """1–5."""
        return self.rating or (UP if self.useful else DOWN)


def counting(rows: QuerySet[Feedback]) -> QuerySet[Feedback]:
    """Keep of each actor the latest entry on each hit, and on each whole search."""
    latest = rows.order_by().values("run", "memory", "actor").annotate(last=Max("pk"))
    return Feedback.objects.filter(pk__in=latest.values("last"))


def judgements_of(caller: Caller, run: RetrievalRun) -> dict[UUID | None, JudgementOut]:
    """Return what the caller thinks of the hits of a run by memory; of the whole under None."""
    rows = counting(run.feedback.filter(actor=caller.actor)).exclude(useful=None)
    return {
        uid: JudgementOut(useful=bool(useful), rating=rating)
        for uid, useful, rating in rows.values_list("memory__uid", "useful", "rating")
    }


def search_metrics(caller: Caller, filters: MetricsFilters) -> SearchMetricsOut:
    """Return the success rate and the relevance score of searches, overall and by pack.

    Only what may be seen of the searches made in the period counts.
    """
    runs = runs_seen(caller)
    if filters.since:
        runs = runs.filter(created_at__gte=aware(filters.since, caller))
    if filters.until:
        runs = runs.filter(created_at__lt=aware(filters.until, caller))
    judged = _judged(runs)
    by_pack: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judged:
        by_pack[judgement.pack].append(judgement)
    return SearchMetricsOut(
        searches=runs.count(),
        success_target=SUCCESS_TARGET,
        relevance_target=RELEVANCE_TARGET,
        overall=rates(judged),
        by_pack={pack: rates(rows) for pack, rows in sorted(by_pack.items()) if pack},
    )


def _judged(runs: QuerySet[RetrievalRun]) -> list[Judgement]:
    ids = runs.order_by().values("pk")
    rows = counting(Feedback.objects.filter(run__in=ids)).exclude(useful=None)
    columns = rows.values_list("run_id", "memory__user_id", "run__packs", "useful", "rating")
    return [
        Judgement(run_id, _pack(space, packs), bool(useful), rating)
        for run_id, space, packs, useful, rating in columns
    ]


def _pack(space: str | None, packs: Sequence[str]) -> str:
    """Return the pack of a hit; a whole search belongs to one only where it looked in no other."""
    if space:
        return pack_of(space)
    return packs[0] if len(packs) == 1 else ""


def rates(judged: Iterable[Judgement]) -> RatesOut:
    """Return the share of judged searches with something useful, and the mean of 1–5."""
    scores: list[int] = []
    useful: dict[UUID, bool] = defaultdict(bool)
    for judgement in judged:
        scores.append(judgement.score)
        useful[judgement.run_id] |= judgement.useful
    return RatesOut(
        judged_searches=len(useful),
        successful_searches=sum(useful.values()),
        judgements=len(scores),
        success_rate=round(sum(useful.values()) / len(useful), 4) if useful else None,
        relevance_score=round(sum(scores) / len(scores), 3) if scores else None,
    )
