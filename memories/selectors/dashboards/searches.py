"""Whether searches find what is asked, and how fast, against the targets of the product."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from django.db.models import CharField, Count, F, Q, QuerySet, TextField
from django.db.models.functions import Cast, Length, Substr

from core.caller import pack_of
from memories.models import Feedback, RetrievalRun
from memories.schemas.dashboards.system import SearchQualityOut, SearchSpanOut
from memories.selectors.feedback import (
    RELEVANCE_TARGET,
    SUCCESS_TARGET,
    Judgement,
    latest_feedback,
    rates,
)
from memories.selectors.searches import runs_seen

from .scope import DashboardScope, Spans
from .times import HOUR_LENGTH, LocalTimes

LATENCY_TARGET_MS = 800.0
# Below these, a rate or a percentile would say little.
LEAST_JUDGED, LEAST_TIMED, LEAST_TIMED_IN_SPAN = 10, 20, 5
# Percentiles rest on the latest searches: rows of searches are long.
MOST_TIMED = 500
NO_RESULTS = len("[]")


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A judgment with the day of its search."""

    day: date
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A search: its day, how long it took, and whether it found nothing."""

    day: date
    took_ms: float
    is_empty: bool


def search_quality(scope: DashboardScope, spans: Spans) -> SearchQualityOut:
    """Return success, relevance and latency of the period's searches, in three queries."""
    runs = runs_in_period(scope)
    by_day, judged, timed = _by_day(scope, runs), _judged(scope, runs), _timed(scope, runs)
    overall = rates(one.judgement for one in judged)
    is_judged = overall.judged_searches >= LEAST_JUDGED
    times = [one.took_ms for one in timed]
    return SearchQualityOut(
        searches=by_day.total(),
        judged=overall.judged_searches,
        successful=overall.successful_searches,
        judgements=overall.judgements,
        success_rate=overall.success_rate if is_judged else None,
        success_target=SUCCESS_TARGET,
        relevance=overall.relevance_score if is_judged else None,
        relevance_target=RELEVANCE_TARGET,
        least_judged=LEAST_JUDGED,
        timed=len(timed),
        empty=sum(one.is_empty for one in timed),
        least_timed=LEAST_TIMED,
        p50_ms=percentile(times, 0.5, least=LEAST_TIMED),
        p95_ms=percentile(times, 0.95, least=LEAST_TIMED),
        latency_target_ms=LATENCY_TARGET_MS,
        spans=_by_span(spans, by_day, judged, timed),
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


def _by_day(scope: DashboardScope, runs: QuerySet[RetrievalRun]) -> Counter[date]:
    hour = Substr("created_at", 1, HOUR_LENGTH, output_field=CharField())
    days: Counter[date] = Counter()
    local = LocalTimes(scope.caller.zone)
    for text, count in runs.annotate(hour=hour).values_list("hour").annotate(n=Count("*")):
        days[local.of(text)[0]] += count
    return days


def _judged(scope: DashboardScope, runs: QuerySet[RetrievalRun]) -> list[JudgedRun]:
    about = Q(memory=None) | scope.visible("memory")
    rows = Feedback.objects.filter(about, run__in=runs.values("pk"))
    latest = latest_feedback(rows).exclude(useful=None)
    columns = ("run__created_at", "run_id", "memory__user_id", "useful", "rating")
    return [
        JudgedRun(
            at.astimezone(scope.caller.zone).date(),
            Judgement(run_id, pack_of(space) if space else "", bool(useful), rating),
        )
        for at, run_id, space, useful, rating in latest.values_list(*columns)
    ]


def _timed(scope: DashboardScope, runs: QuerySet[RetrievalRun]) -> list[TimedRun]:
    length = Length(Cast("selected", TextField()))
    rows = runs.annotate(length=length).order_by("-created_at")
    return [
        TimedRun(at.astimezone(scope.caller.zone).date(), took_ms, length <= NO_RESULTS)
        for at, took_ms, length in rows.values_list("created_at", "took_ms", "length")[:MOST_TIMED]
    ]


def _by_span(
    spans: Spans, by_day: Counter[date], judged: Sequence[JudgedRun], timed: Sequence[TimedRun]
) -> list[SearchSpanOut]:
    counts: Counter[int | None] = Counter()
    for day, count in by_day.items():
        counts[spans.at(day)] += count
    judgements: dict[int | None, list[Judgement]] = defaultdict(list)
    for one in judged:
        judgements[spans.at(one.day)].append(one.judgement)
    times: dict[int | None, list[float]] = defaultdict(list)
    for run in timed:
        times[spans.at(run.day)].append(run.took_ms)
    found = []
    for at, (first, last) in enumerate(spans.bounds):
        rated = rates(judgements[at])
        found.append(
            SearchSpanOut(
                first=first,
                last=last,
                searches=counts[at],
                judged=rated.judged_searches,
                successful=rated.successful_searches,
                p50_ms=percentile(times[at], 0.5, least=LEAST_TIMED_IN_SPAN),
                p95_ms=percentile(times[at], 0.95, least=LEAST_TIMED_IN_SPAN),
            )
        )
    return found
