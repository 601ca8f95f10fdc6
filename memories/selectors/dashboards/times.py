"""When memories were written: by hour in one query, by local day and hour from there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import CharField, Count
from django.db.models.functions import Substr

from memories.schemas.dashboards.memories import (
    ActiveDayOut,
    ActivityOut,
    GrowthOut,
    GrowthPointOut,
    NamedEntityOut,
    NewsOut,
    PackSpanOut,
)

from .scope import WEEK, DashboardScope, Spans, spans_of

# Stored times begin “2026-11-23 17:54”: so many characters name the day, the hour, the minute.
DAY_LENGTH, HOUR_LENGTH, MINUTE_LENGTH = 10, 13, 16
HOUR_SECONDS = 3_600
WEEKS_SHOWN = 53
HOURS = 24


@dataclass(frozen=True, slots=True)
class MemoryTimes:
    """When the memories that count were written: all by local day and pack, the period by hour."""

    scope: DashboardScope
    by_day: Mapping[tuple[date, str], int]
    by_hour: Sequence[int]
    first_day: date
    spans: Spans

    @property
    def in_period(self) -> Iterator[tuple[date, str, int]]:
        """The days of the period with their memories by pack."""
        return ((day, pack, n) for (day, pack), n in self.by_day.items() if day >= self.first_day)

    @property
    def total(self) -> int:
        """The number of memories of the period."""
        return sum(count for _, _, count in self.in_period)

    @property
    def before(self) -> int | None:
        """The number of memories of the period before; None for all time."""
        if self.scope.before is None:
            return None
        start, end = self.scope.before.date(), self.first_day
        return sum(count for (day, _), count in self.by_day.items() if start <= day < end)

    def by_pack(self) -> Counter[str]:
        """Return the memories of the period by pack."""
        found: Counter[str] = Counter()
        for _, pack, count in self.in_period:
            found[pack] += count
        return found


def memory_times(scope: DashboardScope) -> MemoryTimes:
    """Read the times of all memories, in one query."""
    zone = scope.caller.zone
    # A slice of the stored text: Django's date functions call Python for each row.
    moment = Substr("created_at", 1, _length(zone), output_field=CharField())
    rows = scope.memories().annotate(moment=moment).values_list("moment", "user_id")
    local = LocalTimes(zone)
    by_day: Counter[tuple[date, str]] = Counter()
    by_hour, first = [0] * HOURS, scope.first_day
    packs = {scope.caller.space(pack): pack for pack in scope.packs}
    for text, user_id, count in rows.annotate(n=Count("*")):
        day, hour = local.of(text)
        by_day[day, packs[user_id]] += count
        by_hour[hour] += 0 if first and day < first else count
    oldest = min((day for day, _ in by_day), default=scope.today)
    first = first or min(oldest, scope.today)
    return MemoryTimes(scope, by_day, by_hour, first, spans_of(first, scope.today))


def _length(zone: ZoneInfo) -> int:
    """Return how much of a stored time is needed; some zones are not whole hours from UTC."""
    offset = datetime.now(zone).utcoffset() or timedelta()
    return MINUTE_LENGTH if offset.total_seconds() % HOUR_SECONDS else HOUR_LENGTH


class LocalTimes:
    """Turns the beginnings of stored times into local days and hours, each UTC day looked up once."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self._days: dict[str, tuple[date, timedelta | None]] = {}

    def of(self, text: str) -> tuple[date, int]:
        """Return the local day and hour of “2026-11-23 17” or longer."""
        day, offset = self._day(text[:DAY_LENGTH])
        if offset is None:
            at = datetime.fromisoformat(text).replace(tzinfo=UTC).astimezone(self._zone)
            return at.date(), at.hour
        minutes = int(text[11:13]) * 60 + int(text[14:16] or 0) + offset // timedelta(minutes=1)
        days, of_day = divmod(minutes, HOURS * 60)
        return (day + timedelta(days=days) if days else day), of_day // 60

    def _day(self, text: str) -> tuple[date, timedelta | None]:
        """Return a UTC day, and its distance from local time; None if that changes within it."""
        known = self._days.get(text)
        if known is None:
            begin = datetime.fromisoformat(text).replace(tzinfo=UTC)
            offset = begin.astimezone(self._zone).utcoffset()
            after = (begin + timedelta(days=1)).astimezone(self._zone).utcoffset()
            known = self._days[text] = begin.date(), offset if offset == after else None
        return known


def news(times: MemoryTimes, rising: list[NamedEntityOut]) -> NewsOut:
    """Return the memories of the period by span and pack."""
    spans = times.spans
    counts = [dict.fromkeys(times.scope.packs, 0) for _ in spans.bounds]
    for day, pack, count in times.in_period:
        if (at := spans.at(day)) is not None:
            counts[at][pack] += count
    return NewsOut(
        memories=times.total,
        before=times.before,
        spans=[
            PackSpanOut(first=first, last=last, by_pack=by_pack)
            for (first, last), by_pack in zip(spans.bounds, counts, strict=True)
        ],
        rising=rising,
    )


def growth(times: MemoryTimes, entities: Counter[date], relations: Counter[date]) -> GrowthOut:
    """Return how much there was at the end of each span."""
    spans = times.spans
    memories: Counter[date] = Counter()
    for (day, _), count in times.by_day.items():
        memories[day] += count
    lines = [_cumulative(counts, spans) for counts in (memories, entities, relations)]
    totals = [sum(counts.values()) for counts in (memories, entities, relations)]
    days = (times.scope.today - times.first_day).days + 1
    return GrowthOut(
        memories=totals[0],
        entities=totals[1],
        relations=totals[2],
        per_day=round(times.total / days, 2),
        per_day_before=None if times.before is None else round(times.before / days, 2),
        relations_per_entity=round(totals[2] / totals[1], 3) if totals[1] else None,
        points=[
            GrowthPointOut(first=first, last=last, memories=a, entities=b, relations=c)
            for (first, last), a, b, c in zip(spans.bounds, *lines, strict=True)
        ],
    )


def _cumulative(counts: Counter[date], spans: Spans) -> list[int]:
    """Return the sum of all counts up to the end of each span."""
    ordered, at, total, sums = sorted(counts.items()), 0, 0, []
    for _first, last in spans.bounds:
        while at < len(ordered) and ordered[at][0] <= last:
            total += ordered[at][1]
            at += 1
        sums.append(total)
    return sums


def activity(times: MemoryTimes) -> ActivityOut:
    """Return the memories of the last year by day, and those of the period by hour."""
    today = times.scope.today
    since = today - timedelta(days=today.weekday(), weeks=WEEKS_SHOWN - 1)
    days: Counter[date] = Counter()
    for (day, _), count in times.by_day.items():
        if since <= day <= today:
            days[day] += count
    return ActivityOut(
        since=since,
        until=since + timedelta(days=WEEKS_SHOWN * WEEK - 1),
        memories=sum(days.values()),
        active_days=len(days),
        days=[ActiveDayOut(day=day, memories=count) for day, count in sorted(days.items())],
        by_hour=list(times.by_hour),
    )
