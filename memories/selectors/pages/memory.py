"""Memory page: text, connections, neighbors, duplicates, history."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.journal import FieldChange, changes_of, undone_changes
from core.models import Action, Revision
from entities.types.entity_types import type_labels
from graph.link_types import REPLY_TO
from graph.models import MemoryLink, RelationType
from graph.network.pictures import SmallGraph
from graph.nodes import Node, NodeKind
from memories.models import Memory
from memories.records.lookup import memory_out
from memories.records.privacy.sealing import has_original
from memories.records.privacy.treatment import MASKED
from memories.schemas import MemoryOut
from memories.schemas.links import NearOut
from memories.selectors.memories import duplicates_of, memory_get, memory_history, memory_links
from memories.selectors.mentions import MentionSpan, mention_spans
from memories.selectors.network.neighbors import lineage_notes, lineage_of
from memories.selectors.pages.graph_nodes import neighborhood
from memories.selectors.pages.states import StatedFact, stated_facts
from memories.selectors.states import states_resting_on

NEIGHBORS_EACH_SIDE = 2
HISTORY_LENGTH = 50
# Actions that are undone as a whole change.
WHOLE = frozenset({Action.MERGE, Action.SPLIT, Action.INVALIDATE, Action.RESTORE})
KINDS: dict[str, str | Promise] = {
    "same": _("Says the same"),
    "additive": _("Adds to it"),
    "updating": _("Updates it"),
    "conflicting": _("Contradicts it"),
    "related": _("Related"),
}
# Related memories are among the connections of the page.
SHOWN_KINDS = frozenset(KINDS) - {"related"}


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of the text; ``named`` is set if the piece is a mention."""

    text: str
    named: MentionSpan | None = None


@dataclass(frozen=True, slots=True)
class NearMemory:
    """A similar memory, and its kind of similarity."""

    memory: MemoryOut
    kind: str
    label: str | Promise
    reasons: str
    percent: int | None


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The section of duplicates; ``may_fold``: whether this reader decides about them.

    ``near`` is None if it was not computed: the browser requests it after the page.
    """

    canonical: MemoryOut | None
    folded: list[MemoryOut]
    near: list[NearMemory] | None
    may_fold: bool


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
class Neighbor:
    """A memory before or after the shown one: in its session, or in its lineage."""

    id: UUID
    text: str
    speaker: str
    created_at: datetime
    is_this: bool


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry of a memory's history."""

    revision: Revision
    changes: list[FieldChange]
    is_undoable: bool
    # Whether the whole change can be undone, for entries without changed fields.
    is_whole_undoable: bool = False


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """The data of the memory page."""

    memory: MemoryOut
    pieces: list[TextPiece]
    in_conversation: bool
    connections: list[Connection]
    neighbors: list[Neighbor]
    lineage: list[Neighbor]
    lineage_notes: list[str]
    duplicates: Duplicates
    facts: list[StatedFact]
    small: SmallGraph | None = None
    history: list[HistoryEntry] = field(default_factory=list)
    is_sealed: bool = False


def memory_page(caller: Caller, uid: UUID) -> MemoryPage:
    """Return a memory with its links, session neighbors and history."""
    memory = memory_get(caller, uid)
    neighbors = _neighbors(caller, memory)
    lineage, notes = _lineage(caller, memory) if memory.is_findable else ([], [])
    return MemoryPage(
        memory=memory_out(memory),
        pieces=pieces(memory),
        in_conversation=not memory.session.is_implicit,
        connections=_connections(caller, memory, beside={row.id for row in neighbors}),
        neighbors=neighbors,
        lineage=lineage,
        lineage_notes=notes,
        duplicates=memory_duplicates(caller, uid),
        facts=stated_facts(caller, states_resting_on(caller, memory), now=timezone.now()),
        small=neighborhood(caller, f"memory:{uid}") if memory.is_findable else None,
        history=_history(caller, uid),
        is_sealed=bool(memory.extra_data.get(MASKED)) and has_original(memory),
    )


def _connections(caller: Caller, memory: Memory, *, beside: set[UUID]) -> list[Connection]:
    # Reply links between neighbors are left out: the page shows neighbors in order.
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


def _neighbors(caller: Caller, memory: Memory) -> list[Neighbor]:
    kept = Memory.objects.of(caller).kept().filter(session=memory.session_id).exclude(pk=memory.pk)
    at, pk = memory.created_at, memory.pk
    before = kept.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=pk))
    after = kept.filter(Q(created_at__gt=at) | Q(created_at=at, pk__gt=pk))
    rows = [
        *reversed(before.order_by("-created_at", "-pk")[:NEIGHBORS_EACH_SIDE]),
        memory,
        *after.order_by("created_at", "pk")[:NEIGHBORS_EACH_SIDE],
    ]
    if len(rows) == 1:
        return []
    return [_neighbor(row, memory) for row in rows]


def _lineage(caller: Caller, memory: Memory) -> tuple[list[Neighbor], list[str]]:
    """Return a chain of three or more, oldest first; a shorter one is among the connections."""
    before, after = lineage_of(caller, Node(NodeKind.MEMORY, memory.pk))
    if max((near.depth for near in (*before, *after)), default=0) < 2 and not (before and after):
        return [], []
    rows = Memory.objects.of(caller).in_bulk([int(near.node.key) for near in (*before, *after)])
    earlier, later = (
        [row for near in side if (row := rows.get(int(near.node.key)))] for side in (before, after)
    )
    chain = [_neighbor(row, memory) for row in (*reversed(earlier), memory, *later)]
    return chain, lineage_notes(before, after)


def _neighbor(row: Memory, shown: Memory) -> Neighbor:
    return Neighbor(row.uid, row.raw_text, row.speaker, row.created_at, row.pk == shown.pk)


def _history(caller: Caller, uid: UUID) -> list[HistoryEntry]:
    revisions = list(memory_history(caller, uid)[:HISTORY_LENGTH])
    undone = undone_changes([revision.change_id for revision in revisions])
    return [_history_entry(revision, revision.change_id in undone) for revision in revisions]


def _history_entry(revision: Revision, is_undone: bool) -> HistoryEntry:
    changes = changes_of(revision)
    is_kept = revision.erased_at is None
    is_undoable = revision.action == Action.UPDATE and bool(changes) and is_kept
    is_whole = revision.action in WHOLE and is_kept and not is_undone
    return HistoryEntry(revision, changes, is_undoable, is_whole)


def pieces(memory: Memory) -> list[TextPiece]:
    """Split a memory's text at its mentions; joined, the pieces are the text."""
    text, at = memory.raw_text, 0
    found: list[TextPiece] = []
    for named in mention_spans(memory):
        found += [
            TextPiece(text[at : named.start]),
            TextPiece(text[named.start : named.end], named),
        ]
        at = named.end
    return [piece for piece in (*found, TextPiece(text[at:])) if piece.text]


def memory_duplicates(caller: Caller, uid: UUID, *, with_near: bool = False) -> Duplicates:
    """Return the duplicates of a memory for its page."""
    found = duplicates_of(caller, uid, with_near=with_near)
    near = [_near_memory(each) for each in found.near if each.kind in SHOWN_KINDS]
    return Duplicates(found.canonical, found.folded, near if with_near else None, caller.is_owner)


def _near_memory(out: NearOut) -> NearMemory:
    percent = None if out.nearness is None else round(100 * out.nearness)
    return NearMemory(out.memory, out.kind, KINDS[out.kind], "; ".join(out.reasons), percent)
