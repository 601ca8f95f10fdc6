"""When memories were written: by span and pack, by day of the last year, by hour of the day."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

from django.db.models import CharField, Count, Q
from django.db.models.functions import Substr

from core.caller import pack_of
from memories.schemas.dashboards.memories import (
    ActiveDayOut,
    ActivityOut,
    GrowthOut,
    GrowthPointOut,
    NamedEntityOut,
    NewsOut,
    PackSpanOut,
)

from .scope import DashboardScope

# Stored times begin “2026-11-23 17:54”: so many characters name the day, the hour, the minute.
DAY_LENGTH, HOUR_LENGTH, MINUTE_LENGTH = 10, 13, 16
HOUR_SECONDS = 3_600
WEEKS_SHOWN = 53
HOURS, MINUTES_OF_DAY = 24, 24 * 60
EARLIER = -1


@dataclass(frozen=True, slots=True)
class MemoryTimes:
    """Memories by span and pack, and those of the period before; None for all time."""

    by_span: Mapping[int, Mapping[str, int]]
    before: int | None

    @property
    def by_pack(self) -> Counter[str]:
        """The memories of the period by pack."""
        found: Counter[str] = Counter()
        for span, counts in self.by_span.items():
            if span != EARLIER:
                found.update(counts)
        return found

    @property
    def total(self) -> int:
        """The number of memories of the period."""
        return self.by_pack.total()

    def counts(self, spans: int) -> list[int]:
        """Return the memories before the period, then those of each span."""
        return [sum(self.by_span.get(at, {}).values()) for at in range(EARLIER, spans)]


def memory_times(scope: DashboardScope) -> MemoryTimes:
    """Count all memories by span and pack, in one query."""
    rows = scope.memories().annotate(span=scope.span_of("created_at"))
    earlier = Q(created_at__gte=scope.before) if scope.before else Q(pk=None)
    counted = rows.values_list("span", "user_id").annotate(
        n=Count("pk"), recent=Count("pk", filter=earlier)
    )
    by_span: dict[int, dict[str, int]] = {}
    before = 0
    for span, user_id, count, recent in counted:
        by_span.setdefault(span, {})[pack_of(user_id)] = count
        before += recent if span == EARLIER else 0
    return MemoryTimes(by_span, before if scope.before else None)


def news(scope: DashboardScope, times: MemoryTimes, rising: list[NamedEntityOut]) -> NewsOut:
    """Return the memories of the period by span and pack."""
    none = dict.fromkeys(scope.packs, 0)
    return NewsOut(
        memories=times.total,
        before=times.before,
        spans=[
            PackSpanOut(first=first, last=last, by_pack={**none, **times.by_span.get(at, {})})
            for at, (first, last) in enumerate(scope.spans)
        ],
        rising=rising,
    )


def growth(
    scope: DashboardScope, times: MemoryTimes, entities: list[int], relations: list[int]
) -> GrowthOut:
    """Return how much there was at the end of each span; counts begin with what was before."""
    spans = scope.spans
    lines = [list(accumulate(counts)) for counts in (times.counts(len(spans)), entities, relations)]
    memories, people, edges = (line[-1] for line in lines)
    days = (scope.today - scope.first_day).days + 1
    return GrowthOut(
        memories=memories,
        entities=people,
        relations=edges,
        per_day=round(times.total / days, 2),
        per_day_before=None if times.before is None else round(times.before / days, 2),
        relations_per_entity=round(edges / people, 3) if people else None,
        points=[
            GrowthPointOut(first=first, last=last, memories=a, entities=b, relations=c)
            for (first, last), a, b, c in zip(spans, *(line[1:] for line in lines), strict=True)
        ],
    )


def activity(scope: DashboardScope) -> ActivityOut:
    """Return the memories of the last year by day and by hour of the day, in one query."""
    zone, today = scope.caller.zone, scope.today
    since = today - timedelta(days=today.weekday(), weeks=WEEKS_SHOWN - 1)
    rows = scope.memories().filter(created_at__gte=scope.midnight(since))
    # A slice of the stored text: Django's date functions call Python for each row.
    moment = Substr("created_at", 1, _length(zone), output_field=CharField())
    counted = rows.annotate(moment=moment).values_list("moment").annotate(n=Count("pk"))
    days, hours = _local(counted, zone)
    return ActivityOut(
        since=since,
        until=today,
        memories=days.total(),
        active_days=len(days),
        days=[ActiveDayOut(day=day, memories=count) for day, count in sorted(days.items())],
        by_hour=hours,
    )


def _length(zone: ZoneInfo) -> int:
    """Return how much of a stored time is needed; some zones are not whole hours from UTC."""
    offset = datetime.now(zone).utcoffset() or timedelta()
    return MINUTE_LENGTH if offset.total_seconds() % HOUR_SECONDS else HOUR_LENGTH


def _local(counted: Iterable[tuple[str, int]], zone: ZoneInfo) -> tuple[Counter[date], list[int]]:
    """Return counts by local day and by local hour; each UTC day is looked up once."""
    by_day: Counter[date] = Counter()
    by_hour, offsets = [0] * HOURS, dict[str, tuple[date, int | None]]()
    for text, count in counted:
        utc_day = text[:DAY_LENGTH]
        day, offset = offsets.get(utc_day) or offsets.setdefault(utc_day, _offset(utc_day, zone))
        if offset is None:
            at = datetime.fromisoformat(text).replace(tzinfo=UTC).astimezone(zone)
            day, hour = at.date(), at.hour
        else:
            days, minutes = divmod(
                int(text[11:13]) * 60 + int(text[14:16] or 0) + offset, MINUTES_OF_DAY
            )
            day, hour = day + timedelta(days=days), minutes // 60
        by_day[day] += count
        by_hour[hour] += count
    return by_day, by_hour


def _offset(utc_day: str, zone: ZoneInfo) -> tuple[date, int | None]:
    """Return a UTC day, and how many minutes local time is ahead; None if that changes in it."""
    begin = datetime.fromisoformat(utc_day).replace(tzinfo=UTC)
    offset = begin.astimezone(zone).utcoffset() or timedelta()
    after = (begin + timedelta(days=1)).astimezone(zone).utcoffset() or timedelta()
    return begin.date(), offset // timedelta(minutes=1) if offset == after else None
