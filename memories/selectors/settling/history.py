"""The history of one memory, state or entity: when, who, what and why."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import NotFound
from core.journal.diff import changes_of
from core.models import Revision
from memories.schemas.ids import IdKind
from memories.schemas.journal import RevisionFilters
from memories.schemas.resolving.tools import ChangedField, ChangeOut, HistoryInput, HistoryOut
from memories.selectors.history import as_seen, revision_list
from memories.selectors.ids import resolved_id

MOST_CHARACTERS = 300
KINDS = (IdKind.MEMORY, IdKind.STATE, IdKind.ENTITY)
SHOWN_TYPES = ("memory", "state", "entity")


def history_of(caller: Caller, asked: HistoryInput) -> HistoryOut:
    """Return the changes of one row, newest first.

    Raises:
        NotFound: the journal has nothing of it that the caller may see.
    """
    rows = revision_list(caller, RevisionFilters(target_id=str(_whole(caller, asked.id))))
    rows = rows.filter(target_type__in=SHOWN_TYPES)
    shown = list(rows.order_by("-id")[: asked.limit])
    if not shown:
        raise NotFound(format_lazy(_("there is no history of {id}"), id=asked.id), field="id")
    return HistoryOut(changes=[_change(row) for row in shown], total=rows.count())


def _whole(caller: Caller, text: str) -> UUID:
    """Return the id that a text is, or is the beginning of."""
    for kind in KINDS:
        with suppress(NotFound):
            return resolved_id(caller, kind, text)
    raise NotFound(
        format_lazy(_("there is no memory, state or entity {text}"), text=text), field="id"
    )


def _change(row: Revision) -> ChangeOut:
    return ChangeOut(
        change_id=row.change_id,
        at=row.created_at,
        actor=row.actor,
        action=row.action,
        fields=[
            ChangedField(field=one.field, before=_short(one.before), after=_short(one.after))
            for one in changes_of(as_seen(row))
        ],
        reason=row.reason,
        because=[str(uid) for uid in row.evidence],
    )


def _short(value: Any) -> Any:
    """Return a value for a list; get_memory has a long text in full."""
    is_long = isinstance(value, str) and len(value) > MOST_CHARACTERS
    return f"{value[:MOST_CHARACTERS]}…" if is_long else value
