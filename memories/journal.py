"""Writing the journal: snapshots of rows, and one revision per change (SPEC §12.3).

What a snapshot holds is enough to make the row again: :mod:`memories.replay` does.
"""

import json
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import QuerySet

from core.caller import Caller
from core.db.prepared import PreparedInsert
from entities.models import Mention, OwnedType
from graph.models import EntityRelation

from .models import Action, Memory, Proposal, Revision, State

# Bulk data, and what the database computes, is not part of a snapshot.
LEFT_OUT = frozenset({"raw_audio", "base_user"})
# All mentions of one memory are one entry of this kind, named by the memory.
MENTIONS = "mentions"
UNDO = "undo"
Snapshot = dict[str, Any]

_new_revisions = PreparedInsert(Revision)


class ExactEncoder(DjangoJSONEncoder):
    """Writes moments to the microsecond, as the tables hold them."""

    def default(self, o: Any) -> Any:
        """Return what JSON has no word for as text."""
        if isinstance(o, datetime):
            return o.isoformat().removesuffix("+00:00") + ("Z" if _is_utc(o) else "")
        return super().default(o)


def _is_utc(at: datetime) -> bool:
    return at.isoformat().endswith("+00:00")


def snapshot(row: models.Model) -> dict[str, Any]:
    """Return the columns of ``row`` as JSON values."""
    values = {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if column.attname not in LEFT_OUT
    }
    return dict(json.loads(json.dumps(values, cls=ExactEncoder)))


def described(row: models.Model) -> Snapshot:
    """Return the snapshot of a row with what it has beside columns: tag names, evidence keys."""
    values = snapshot(row)
    if isinstance(row, Memory):
        values["tags"] = sorted(tag.name for tag in row.tags.all())
    elif isinstance(row, State | EntityRelation | Proposal):
        values["evidence"] = _evidence(row)
    return values


def _evidence(row: State | EntityRelation | Proposal) -> list[int]:
    """Return the keys of the memories a row rests on; what was prefetched may be a part of them."""
    field: Any = row._meta.get_field("evidence")
    rows = field.remote_field.through._default_manager.filter(**{field.m2m_field_name(): row})
    return sorted(rows.values_list(field.m2m_reverse_name(), flat=True))


def mentions_of(memories: Iterable[Memory]) -> dict[int, list[Snapshot]]:
    """Return the snapshots of all mentions of these memories, by memory."""
    found: dict[int, list[Snapshot]] = defaultdict(list)
    keys = [memory.pk for memory in memories]
    for mention in Mention.objects.filter(memory__in=keys).order_by("pk"):
        found[mention.memory_id].append(snapshot(mention))
    return found


def undo_id(change_id: uuid.UUID) -> uuid.UUID:
    """Return the id of the change that takes a change back: it follows from that one's."""
    return uuid.uuid5(change_id, UNDO)


@dataclass(slots=True)
class Change:
    """One service call's revisions: they share an id, an actor and a time."""

    caller: Caller
    at: datetime
    reason: str = ""
    session_id: str = ""
    change_id: uuid.UUID = field(default_factory=uuid.uuid4)
    revisions: list[Revision] = field(default_factory=list)

    def note(
        self,
        action: Action,
        row: models.Model,
        *,
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        evidence: Sequence[str] = (),
    ) -> None:
        """Add a revision of ``row``; written with the others by :meth:`write`."""
        self.revisions.append(
            Revision(
                user_id=str(getattr(row, "user_id", "")),
                action=action,
                target_type=row._meta.model_name or "",
                target_id=target_id(row),
                change_id=self.change_id,
                before=before,
                after=after,
                reason=self.reason,
                evidence=list(evidence),
                actor=self.caller.actor,
                session_id=self.session_id,
                created_at=self.at,
            )
        )

    def created(self, rows: Iterable[models.Model], *, evidence: Sequence[str] = ()) -> None:
        """Note that ``rows`` are new."""
        for row in rows:
            self.note(Action.CREATE, row, after=described(row), evidence=evidence)

    def mentions(
        self,
        memories: Iterable[Memory],
        before: Mapping[int, list[Snapshot]],
        after: Mapping[int, list[Snapshot]],
        *,
        action: Action = Action.UPDATE,
    ) -> None:
        """Note what memories mention now; ``before`` and ``after`` come from ``mentions_of``."""
        for memory in memories:
            was, now = before.get(memory.pk, []), after.get(memory.pk, [])
            if was != now:
                self.note(action, memory, before={MENTIONS: was}, after={MENTIONS: now})
                self.revisions[-1].target_type = MENTIONS

    def write(self) -> None:
        """Store the revisions, in the transaction of the change itself."""
        _new_revisions.store(self.revisions)
        self.revisions = []


def target_id(row: models.Model) -> str:
    """Return the id by which the journal names ``row``: the public one where there is one."""
    if isinstance(row, OwnedType):
        return row.key
    for name in ("uid", "entity_id"):
        if isinstance(public := getattr(row, name, None), uuid.UUID) and _owns(row, name):
            return str(public)
    return str(row.pk)


def _owns(row: models.Model, name: str) -> bool:
    return any(column.name == name for column in row._meta.concrete_fields)


def erase_payloads(revisions: QuerySet[Revision], at: datetime) -> None:
    """Empty what these entries hold; that, when and by whom something was changed stays."""
    revisions.filter(erased_at=None).update(before=None, after=None, reason="", erased_at=at)
