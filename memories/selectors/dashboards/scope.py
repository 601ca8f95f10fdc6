"""What the dashboards count: whose memories, in which packs, over which days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Case, IntegerField, Min, Q, Value, When

from core.caller import Caller, Scope
from core.db.fields import at_or_below
from memories.models import Memory, MemoryQuerySet
from memories.schemas.dashboards.inputs import DashboardQuery, Period
from packs.selection import chosen_packs

# Up to so many days there is a bar for each day, up to so many one for each week.
MOST_DAYS, MOST_DAYS_BY_WEEK = 31, 120
WEEK = 7


Span = tuple[date, date]


@dataclass(frozen=True, slots=True)
class DashboardScope:
    """The caller, the packs and the period; days are in the caller's time zone.

    ``spans`` are the days, weeks or months of the period, each with its first and last day.
    """

    caller: Caller
    packs: tuple[str, ...]
    period: Period
    now: datetime
    spans: tuple[Span, ...]
    # Whether some packs were asked for by name.
    is_narrowed: bool = False

    @property
    def today(self) -> date:
        """Today, the last day of the period."""
        return self.spans[-1][1]

    @property
    def first_day(self) -> date:
        """The first day of the period; for all time, that of the oldest memory."""
        return self.spans[0][0]

    @property
    def spaces(self) -> list[str]:
        """The spaces of the packs."""
        return self.caller.spaces(self.packs)

    @property
    def since(self) -> datetime | None:
        """The beginning of the period; None for all time."""
        return self.midnight(self.first_day) if self.period.days else None

    @property
    def before(self) -> datetime | None:
        """The beginning of the period of the same length before; None for all time."""
        days = self.period.days
        return self.midnight(self.first_day - timedelta(days=days)) if days else None

    def midnight(self, day: date) -> datetime:
        """Return the beginning of a day."""
        return midnight(self.caller, day)

    def within(self, path: str) -> Q:
        """Return the condition that the time at ``path`` lies in the period."""
        return Q(**{f"{path}__gte": self.since}) if self.since else Q()

    def span_of(self, path: str) -> Case:
        """Return the number of the span in which the time at ``path`` lies; -1 for an earlier one."""
        # Most rows of a short period are earlier: they are asked one question only.
        earlier = When(**{f"{path}__lt": self.midnight(self.first_day)}, then=Value(-1))
        whens = [
            When(**{f"{path}__gte": self.midnight(first)}, then=Value(at))
            for at, (first, _) in reversed(list(enumerate(self.spans)))
        ]
        return Case(earlier, *whens, output_field=IntegerField())

    def memories(self) -> MemoryQuerySet:
        """Return the memories that count."""
        return memories_of(self.caller, self.packs)

    def memories_in_period(self) -> MemoryQuerySet:
        """Return the memories of the period."""
        return self.memories().filter(self.within("created_at"))

    def visible(self, path: str) -> Q:
        """Return the condition that the memory at ``path`` counts."""
        named = {f"{path}__user_id__in": self.spaces, f"{path}__invalidated_at": None}
        is_seen = Q(**named)
        if self.caller.namespace:
            is_seen &= at_or_below(self.caller.namespace, f"{path}__namespace")
        return is_seen


def dashboard_scope(caller: Caller, asked: DashboardQuery, *, now: datetime) -> DashboardScope:
    """Return the scope of a query.

    Raises:
        InvalidInput: a named pack is not installed.
        Forbidden: the token may not read, or does not allow a named pack.
    """
    caller.require(Scope.READ)
    packs = tuple(chosen_packs(caller, asked.pack, field="pack"))
    today = now.astimezone(caller.zone).date()
    if days := asked.days.days:
        first = today - timedelta(days=days - 1)
    else:
        oldest = memories_of(caller, packs).aggregate(at=Min("created_at"))["at"] or now
        first = min(oldest.astimezone(caller.zone).date(), today)
    return DashboardScope(caller, packs, asked.days, now, spans_of(first, today), bool(asked.pack))


def memories_of(caller: Caller, packs: Sequence[str]) -> MemoryQuerySet:
    """Return the memories of these packs that the caller may see, hidden ones left out."""
    return Memory.objects.of(caller).in_spaces(caller.spaces(packs)).kept().order_by()


def midnight(caller: Caller, day: date) -> datetime:
    """Return the beginning of a day in the caller's time zone."""
    return datetime.combine(day, time(), caller.zone)


def spans_of(first: date, last: date) -> tuple[Span, ...]:
    """Return the days of a range, or its weeks or months if there are many."""
    days = (last - first).days + 1
    spans, begin = [], first
    while begin <= last:
        end = min(_end_of_span(begin, days), last)
        spans.append((begin, end))
        begin = end + timedelta(days=1)
    return tuple(spans)


def _end_of_span(day: date, days: int) -> date:
    if days <= MOST_DAYS:
        return day
    if days <= MOST_DAYS_BY_WEEK:
        return day + timedelta(days=WEEK - 1 - day.weekday())
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
