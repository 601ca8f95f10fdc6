"""Writing the journal: snapshots of rows, and one revision per change (SPEC §12.3)."""

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import QuerySet

from accounts.caller import Caller

from .models import Action, Memory, Revision

# Bulk data, and what the database computes, is not part of a snapshot.
LEFT_OUT = frozenset({"raw_audio", "base_user"})


def snapshot(row: models.Model) -> dict[str, Any]:
    """Return the columns of ``row`` as JSON values."""
    values = {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if column.attname not in LEFT_OUT
    }
    return dict(json.loads(json.dumps(values, cls=DjangoJSONEncoder)))


def described(memory: Memory) -> dict[str, Any]:
    """Return the snapshot of a memory with the names of its tags."""
    return {**snapshot(memory), "tags": sorted(tag.name for tag in memory.tags.all())}


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
            self.note(Action.CREATE, row, after=snapshot(row), evidence=evidence)

    def write(self) -> None:
        """Store the revisions, in the transaction of the change itself."""
        Revision.objects.bulk_create(self.revisions)
        self.revisions = []


def target_id(row: models.Model) -> str:
    """Return the id by which the journal names ``row``: the public one where there is one."""
    for name in ("uid", "entity_id"):
        if isinstance(public := getattr(row, name, None), uuid.UUID) and _owns(row, name):
            return str(public)
    return str(row.pk)


def _owns(row: models.Model, name: str) -> bool:
    return any(column.name == name for column in row._meta.concrete_fields)


def erase_payloads(revisions: QuerySet[Revision], at: datetime) -> None:
    """Empty what these entries hold; that, when and by whom something was changed stays."""
    revisions.filter(erased_at=None).update(before=None, after=None, reason="", erased_at=at)
