"""The memories behind a number of the dashboards."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import ExtractHour

from core.caller import Caller
from memories.models import Feedback, MemoryQuerySet
from memories.schemas.dashboards.inputs import (
    DashboardQuery,
    Judged,
    MemoriesBehind,
    Period,
    Recalled,
)
from memories.selectors.feedback import latest_feedback

from .contents import band, creations, target_of_uid
from .recall import judgements
from .scope import DashboardScope, dashboard_scope


def memories_behind(caller: Caller, asked: MemoriesBehind, *, now: datetime) -> MemoryQuerySet:
    """Return the memories that meet every condition, newest first.

    Raises:
        InvalidInput: a named pack is not installed.
        Forbidden: the token may not read, or does not allow a named pack.
    """
    scope = dashboard_scope(caller, DashboardQuery(pack=asked.pack, days=Period.ALL), now=now)
    rows = scope.memories().filter(_written(scope, asked), _named(asked))
    if asked.hour is not None:
        hour = ExtractHour("created_at", tzinfo=caller.zone)
        rows = rows.annotate(hour=hour).filter(hour=asked.hour)
    if asked.actor is not None:
        created = creations(scope, rows).filter(actor=asked.actor).values("target_id")
        rows = rows.annotate(target=target_of_uid()).filter(target__in=created)
    rows = _scored(_recalled(rows, asked), asked)
    if asked.judged:
        rows = rows.filter(pk__in=_judged(scope, asked))
    return rows.with_rendering().order_by("-created_at", "-pk")


def _written(scope: DashboardScope, asked: MemoriesBehind) -> Q:
    written = Q()
    if asked.since:
        written &= Q(created_at__gte=scope.midnight(asked.since))
    if asked.until:
        written &= Q(created_at__lt=scope.midnight(asked.until + timedelta(days=1)))
    return written


def _named(asked: MemoriesBehind) -> Q:
    given = {
        "memory_type": asked.type,
        "category": asked.category,
        "source": asked.source,
        "trust": asked.trust,
        "speaker": asked.speaker,
    }
    return Q(**{column: value for column, value in given.items() if value is not None})


def _recalled(rows: MemoryQuerySet, asked: MemoriesBehind) -> MemoryQuerySet:
    if asked.recalled is Recalled.YES:
        return rows.findable().filter(usage_count__gt=0)
    return rows.findable().filter(usage_count=0) if asked.recalled else rows


def _scored(rows: MemoryQuerySet, asked: MemoriesBehind) -> MemoryQuerySet:
    for column, wanted in (
        ("decay_score", asked.strength),
        ("importance_score", asked.importance),
    ):
        if wanted is not None:
            rows = rows.annotate(**{f"{column}_band": band(column)})
            rows = rows.filter(**{f"{column}_band": wanted})
    return rows


def _judged(scope: DashboardScope, asked: MemoriesBehind) -> QuerySet[Feedback, Any]:
    since = scope.midnight(asked.judged_since) if asked.judged_since else None
    latest = latest_feedback(judgements(scope, since))
    return latest.filter(useful=asked.judged is Judged.USEFUL).values("memory_id")
