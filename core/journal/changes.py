"""Write the journal: snapshots of rows, and one revision for each changed row."""

import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from core.caller import Caller
from core.db.prepared import PreparedInsert
from core.models import Action, Revision

from . import registry
from .registry import Members, Snapshot

_columns = lru_cache(None)(registry.columns_of)
UNDO = "undo"


class ExactEncoder(DjangoJSONEncoder):
    """Encodes times to the microsecond, as the tables store them."""

    def default(self, o: Any) -> Any:
        """Return a value without JSON type as text."""
        if isinstance(o, datetime):
            return o.isoformat().removesuffix("+00:00") + ("Z" if _is_utc(o) else "")
        return super().default(o)


def _is_utc(at: datetime) -> bool:
    return at.isoformat().endswith("+00:00")


def snapshot(row: Model) -> Snapshot:
    """Return the columns of ``row`` as JSON values."""
    values = {name: getattr(row, name) for name in _columns(type(row))}
    return dict(json.loads(json.dumps(values, cls=ExactEncoder)))


def described(row: Model) -> Snapshot:
    """Return the snapshot of a row with its many-to-many members: tag names, evidence keys."""
    values = snapshot(row)
    for members in registry.of(row).m2m:
        values[members.field] = sorted(_held(row, members))
    return values


def _held(row: Model, members: Members) -> Iterable[Any]:
    if members.by != "pk":
        return [getattr(member, members.by) for member in getattr(row, members.field).all()]
    # Prefetched rows may be incomplete.
    field: Any = row._meta.get_field(members.field)
    rows = field.remote_field.through._default_manager.filter(**{field.m2m_field_name(): row})
    return list(rows.values_list(field.m2m_reverse_name(), flat=True))


def parts_of(group: str, rows: Iterable[Model]) -> dict[int, list[Snapshot]]:
    """Return the snapshots of all parts of these rows by row; ``group`` is the kind of entries."""
    known = registry.registered_group(group)
    found: dict[int, list[Snapshot]] = defaultdict(list)
    keys = [row.pk for row in rows]
    parts = known.model._default_manager.filter(**{f"{known.part_of}__in": keys})
    for part in parts.order_by("pk"):
        found[getattr(part, known.part_column)].append(snapshot(part))
    return found


def target_id(row: Model) -> str:
    """Return the id of ``row`` in the journal: the public id, if the model has one."""
    return str(getattr(row, registry.of(row).public_id))


def values_of(model: type[Model], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a snapshot as Python values."""
    columns = _columns(model)
    return {
        name: columns[name].to_python(value) for name, value in stored.items() if name in columns
    }


_new_revisions = PreparedInsert(Revision)


@dataclass(slots=True)
class Change:
    """The revisions of one service call, with one id, actor and time."""

    caller: Caller
    at: datetime
    reason: str = ""
    session_id: str = ""
    change_id: uuid.UUID = field(default_factory=uuid.uuid4)
    revisions: list[Revision] = field(default_factory=list)

    def note(
        self,
        action: Action,
        row: Model,
        *,
        before: Snapshot | None = None,
        after: Snapshot | None = None,
        evidence: Sequence[str] = (),
        space: str = "",
        kind: str = "",
    ) -> None:
        """Add a revision of ``row``; written with the others by :meth:`write`.

        ``space`` is for rows without ``user_id``, ``kind`` for entries of the parts of a row.
        """
        self.revisions.append(
            Revision(
                user_id=str(getattr(row, "user_id", space)),
                action=action,
                target_type=kind or registry.of(row).kind,
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

    def created(self, rows: Iterable[Model], *, evidence: Sequence[str] = ()) -> None:
        """Add revisions of new rows."""
        for row in rows:
            self.note(Action.CREATE, row, after=described(row), evidence=evidence)

    def moved(self, action: Action, row: Model, before: Snapshot) -> None:
        """Add a revision of a row that a merge or split changed; ``before`` is its old description.

        Revisions of rows that quote a text hold only the id and the changed columns: forgotten
        text must not stay in the journal.
        """
        after = described(row)
        if registry.of(row).quotes:
            kept = {"id"} | {name for name in after if before.get(name) != after[name]}
            before = {name: value for name, value in before.items() if name in kept}
            after = {name: value for name, value in after.items() if name in kept}
        self.note(action, row, before=before, after=after)

    def parts(
        self,
        group: str,
        rows: Iterable[Model],
        before: Mapping[int, list[Snapshot]],
        after: Mapping[int, list[Snapshot]],
        *,
        action: Action = Action.UPDATE,
    ) -> None:
        """Add revisions of the changed parts of rows; both mappings come from ``parts_of``.

        A changed part is in both lists of its entry; parts that stay are in neither.
        """
        for row in rows:
            was, now = before.get(row.pk, []), after.get(row.pk, [])
            if was != now:
                gone = [part for part in was if part not in now]
                new = [part for part in now if part not in was]
                self.note(action, row, before={group: gone}, after={group: new}, kind=group)

    def write(self) -> None:
        """Store the revisions in the transaction of the change."""
        _new_revisions.store(self.revisions)
        self.revisions = []


# Updates data that depends on journaled rows after a change.
Projection = Callable[[Change, Sequence[Revision]], None]
_projections: list[Projection] = []


def add_projections(*projections: Projection) -> None:
    """Run these, in their order, after each change made with :func:`change` and each undo."""
    _projections.extend(projections)


def project(change: Change, revisions: Sequence[Revision]) -> None:
    """Run the projections for these revisions, in their transaction."""
    for projection in _projections if revisions else ():
        projection(change, revisions)


@contextmanager
def change(caller: Caller, reason: str = "", *, now: datetime | None = None) -> Iterator[Change]:
    """Run the block in one transaction, then write its revisions and run the projections.

    A block without revisions writes nothing.
    """
    with transaction.atomic():
        made = Change(caller=caller, at=now or timezone.now(), reason=reason)
        yield made
        revisions = made.revisions
        made.write()
        project(made, revisions)


def undo_id(change_id: uuid.UUID) -> uuid.UUID:
    """Return the id of the undo of a change, which is derived from the id of the change."""
    return uuid.uuid5(change_id, UNDO)


def erase_payloads(revisions: QuerySet[Revision], at: datetime) -> None:
    """Erase the payloads of entries; action, time and actor stay."""
    revisions.filter(erased_at=None).update(before=None, after=None, reason="", erased_at=at)
