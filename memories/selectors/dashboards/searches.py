"""Whether searches find what is asked, and how fast, against the targets of the product."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    Max,
    Q,
    QuerySet,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Length

from memories.models import Feedback, RetrievalRun
from memories.schemas.dashboards.system import SearchQualityOut, SearchSpanOut
from memories.selectors.feedback import DOWN, RELEVANCE_TARGET, SUCCESS_TARGET, UP, latest_feedback
from memories.selectors.searches.runs import runs_seen

from .scope import DashboardScope

LATENCY_TARGET_MS = 800.0
# Below these, a rate or a percentile would say little.
LEAST_JUDGED, LEAST_TIMED, LEAST_TIMED_IN_SPAN = 10, 20, 5
# Percentiles rest on the latest searches: rows of searches are long.
MOST_TIMED = 500
NO_RESULTS = len("[]")


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A judged search: its span, whether a result was useful, its judgements and their scores."""

    span: int
    is_useful: bool
    judgements: int
    scores: int


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A search: its span, how long it took, and whether it found nothing."""

    span: int
    took_ms: float
    is_empty: bool


def search_quality(scope: DashboardScope) -> SearchQualityOut:
    """Return success, relevance and latency of the period's searches, in three queries."""
    runs = runs_in_period(scope).annotate(span=scope.span_of("created_at"))
    counts: dict[int, int] = dict(runs.values_list("span").annotate(n=Count("*")))
    judged, timed = _judged(scope), _timed(runs)
    judgements, times = sum(one.judgements for one in judged), [one.took_ms for one in timed]
    successful = sum(one.is_useful for one in judged)
    is_enough = len(judged) >= LEAST_JUDGED
    relevance = sum(one.scores for one in judged) / judgements if is_enough else None
    return SearchQualityOut(
        searches=sum(counts.values()),
        judged=len(judged),
        successful=successful,
        judgements=judgements,
        success_rate=round(successful / len(judged), 4) if is_enough else None,
        success_target=SUCCESS_TARGET,
        relevance=None if relevance is None else round(relevance, 3),
        relevance_target=RELEVANCE_TARGET,
        least_judged=LEAST_JUDGED,
        timed=len(timed),
        empty=sum(one.is_empty for one in timed),
        least_timed=LEAST_TIMED,
        p50_ms=percentile(times, 0.5, least=LEAST_TIMED),
        p95_ms=percentile(times, 0.95, least=LEAST_TIMED),
        latency_target_ms=LATENCY_TARGET_MS,
        spans=_by_span(scope, counts, judged, timed),
    )


def runs_in_period(scope: DashboardScope) -> QuerySet[RetrievalRun]:
    """Return the period's searches; of named packs, those that looked in one of them."""
    rows = runs_seen(scope.caller).filter(scope.within("created_at")).prefetch_related(None)
    if not scope.is_narrowed:
        return rows.order_by()
    named = Q()
    for pack in scope.packs:
        named |= Q(pack_names__contains=f'"{pack}"')
    return rows.annotate(pack_names=Cast(F("packs"), TextField())).filter(named).order_by()


def percentile(values: Sequence[float], share: float, *, least: int) -> float | None:
    """Return the smallest value that ``share`` of all do not exceed; None for fewer than ``least``."""
    if len(values) < least:
        return None
    return round(sorted(values)[ceil(share * len(values)) - 1], 1)


def _judged(scope: DashboardScope) -> list[JudgedRun]:
    about = Q(memory=None) | scope.visible("memory")
    rows = Feedback.objects.filter(about, run__in=runs_in_period(scope).values("pk"))
    score = Coalesce(
        "rating",
        Case(When(useful=True, then=Value(UP)), default=Value(DOWN), output_field=IntegerField()),
    )
    latest = latest_feedback(rows).exclude(useful=None).annotate(
        span=scope.span_of("run__created_at"), score=score
    )  # fmt: skip
    by_run = latest.order_by().values_list("span", "run_id").annotate(
        best=Max(Cast("useful", IntegerField())), n=Count("pk"), scores=Sum("score")
    )  # fmt: skip
    return [JudgedRun(span, bool(best), n, scores) for span, _run, best, n, scores in by_run]


def _timed(runs: QuerySet[RetrievalRun]) -> list[TimedRun]:
    length = Length(Cast("selected", TextField()))
    rows = runs.annotate(length=length).order_by("-created_at")
    columns = rows.values_list("span", "took_ms", "length")
    return [TimedRun(span, ms, length <= NO_RESULTS) for span, ms, length in columns[:MOST_TIMED]]


def _by_span(
    scope: DashboardScope,
    counts: Mapping[int, int],
    judged: Sequence[JudgedRun],
    timed: Sequence[TimedRun],
) -> list[SearchSpanOut]:
    judgements: dict[int, list[JudgedRun]] = defaultdict(list)
    for one in judged:
        judgements[one.span].append(one)
    times: dict[int, list[float]] = defaultdict(list)
    for run in timed:
        times[run.span].append(run.took_ms)
    return [
        SearchSpanOut(
            first=first,
            last=last,
            searches=counts.get(at, 0),
            judged=len(judgements[at]),
            successful=sum(one.is_useful for one in judgements[at]),
            p50_ms=percentile(times[at], 0.5, least=LEAST_TIMED_IN_SPAN),
            p95_ms=percentile(times[at], 0.95, least=LEAST_TIMED_IN_SPAN),
        )
        for at, (first, last) in enumerate(scope.spans)
    ]
