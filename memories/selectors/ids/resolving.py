"""Resolve the beginning of an id, within what the caller may see.

Beginnings are looked up by the index on ids first, since a condition on the person beside it could
make SQLite read a whole space; what the caller may not see is left out in a second step.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import InvalidInput, NotFound
from entities.models import Entity
from entities.selectors import entities_seen
from memories.inbox.preview import proposals_seen
from memories.knowledge.states.lookup import states_seen
from memories.models import Memory, Proposal, RetrievalRun, State
from memories.schemas.ids import IdKind, IdResolver
from memories.schemas.recalled_text import quoted
from memories.search import log
from memories.selectors.searches.runs import runs_seen

from .shortening import WHOLE, between, distinct_length

SHORTEST = 6
MOST_NAMED = 5
# Rows of other people may begin alike; more than this many do not by chance.
MOST_ALIKE = 1_000
# What may stand around an id that was copied from a text.
AROUND = " []()#\"'“”…\t\n"
PREFIX = re.compile(rf"[0-9a-f]{{{SHORTEST},{WHOLE}}}")
EXPECTED = f"an id is expected as it was given to you: {SHORTEST} or more of 0–9 and a–f"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Where ids of one kind are, and what tells rows apart."""

    model: type[Model]
    seen: Callable[[Caller], QuerySet[Any]]
    column: str
    date: str
    name: str


READERS: Mapping[IdKind, _Reader] = {
    IdKind.MEMORY: _Reader(Memory, Memory.objects.of, "uid", "created_at", "title"),
    IdKind.STATE: _Reader(State, states_seen, "uid", "recorded_at", "value"),
    IdKind.RUN: _Reader(RetrievalRun, runs_seen, "run_id", "created_at", "query"),
    IdKind.PROPOSAL: _Reader(Proposal, proposals_seen, "uid", "created_at", "reason"),
    IdKind.ENTITY: _Reader(Entity, entities_seen, "entity_id", "created_at", "name"),
}


def resolver_for(caller: Caller) -> IdResolver:
    """Return what resolves the ids that this caller sends."""
    return lambda kind, text, field: resolved_id(caller, kind, text, field=field)


def resolved_id(caller: Caller, kind: IdKind, text: str, *, field: str = "id") -> UUID:
    """Return the whole id of a text: an id, or the first six or more of its characters.

    A whole id is not looked up.

    Raises:
        InvalidInput: this is no id, or several rows begin so; up to five are named.
        NotFound: the caller sees no such row.
    """
    prefix = plain_id(text)
    if prefix is None:
        raise InvalidInput(EXPECTED, field=field, code="id")
    if len(prefix) == WHOLE:
        return UUID(prefix)
    reader = READERS[kind]
    rows = _visible(caller, reader, prefix)
    if not rows:
        raise NotFound(
            format_lazy(_("there is no {kind} {prefix}"), kind=kind, prefix=prefix), field=field
        )
    if len(rows) > 1:
        raise InvalidInput(_ambiguous(kind, prefix, rows), field=field, code="ambiguous_id")
    found: UUID = rows[0][0]
    return found


def plain_id(text: str) -> str | None:
    """Return the hexadecimal digits of an id or of its beginning; None if it is no such thing."""
    bare = text.casefold().strip(AROUND).rpartition(":")[2].strip().replace("-", "")
    return bare if PREFIX.fullmatch(bare) else None


def _visible(caller: Caller, reader: _Reader, prefix: str) -> list[tuple[UUID, Any, str]]:
    caller.require(Scope.READ)
    if reader.model is RetrievalRun:
        log.flush()
    alike = reader.model._default_manager.filter(between(reader.column, prefix))
    pks = list(alike.values_list("pk", flat=True)[:MOST_ALIKE])
    rows = reader.seen(caller).filter(pk__in=pks).order_by(reader.column)
    return list(rows.values_list(reader.column, reader.date, reader.name)) if pks else []


def _ambiguous(kind: IdKind, prefix: str, rows: list[tuple[UUID, Any, str]]) -> str:
    length = distinct_length([row[0].hex for row in rows])
    named = (
        f"{uid.hex[:length]} ({timezone.localtime(at):%Y-%m-%d} {quoted(name[:80])})"
        for uid, at, name in rows[:MOST_NAMED]
    )
    others = f" and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    return f"{len(rows)} ids begin with {prefix}; give more of it: {', '.join(named)}{others}"
