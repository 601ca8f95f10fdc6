"""Note what programs read beside searches: who, what, when, and the ids that they were given.

Readings wait in memory for a moment, and the background thread stores them together: of one
program, each kind of request becomes one entry.
"""

import re
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from core.caller import Caller
from core.db.prepared import PreparedInsert
from core.jobs import background
from core.jobs.buffer import Buffer
from core.models import Action, Revision
from entities.models import Entity
from memories.models import Memory, State
from packs.selection import enabled_packs

READING = "reading"
STORED_WITHIN_SECONDS = 1.0
# A condition is one SQL expression, whose depth SQLite limits.
AT_ONCE = 200
LONGEST_NAME = 64
WHOLE = 32
# Ids as values of JSON, whole or by their first characters; a quote inside of a text is escaped.
ID = re.compile(rb'"(?:memory:|entity:)?([0-9a-f]{8}(?:[0-9a-f]{0,24}|[0-9a-f-]{28}))"')
KINDS = (("memories", Memory, "uid"), ("entities", Entity, "entity_id"), ("states", State, "uid"))

_new_entries = PreparedInsert(Revision)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one program asked for; ``is_whole`` if it was given everything that it may see."""

    caller: Caller
    what: str
    at: datetime
    ids: set[str] = field(default_factory=set)
    is_whole: bool = False


_waiting: Buffer[_Reading] = Buffer()


def note_reading(caller: Caller, what: str, given: bytes, *, at: datetime) -> None:
    """Note the ids in an answer, as JSON; ``what`` names the request, and has no text of anybody."""
    if ids := {found.replace(b"-", b"").decode() for found in ID.findall(given)}:
        _wait(_Reading(caller, what[:LONGEST_NAME], at, ids))


def note_export(caller: Caller, what: str, *, at: datetime) -> None:
    """Note that a program took everything that it may see."""
    _wait(_Reading(caller, what[:LONGEST_NAME], at, is_whole=True))


def _wait(reading: _Reading) -> None:
    _waiting.add(reading)
    background.run_within("readings", flush, seconds=STORED_WITHIN_SECONDS)


def flush() -> int:
    """Store what waits, and return how many readings that was; wait for a flush that is running.

    If the database refuses the write, up to 1,000 readings stay queued.
    """
    return _waiting.store(_store)


def _store(batch: Sequence[_Reading]) -> None:
    entries = [entry for reading in _joined(batch) for entry in _entries(reading)]
    if entries:
        with transaction.atomic():
            _new_entries.store(entries)


def _joined(batch: Sequence[_Reading]) -> Iterable[_Reading]:
    """Join what one program was given by requests of one kind."""
    joined: dict[tuple[Any, ...], _Reading] = {}
    for reading in batch:
        key = (reading.caller.base_user, reading.caller.actor, reading.what, reading.is_whole)
        joined.setdefault(key, reading).ids.update(reading.ids)
    return joined.values()


def _entries(reading: _Reading) -> list[Revision]:
    """Return an entry for each space that something was read in."""
    change = uuid.uuid4()
    return [
        Revision(
            user_id=user_id,
            action=Action.ACCESS,
            target_type=READING,
            target_id=reading.what,
            change_id=change,
            after=given,
            actor=reading.caller.actor,
            created_at=reading.at,
        )
        for user_id, given in _by_space(reading).items()
    ]


def _by_space(reading: _Reading) -> dict[str, dict[str, list[str]]]:
    if reading.is_whole:
        caller = reading.caller
        reached = [pack for pack in enabled_packs(caller) if caller.may_reach(pack)]
        return {space: {"memories": []} for space in caller.spaces(reached)}
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: {"memories": []})
    for kind, model, column in KINDS:
        for user_id, uid in _rows(reading, model, column):
            found[user_id].setdefault(kind, []).append(str(uid))
    return found


def _rows(reading: _Reading, model: Any, column: str) -> Iterator[tuple[str, UUID]]:
    """Yield the space and the id of each row of the caller's with one of these ids."""
    ids = sorted(reading.ids)
    rows = model.objects.of(reading.caller).order_by(column)
    for start in range(0, len(ids), AT_ONCE):
        part = ids[start : start + AT_ONCE]
        asked = Q(**{f"{column}__in": [UUID(one) for one in part if len(one) == WHOLE]})
        for short in (one for one in part if len(one) < WHOLE):
            ends = UUID(short.ljust(WHOLE, "0")), UUID(short.ljust(WHOLE, "f"))
            asked |= Q(**{f"{column}__range": ends})
        yield from rows.filter(asked).values_list("user_id", column)
