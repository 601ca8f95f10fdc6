"""What the dashboards count: whose memories, in which packs, over which days."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q

from core.caller import Caller, Scope
from core.db.fields import at_or_below
from memories.models import Memory, MemoryQuerySet
from memories.schemas.dashboards.inputs import DashboardQuery, Period
from packs.selection import chosen_packs

# Up to so many days there is a bar for each day, up to so many one for each week.
MOST_DAYS, MOST_DAYS_BY_WEEK = 31, 400
WEEK = 7


@dataclass(frozen=True, slots=True)
class DashboardScope:
    """The caller, the packs and the period; days are in the caller's time zone."""

    caller: Caller
    packs: tuple[str, ...]
    period: Period
    now: datetime
    # Whether some packs were asked for by name.
    is_narrowed: bool = False

    @property
    def today(self) -> date:
        """Today, the last day of the period."""
        return self.now.astimezone(self.caller.zone).date()

    @property
    def spaces(self) -> list[str]:
        """The spaces of the packs."""
        return self.caller.spaces(self.packs)

    @property
    def first_day(self) -> date | None:
        """The first day of the period; None for all time."""
        days = self.period.days
        return None if days is None else self.today - timedelta(days=days - 1)

    @property
    def since(self) -> datetime | None:
        """The beginning of the period; None for all time."""
        return None if self.first_day is None else self.midnight(self.first_day)

    @property
    def before(self) -> datetime | None:
        """The beginning of the period of the same length before; None for all time."""
        days = self.period.days
        return None if days is None else self.midnight(self.today - timedelta(days=2 * days - 1))

    def midnight(self, day: date) -> datetime:
        """Return the beginning of a day."""
        return datetime.combine(day, time(), self.caller.zone)

    def within(self, path: str) -> Q:
        """Return the condition that the time at ``path`` lies in the period."""
        return Q(**{f"{path}__gte": self.since}) if self.since else Q()

    def memories(self) -> MemoryQuerySet:
        """Return the memories that count."""
        return Memory.objects.of(self.caller).in_spaces(self.spaces).kept().order_by()

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
    return DashboardScope(caller, packs, asked.days, now, bool(asked.pack))


@dataclass(frozen=True, slots=True)
class Spans:
    """Days, weeks or months that cover a range without a gap."""

    bounds: Sequence[tuple[date, date]]

    def __len__(self) -> int:
        return len(self.bounds)

    def at(self, day: date) -> int | None:
        """Return which span holds a day; None for a day outside."""
        index = bisect_right(self.bounds, day, key=lambda bound: bound[0]) - 1
        return index if index >= 0 and day <= self.bounds[index][1] else None


def spans_of(first: date, last: date) -> Spans:
    """Return the days of a range, or its weeks or months if there are many."""
    days = (last - first).days + 1
    bounds, begin = [], first
    while begin <= last:
        end = min(_end_of_span(begin, days), last)
        bounds.append((begin, end))
        begin = end + timedelta(days=1)
    return Spans(bounds)


def _end_of_span(day: date, days: int) -> date:
    if days <= MOST_DAYS:
        return day
    if days <= MOST_DAYS_BY_WEEK:
        return day + timedelta(days=WEEK - 1 - day.weekday())
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
