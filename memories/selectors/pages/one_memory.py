"""One memory with its connections, its neighbours in the conversation and its history."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from core.caller import Caller
from core.journal import FieldChange, changes_of, undone_changes
from core.models import Action, Revision
from entities.types.catalog import (
    type_labels,
)
from graph.models import MemoryLink, RelationType
from memories.models import Memory
from memories.records.serialize import memory_out
from memories.records.threads import REPLY_TO
from memories.schemas import MemoryOut
from memories.selectors.memories import memory_get, memory_history, memory_links

from .duplicates import Duplicates, duplicates
from .marked_text import Piece, pieces

NEIGHBOURS_EACH_SIDE = 2
HISTORY_LENGTH = 50
# What is taken back with all that belonged to it.
WHOLE = frozenset({Action.MERGE, Action.SPLIT, Action.INVALIDATE, Action.RESTORE})


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
    # Whether the whole change it belongs to can be taken back, where it has no fields.
    is_whole_undoable: bool = False


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """A memory with everything around it."""

    memory: MemoryOut
    pieces: list[Piece]
    in_conversation: bool
    connections: list[Connection]
    neighbours: list[Neighbour]
    duplicates: Duplicates
    history: list[Entry] = field(default_factory=list)


def memory_page(caller: Caller, uid: UUID) -> MemoryPage:
    """Return a memory, its links, its neighbours in the session and its history."""
    memory = memory_get(caller, uid)
    neighbours = _neighbours(caller, memory)
    return MemoryPage(
        memory=memory_out(memory),
        pieces=pieces(memory),
        in_conversation=not memory.session.is_implicit,
        connections=_connections(caller, memory, beside={row.id for row in neighbours}),
        neighbours=neighbours,
        duplicates=duplicates(caller, uid),
        history=_history(caller, uid),
    )


def _connections(caller: Caller, memory: Memory, *, beside: set[UUID]) -> list[Connection]:
    # That a turn answers the turn before it is shown by their standing side by side.
    links = memory_links(caller, memory.uid).order_by("relation_type", "-id")
    labels = type_labels(RelationType, caller.base_user)
    seen = [_connection(link, memory, labels) for link in links]
    kept = zip(links, seen, strict=True)
    return [
        row
        for link, row in kept
        if link.relation_type_id != REPLY_TO or row.memory_id not in beside
    ]


def _connection(link: MemoryLink, memory: Memory, labels: Mapping[str, str]) -> Connection:
    is_outgoing = link.src_memory_id == memory.pk
    other = link.dst_memory if is_outgoing else link.src_memory
    return Connection(
        id=link.pk,
        type_label=labels[link.relation_type_id],
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
    undone = undone_changes([revision.change_id for revision in revisions])
    return [_entry(revision, revision.change_id in undone) for revision in revisions]


def _entry(revision: Revision, is_undone: bool) -> Entry:
    changes = changes_of(revision)
    is_kept = revision.erased_at is None
    is_undoable = revision.action == Action.UPDATE and bool(changes) and is_kept
    is_whole = revision.action in WHOLE and is_kept and not is_undone
    return Entry(revision, changes, is_undoable, is_whole)
