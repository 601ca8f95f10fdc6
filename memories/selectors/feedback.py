"""Read judgements of search results: rates and learned weights."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max, QuerySet

from core.caller import Caller, Scope, aware, pack_of
from memories.models import Feedback, RetrievalRun, SearchTuning, TuningStep
from memories.schemas.journal import (
    JudgementOut,
    MetricsFilters,
    RatesOut,
    SearchMetricsOut,
    TuningOut,
)
from memories.search.ranking.tuning import JudgedHit, is_enough
from memories.selectors.searches.runs import runs_seen

# Targets of the product: share of useful searches, mean rating.
SUCCESS_TARGET, RELEVANCE_TARGET = 0.9, 4.0
# Ratings that a thumb stands for.
UP, DOWN = 5, 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """The latest judgement of a hit in one pack, or of a whole search (no pack)."""

    run_id: UUID
    pack: str
    useful: bool
    rating: int | None

    @property
    def score(self) -> int:
        """The rating, 1 to 5."""
        return self.rating or (UP if self.useful else DOWN)


def latest_feedback(rows: QuerySet[Feedback]) -> QuerySet[Feedback]:
    """Keep the latest entry of each actor on each hit and each whole search."""
    latest = rows.order_by().values("run", "memory", "actor").annotate(last=Max("pk"))
    return Feedback.objects.filter(pk__in=latest.values("last"))


def judgements_of(caller: Caller, run: RetrievalRun) -> dict[UUID | None, JudgementOut]:
    """Return the caller's judgements of a run by memory; None is the key of the whole search."""
    rows = latest_feedback(run.feedback.filter(actor=caller.actor)).exclude(useful=None)
    return {
        uid: JudgementOut(useful=bool(useful), rating=rating)
        for uid, useful, rating in rows.values_list("memory__uid", "useful", "rating")
    }


def search_metrics(caller: Caller, filters: MetricsFilters) -> SearchMetricsOut:
    """Return the success rate and the relevance score of searches, overall and by pack.

    Counts visible searches of the period only.
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
    rows = latest_feedback(Feedback.objects.filter(run__in=ids)).exclude(useful=None)
    columns = rows.values_list("run_id", "memory__user_id", "run__packs", "useful", "rating")
    return [
        Judgement(run_id, _pack(space, packs), bool(useful), rating)
        for run_id, space, packs, useful, rating in columns
    ]


def _pack(space: str | None, packs: Sequence[str]) -> str:
    """Return the pack of a hit; for a whole search, its only pack, else ""."""
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


@dataclass(frozen=True, slots=True)
class JudgedHits:
    """Judged hits of one person since the last reset."""

    judged: list[JudgedHit]

    @property
    def counts(self) -> dict[str, int]:
        """The counts that a tuning step stores."""
        return {
            "judged_hits": len(self.judged),
            "useful_hits": sum(hit.useful for hit in self.judged),
            "judged_searches": len({hit.search for hit in self.judged}),
        }


def judged_hits(base_user: str) -> JudgedHits:
    """Return the latest judgement of each actor on each hit with known score shares."""
    rows = latest_feedback(Feedback.objects.filter(run__base_user=base_user)).filter(
        shares__isnull=False, useful__isnull=False, memory__isnull=False
    )
    reset = SearchTuning.objects.filter(base_user=base_user, step=TuningStep.RESET).first()
    if reset is not None:
        rows = rows.filter(created_at__gt=reset.created_at)
    found = rows.values_list("run_id", "shares", "useful")
    return JudgedHits(
        [JudgedHit(run_id, shares or {}, bool(useful)) for run_id, shares, useful in found]
    )


def tuning_of(caller: Caller) -> TuningOut:
    """Return the learned multipliers and the amount of feedback."""
    caller.require(Scope.READ)
    evidence = judged_hits(caller.base_user)
    active = active_tuning(caller.base_user)
    return TuningOut(
        is_on=not is_off(caller.base_user),
        is_enough=is_enough(evidence.judged),
        multipliers=active.multipliers if active else {},
        learnt_at=active.created_at if active else None,
        **evidence.counts,
    )


def active_tuning(base_user: str) -> SearchTuning | None:
    """Return the multipliers in use."""
    return SearchTuning.objects.filter(base_user=base_user, is_active=True).first()


def is_off(base_user: str) -> bool:
    """Return whether the person switched tuning off."""
    switches = SearchTuning.objects.filter(
        base_user=base_user, step__in=[TuningStep.OFF, TuningStep.ON]
    )
    return switches.values_list("step", flat=True).first() == TuningStep.OFF
