"""What the pages of the browser show, read in a constant number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.db.models import CharField, Count, Q
from django.db.models.functions import Substr
from django.utils import timezone

from accounts.caller import Caller, pack_of
from accounts.errors import InvalidInput
from entities.models import Entity, EntityAlias
from graph.models import EntityRelation, MemoryLink

from .changes import FieldChange, changes_of
from .models import Action, Memory, Revision
from .rendering import memories_out, memory_out
from .schemas import MemoryOut, SearchFilters
from .selectors import memory_get, memory_history, memory_links, memory_list

TIMELINE_LENGTH = 40
NEIGHBOURS_EACH_SIDE = 2
ENTITY_MEMORIES = 50
WEEKS_SHOWN = 53
HISTORY_LENGTH = 50


# --- start ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Start:
    """What greets the owner before anything is asked."""

    pinned: list[MemoryOut]
    latest: list[MemoryOut]


def start(caller: Caller, *, packs: Sequence[str] | None) -> Start:
    """Return what is pinned, and the latest memories beside."""
    rows = memory_list(caller, packs)
    pinned = list(rows.filter(pinned=True)[:5])
    latest = list(rows.filter(pinned=False)[:6])
    rendered = memories_out([*pinned, *latest])
    return Start(rendered[: len(pinned)], rendered[len(pinned) :])


def has_memories(caller: Caller) -> bool:
    """Whether the owner has saved anything yet."""
    return Memory.objects.of(caller).exists()


def filtered_memories(
    caller: Caller, *, packs: Sequence[str] | None, filters: SearchFilters, limit: int
) -> list[MemoryOut]:
    """Return the newest memories that meet the filters, where no words are asked for."""
    return memories_out(list(memory_list(caller, packs, filters)[:limit]))


def memory_counts(caller: Caller) -> dict[str, int]:
    """Return how many memories each pack holds, switched off packs included."""
    rows = Memory.objects.of(caller).kept().order_by().values("user_id").annotate(n=Count("pk"))
    return {pack_of(row["user_id"]): row["n"] for row in rows}


# --- timeline ------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Conversation:
    """Memories of one session that follow each other; ``is_named`` where the caller gave its id."""

    key: str
    device_id: str
    is_named: bool
    memories: list[MemoryOut]


@dataclass(frozen=True, slots=True)
class Day:
    """One day's conversations, newest first; continued where the page before began the day."""

    start: datetime
    is_continued: bool
    conversations: list[Conversation]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A stretch of days, and where the older ones begin."""

    days: list[Day]
    older: str


def timeline(
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


def _conversation(rows: list[Memory], rendered: dict[int, MemoryOut]) -> Conversation:
    session = rows[0].session
    # A conversation reads downwards; loose notes stay newest first like the days.
    ordered = rows if session.is_implicit else list(reversed(rows))
    return Conversation(
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
            "this is not a place in the timeline", field="cursor", code="cursor"
        ) from error


def _local_day(at: datetime) -> date:
    return timezone.localtime(at).date()


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime(day.year, day.month, day.day))


def _midnight_after(day: date) -> datetime:
    return _midnight(day + timedelta(days=1))


@dataclass(frozen=True, slots=True)
class Week:
    """How much was saved in one week; ``share`` of the busiest one."""

    first_day: date
    last_day: date
    count: int
    share: float
    begins_month: bool


def year_of_weeks(caller: Caller, *, packs: Sequence[str] | None, today: date) -> list[Week]:
    """Return the last year by weeks, oldest first, to jump by."""
    monday = today - timedelta(days=today.weekday())
    mondays = [monday - timedelta(weeks=back) for back in range(WEEKS_SHOWN - 1, -1, -1)]
    counts = dict.fromkeys(mondays, 0)
    for day, count in _counts_by_day(caller, packs, since=mondays[0]):
        counts[day - timedelta(days=day.weekday())] = (
            counts.get(day - timedelta(days=day.weekday()), 0) + count
        )
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
    # A slice of the stored text instead of Django's date functions, which call Python per row.
    day = Substr("created_at", 1, 10, output_field=CharField())
    rows = memory_list(caller, packs).filter(created_at__gte=_midnight(since)).order_by()
    counted = rows.annotate(day=day).values_list("day").annotate(n=Count("pk"))
    return [(date.fromisoformat(text), count) for text, count in counted]


# --- memory ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Connection:
    """A link seen from one of its ends."""

    id: int
    type_label: str
    is_outgoing: bool
    is_directed: bool
    reason: str
    memory_id: UUID
    text: str
    pack: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory before or after another one in its session."""

    id: UUID
    text: str
    speaker: str
    created_at: datetime
    is_this: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a memory's history."""

    revision: Revision
    changes: list[FieldChange]
    is_undoable: bool


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """A memory with everything around it."""

    memory: MemoryOut
    in_conversation: bool
    connections: list[Connection]
    neighbours: list[Neighbour]
    history: list[Entry] = field(default_factory=list)


def memory_page(caller: Caller, uid: UUID) -> MemoryPage:
    """Return a memory, its links, its neighbours in the session and its history."""
    memory = memory_get(caller, uid)
    neighbours = _neighbours(caller, memory)
    return MemoryPage(
        memory=memory_out(memory),
        in_conversation=not memory.session.is_implicit,
        connections=_connections(caller, memory, beside={row.id for row in neighbours}),
        neighbours=neighbours,
        history=_history(caller, uid),
    )


def _connections(caller: Caller, memory: Memory, *, beside: set[UUID]) -> list[Connection]:
    # That a turn answers the turn before it is shown by their standing side by side.
    links = memory_links(caller, memory.uid).order_by("relation_type", "-id")
    seen = [_connection(link, memory) for link in links]
    kept = zip(links, seen, strict=True)
    return [
        row
        for link, row in kept
        if link.relation_type_id != "reply_to" or row.memory_id not in beside
    ]


def _connection(link: MemoryLink, memory: Memory) -> Connection:
    is_outgoing = link.src_memory_id == memory.pk
    other = link.dst_memory if is_outgoing else link.src_memory
    return Connection(
        id=link.pk,
        type_label=link.relation_type.label,
        is_outgoing=is_outgoing,
        is_directed=link.relation_type.is_directed,
        reason=link.notes,
        memory_id=other.uid,
        text=other.raw_text,
        pack=other.pack,
        created_at=other.created_at,
    )


def _neighbours(caller: Caller, memory: Memory) -> list[Neighbour]:
    kept = Memory.objects.of(caller).kept().filter(session=memory.session_id).exclude(pk=memory.pk)
    at, pk = memory.created_at, memory.pk
    before = kept.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=pk))
    after = kept.filter(Q(created_at__gt=at) | Q(created_at=at, pk__gt=pk))
    rows = [
        *reversed(before.order_by("-created_at", "-pk")[:NEIGHBOURS_EACH_SIDE]),
        memory,
        *after.order_by("created_at", "pk")[:NEIGHBOURS_EACH_SIDE],
    ]
    if len(rows) == 1:
        return []
    return [Neighbour(m.uid, m.raw_text, m.speaker, m.created_at, m.pk == memory.pk) for m in rows]


def _history(caller: Caller, uid: UUID) -> list[Entry]:
    revisions = list(memory_history(caller, uid)[:HISTORY_LENGTH])
    return [_entry(revision) for revision in revisions]


def _entry(revision: Revision) -> Entry:
    changes = changes_of(revision)
    is_undoable = revision.action == Action.UPDATE and bool(changes) and revision.erased_at is None
    return Entry(revision, changes, is_undoable)


# --- people and things -------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Relation:
    """A relation seen from one of its ends."""

    type_label: str
    is_outgoing: bool
    other: Entity
    reason: str
    valid_from: datetime | None
    valid_to: datetime | None
    is_past: bool


@dataclass(frozen=True, slots=True)
class EntityPage:
    """An entity with its names, relations and the memories that mention it."""

    entity: Entity
    aliases: list[EntityAlias]
    relations: list[Relation]
    memories: list[MemoryOut]
    memory_count: int


def entity_page(caller: Caller, entity: Entity, *, now: datetime) -> EntityPage:
    """Return what is known of an entity, current relations first."""
    mentioning = Memory.objects.of(caller).kept().filter(pk__in=entity.mentions.values("memory"))
    rows = mentioning.with_rendering().order_by("-created_at", "-pk")[:ENTITY_MEMORIES]
    return EntityPage(
        entity=entity,
        aliases=list(entity.aliases.order_by("alias")),
        relations=sorted(_relations(caller, entity, now), key=lambda relation: relation.is_past),
        memories=memories_out(list(rows)),
        memory_count=mentioning.count(),
    )


def _relations(caller: Caller, entity: Entity, now: datetime) -> list[Relation]:
    rows = (
        EntityRelation.objects.of(caller)
        .filter(Q(source=entity) | Q(target=entity))
        .select_related("relation_type", "source__entity_type", "target__entity_type")
    )
    return [_relation(row, entity, now) for row in rows]


def _relation(row: EntityRelation, entity: Entity, now: datetime) -> Relation:
    is_outgoing = row.source_id == entity.entity_id
    return Relation(
        type_label=row.relation_type.label,
        is_outgoing=is_outgoing or not row.relation_type.is_directed,
        other=row.target if is_outgoing else row.source,
        reason=row.reason,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        is_past=row.superseded_at is not None or (row.valid_to is not None and row.valid_to <= now),
    )
