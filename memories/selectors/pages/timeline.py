"""Home and timeline pages: memories by day and conversation, pinned, recent, counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import CharField, Count, Q
from django.db.models.functions import Substr
from django.utils import timezone
from django.utils.translation import gettext_lazy

from core.caller import Caller, pack_of
from core.errors import InvalidInput
from memories.models import Memory
from memories.records.lookup import memories_out
from memories.schemas import MemoryOut, SearchInput
from memories.search.ranking.answer import memory_order
from memories.selectors.memories import memory_list

TIMELINE_LENGTH = 40
WEEKS_SHOWN = 53


@dataclass(frozen=True, slots=True)
class SessionGroup:
    """Consecutive memories of one session; ``is_named`` if a client named the session."""

    key: str
    device_id: str
    is_named: bool
    memories: list[MemoryOut]


@dataclass(frozen=True, slots=True)
class Day:
    """One day's conversations, newest first; ``is_continued`` if the previous page has the day."""

    start: datetime
    is_continued: bool
    conversations: list[SessionGroup]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A range of days, and the cursor of older ones."""

    days: list[Day]
    older: str


def timeline_page(
    caller: Caller, *, packs: Sequence[str] | None, until: date | None = None, cursor: str = ""
) -> Timeline:
    """Return memories by day and session, older than ``cursor`` or up to the day ``until``."""
    rows = memory_list(caller, packs)
    if until:
        rows = rows.filter(created_at__lt=_midnight_after(until))
    after = _parsed_cursor(cursor) if cursor else None
    if after:
        rows = rows.filter(Q(created_at__lt=after[0]) | Q(created_at=after[0], pk__lt=after[1]))
    found = list(rows[: TIMELINE_LENGTH + 1])
    shown = found[:TIMELINE_LENGTH]
    older = _cursor(shown[-1]) if len(found) > TIMELINE_LENGTH else ""
    return Timeline(_days(shown, begun=_local_day(after[0]) if after else None), older)


def _days(rows: Sequence[Memory], begun: date | None) -> list[Day]:
    rendered = dict(zip((row.pk for row in rows), memories_out(rows), strict=True))
    days = []
    for day, of_day in groupby(rows, key=lambda row: _local_day(row.created_at)):
        conversations = [
            _conversation(list(group), rendered)
            for _, group in groupby(of_day, key=lambda row: row.session_id)
        ]
        days.append(Day(_midnight(day), day == begun, conversations))
    return days


def _conversation(rows: list[Memory], rendered: dict[int, MemoryOut]) -> SessionGroup:
    session = rows[0].session
    # Conversations run oldest first; notes without a session run newest first.
    ordered = rows if session.is_implicit else list(reversed(rows))
    return SessionGroup(
        session.key,
        session.device_id,
        not session.is_implicit,
        [rendered[row.pk] for row in ordered],
    )


def _cursor(memory: Memory) -> str:
    return f"{memory.created_at.isoformat()}~{memory.pk}"


def _parsed_cursor(cursor: str) -> tuple[datetime, int]:
    at, _, pk = cursor.partition("~")
    try:
        moment = datetime.fromisoformat(at)
        if timezone.is_naive(moment):
            raise ValueError("a cursor carries its zone")
        return moment, int(pk)
    except ValueError as error:
        raise InvalidInput(
            gettext_lazy("this is not a place in the timeline"), field="cursor", code="cursor"
        ) from error


def _local_day(at: datetime) -> date:
    return timezone.localtime(at).date()


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime(day.year, day.month, day.day))


def _midnight_after(day: date) -> datetime:
    return _midnight(day + timedelta(days=1))


@dataclass(frozen=True, slots=True)
class Week:
    """The number of memories in one week, and its ``share`` of the busiest week."""

    first_day: date
    last_day: date
    count: int
    share: float
    begins_month: bool


def year_of_weeks(caller: Caller, *, packs: Sequence[str] | None, today: date) -> list[Week]:
    """Return the counts of the last year by week, oldest first."""
    monday = today - timedelta(days=today.weekday())
    mondays = [monday - timedelta(weeks=back) for back in range(WEEKS_SHOWN - 1, -1, -1)]
    counts = dict.fromkeys(mondays, 0)
    for day, count in _counts_by_day(caller, packs, since=mondays[0]):
        monday_before = day - timedelta(days=day.weekday())
        counts[monday_before] = counts.get(monday_before, 0) + count
    most = max(counts.values()) or 1
    return [
        Week(
            first,
            first + timedelta(days=6),
            counts[first],
            (counts[first] / most) ** 0.5,
            first.day <= 7,
        )
        for first in mondays
    ]


def _counts_by_day(
    caller: Caller, packs: Sequence[str] | None, *, since: date
) -> Iterable[tuple[date, int]]:
    # A slice of the stored text: Django's date functions call Python for each row.
    day = Substr("created_at", 1, 10, output_field=CharField())
    rows = memory_list(caller, packs).filter(created_at__gte=_midnight(since)).order_by()
    counted = rows.annotate(day=day).values_list("day").annotate(n=Count("pk"))
    return [(date.fromisoformat(text), count) for text, count in counted]


@dataclass(frozen=True, slots=True)
class HomePage:
    """Pinned and recent memories."""

    pinned: list[MemoryOut]
    latest: list[MemoryOut]


def home_page(caller: Caller, *, packs: Sequence[str] | None) -> HomePage:
    """Return pinned memories, and recent ones that are not pinned."""
    rows = memory_list(caller, packs)
    pinned = list(rows.filter(pinned=True)[:5])
    latest = list(rows.filter(pinned=False)[:6])
    rendered = memories_out([*pinned, *latest])
    return HomePage(rendered[: len(pinned)], rendered[len(pinned) :])


def has_memories(caller: Caller) -> bool:
    """Return whether the caller has any memory."""
    return Memory.objects.of(caller).exists()


def filtered_memories(
    caller: Caller, *, packs: Sequence[str] | None, request: SearchInput
) -> list[MemoryOut]:
    """Return the memories that match the filters of a request without words, in its order."""
    rows = memory_list(caller, packs, request.filters).order_by(*memory_order(request))
    return memories_out(list(rows[: request.limit]))


def memory_counts(caller: Caller) -> dict[str, int]:
    """Return the number of memories by pack, disabled packs included."""
    rows = Memory.objects.of(caller).kept().order_by().values("user_id").annotate(n=Count("pk"))
    return {pack_of(row["user_id"]): row["n"] for row in rows}
