"""History page: the latest changes, with their changed rows."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from core.caller import Caller, Role, Scope
from core.journal import FieldChange, changes_of, undone_changes
from core.models import Action, Revision
from entities.models import Entity, SpaceQuerySet, type_key
from memories.models import Memory, ProposalKind, ProposalStatus
from memories.selectors.history import revisions_seen

PAGE_LENGTH = 30
LINES = 5
# Kinds of the filter, with the target types that each includes.
KINDS: dict[str, tuple[str, ...]] = {
    "memory": ("memory",),
    "link": ("memorylink",),
    "entity": ("entity", "entityalias"),
    "mentions": ("mentions", "mention", "mentionruling"),
    "relation": ("entityrelation",),
    "state": ("state", "stateentity"),
    "inbox": ("proposal", "inboxrule"),
    "tag": ("tag", "context"),
    "session": ("session",),
    "type": ("entitytype", "relationtype"),
    "pack": ("packactivation",),
}
ACTORS = ("owner", "assistant", "system")
# Payload columns that can name a row, best first.
CALLED = (
    "title", "name", "alias", "body", "value", "surface", "key", "raw_text", "type_name", "pack",
)  # fmt: skip
# Kinds whose changed columns are listed.
COMPARED = frozenset(
    {"memory", "entity", "tag", "state", "entitytype", "relationtype", "packactivation"}
)
# The subject of a change sorts before the rows that follow from it.
FIRST = (
    "memory", "entity", "state", "proposal", "inboxrule", "mentionruling", "memorylink",
    "entityrelation", "mentions",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """One row that a change touched, with its name."""

    action: str
    kind: str
    name: str
    target: UUID | None = None
    changes: list[FieldChange] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """One change: actor, reason, its first rows, and the number of other rows."""

    change_id: UUID
    actor: str
    created_at: datetime
    reason: str
    lines: list[ChangedRow]
    more: int
    is_undone: bool
    is_undoable: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of changes; ``older`` is the cursor of the next page."""

    entries: list[ChangeEntry]
    kind: str
    actor: str
    older: int | None


def history_page(
    caller: Caller, *, kind: str = "", actor: str = "", before: int | None = None
) -> HistoryPage:
    """Return the changes before a revision, newest first."""
    caller.require(Scope.READ)
    kind, actor = kind if kind in KINDS else "", actor if actor in ACTORS else ""
    shown = _shown(_asked(caller, kind, actor), before)
    rows = Revision.objects.in_bulk([pk for pks in shown.first.values() for pk in pks])
    names = _names(caller, rows.values())
    undone = undone_changes(list(shown.first))
    entries = [
        _change_entry([rows[pk] for pk in pks], shown.counts[change], names, change in undone)
        for change, pks in shown.first.items()
    ]
    return HistoryPage(entries, kind, actor, shown.older)


@dataclass(slots=True)
class _Shown:
    """The changes of a page: ids of their first revisions, and their revision counts."""

    first: dict[UUID, list[int]] = field(default_factory=dict)
    counts: Counter[UUID] = field(default_factory=Counter)
    older: int | None = None


def _asked(caller: Caller, kind: str, actor: str) -> SpaceQuerySet[Revision]:
    rows = revisions_seen(caller).exclude(action=Action.ACCESS)
    if kind:
        rows = rows.filter(target_type__in=KINDS[kind])
    else:
        # Sessions end by themselves, about as often as somebody saves something.
        rows = rows.exclude(target_type="session", actor__startswith=f"{Role.SYSTEM}:")
    if actor:
        rows = rows.filter(actor__startswith=actor)
    return rows


def _shown(rows: SpaceQuerySet[Revision], before: int | None) -> _Shown:
    """Read revisions backwards until a page is full; a change is never cut."""
    if before is not None:
        rows = rows.filter(pk__lt=before)
    shown, kept = _Shown(), defaultdict[UUID, list[tuple[int, int]]](list)
    entries = rows.order_by("-id").values_list("id", "change_id", "target_type")
    for pk, change, kind in entries.iterator():
        if change not in kept and len(kept) == PAGE_LENGTH:
            shown.older = pk + 1
            break
        kept[change] = sorted([*kept[change], (_rank(kind), pk)])[:LINES]
        shown.counts[change] += 1
    shown.first = {change: [pk for _rank, pk in ranked] for change, ranked in kept.items()}
    return shown


def _rank(kind: str) -> int:
    return FIRST.index(kind) if kind in FIRST else len(FIRST)


def _names(caller: Caller, rows: Iterable[Revision]) -> dict[str, str]:
    """Return the current names of memories and entities by their public ids."""
    ids: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        ids["memory" if row.target_type == "mentions" else row.target_type].add(row.target_id)
        ids["entity"] |= set(_ends(row))
    memories = Memory.objects.of(caller).filter(uid__in=ids["memory"]).defer("raw_audio")
    entities = Entity.objects.of(caller).filter(entity_id__in=ids["entity"])
    return {
        **{str(memory.uid): str(memory) for memory in memories},
        **{str(entity.entity_id): entity.name for entity in entities},
    }


def _change_entry(
    rows: list[Revision], count: int, names: dict[str, str], is_undone: bool
) -> ChangeEntry:
    first = rows[0]
    is_lost = any(row.erased_at or row.action == Action.ERASE for row in rows)
    return ChangeEntry(
        change_id=first.change_id,
        actor=first.actor,
        created_at=first.created_at,
        reason=next((row.reason for row in rows if row.reason), ""),
        lines=[_changed_row(row, names) for row in rows],
        more=count - len(rows),
        is_undone=is_undone,
        is_undoable=not is_undone and not is_lost,
    )


def _changed_row(row: Revision, names: dict[str, str]) -> ChangedRow:
    kind = "memory" if row.target_type == "mentions" else row.target_type
    has_page = kind in ("memory", "entity") and row.target_id in names
    return ChangedRow(
        action=row.get_action_display(),
        kind=row.target_type,
        name=names.get(row.target_id) or _called(row, names),
        target=UUID(row.target_id) if has_page else None,
        changes=changes_of(row) if row.target_type in COMPARED else [],
    )


def _called(row: Revision, names: dict[str, str]) -> str:
    values = row.after or row.before or {}
    if ends := [names[end] for end in _ends(row) if end in names]:
        return " – ".join(ends)
    if row.target_type in ("proposal", "inboxrule") and "kind" in values:
        label = str(ProposalKind(values["kind"]).label)
        is_settled = values.get("status") == ProposalStatus.OBSOLETE
        return _("%(kind)s: no longer needed") % {"kind": label} if is_settled else label
    if row.target_type == "archive" and "exported_at" in values:
        return f"{values['person']}, {values['exported_at'][:10]}"
    if row.target_type == "memorylink":
        return type_key(str(values.get("relation_type_id", "")))
    if row.target_type in ("entitytype", "relationtype"):
        return type_key(row.target_id)
    return next((str(values[name]) for name in CALLED if values.get(name)), "")


def _ends(row: Revision) -> list[str]:
    """Return the ids of a relation's two entities."""
    values = row.after or row.before or {}
    if row.target_type != "entityrelation":
        return []
    return [values[name] for name in ("source_id", "target_id") if values.get(name)]
