"""What searches found and people judged, and what no search ever found."""

from datetime import date, datetime, timedelta

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from memories.models import Feedback
from memories.schemas.dashboards.memories import AgeBandOut, RecallOut, UsedMemoryOut
from memories.selectors.feedback import latest_feedback

from .scope import DashboardScope

MOST_USED = 10
# The bands of age end so many days back; the last one has no end.
AGES = (7, 30, 90, 180, 365)


def recall_of(scope: DashboardScope) -> RecallOut:
    """Count recalled memories by age, and judged results of the period, in three queries."""
    bands = _by_age(scope)
    recalled = scope.memories().findable().filter(usage_count__gt=0)
    most = recalled.filter(scope.within("last_used_at")).order_by("-usage_count", "-last_used_at")
    columns = (
        "uid",
        "title",
        "micro_summary",
        "raw_text",
        "user_id",
        "usage_count",
        "last_used_at",
    )
    useful, useless = _judged(scope)
    return RecallOut(
        memories=sum(band.recalled + band.never for band, _ in bands),
        never=sum(band.never for band, _ in bands),
        used_in_period=sum(used for _, used in bands),
        by_age=[band for band, _ in bands],
        most_used=[
            UsedMemoryOut(
                id=memory.uid,
                title=str(memory)[:60],
                pack=memory.pack,
                uses=memory.usage_count,
                last_used_at=memory.last_used_at,
            )
            for memory in most.only(*columns)[:MOST_USED]
        ],
        useful=useful,
        useless=useless,
    )


def age_bounds(today: date) -> list[tuple[date | None, date]]:
    """Return the first and last day of each band of age, the youngest first."""
    firsts = [today - timedelta(days=days - 1) for days in AGES]
    lasts = [today, *(first - timedelta(days=1) for first in firsts)]
    return list(zip([*firsts, None], lasts, strict=True))


def _by_age(scope: DashboardScope) -> list[tuple[AgeBandOut, int]]:
    """Return each band of age, and how many of its memories the period's searches found."""
    bounds = age_bounds(scope.today)
    whens = [
        When(created_at__gte=scope.midnight(first), then=Value(at))
        for at, (first, _) in enumerate(bounds)
        if first
    ]
    age = Case(*whens, default=Value(len(whens)), output_field=IntegerField())
    rows = scope.memories().findable().annotate(age=age).values_list("age")
    counted = rows.annotate(
        recalled=Count("pk", filter=Q(usage_count__gt=0)),
        never=Count("pk", filter=Q(usage_count=0)),
        used=Count("pk", filter=Q(usage_count__gt=0) & scope.within("last_used_at")),
    )
    found = {at: counts for at, *counts in counted}
    return [
        (AgeBandOut(since=first, until=last, recalled=recalled, never=never), used)
        for at, (first, last) in enumerate(bounds)
        for recalled, never, used in [found.get(at, (0, 0, 0))]
    ]


def _judged(scope: DashboardScope) -> tuple[int, int]:
    """Return how many memories were judged useful in the period, and how many not."""
    rows = latest_feedback(judgements(scope, scope.since))
    counts = rows.aggregate(
        ups=Count("memory_id", distinct=True, filter=Q(useful=True)),
        downs=Count("memory_id", distinct=True, filter=Q(useful=False)),
    )
    return counts["ups"], counts["downs"]


def judgements(scope: DashboardScope, since: datetime | None) -> QuerySet[Feedback]:
    """Return the feedback on memories that count, from a time on."""
    rows = Feedback.objects.filter(scope.visible("memory"))
    return rows.filter(created_at__gte=since) if since else rows
