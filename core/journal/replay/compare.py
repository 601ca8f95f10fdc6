"""Compare the tables with the rows that the journal describes."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import DateTimeField, Model
from django.utils.dateparse import parse_datetime

from core.journal import registry
from core.journal.changes import snapshot, target_id
from core.journal.registry import Journaled

from .apply import Replay
from .expected import Row
from .reading import NO_VALUE, UnreadableRow, readable

ABSENT, UNRECORDED, UNREADABLE = "absent", "untold", "unreadable"
# Entries of earlier versions hold moments to the millisecond.
MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a table and the journal.

    ``column`` is ``absent`` for a row that only the journal has, ``untold`` for a row that only
    the table has, and ``unreadable`` for a row with a value that is none of its column: ``table``
    is then the table itself, and ``found`` what is wrong.
    """

    table: str
    target_id: str
    column: str
    expected: Any = None
    found: Any = None


def differences(replay: Replay, *, using: str = DEFAULT_DB_ALIAS) -> Iterator[Difference]:
    """Yield the differences between a database and the journal; erased rows are left out."""
    for known in registry.replayed().values():
        missing = dict(replay.expected.rows[known.kind])
        damaged: list[UnreadableRow] = []
        members = {one.field: _members(known, one.field, using, damaged) for one in known.m2m}
        rows = known.model._default_manager.using(using)
        for row in readable(rows, damaged):
            expected = missing.pop(str(row.pk), None)
            name = target_id(row)
            if (known.kind, name) in replay.gaps or _is_in_gap(known, row, replay):
                continue
            if expected is None:
                yield Difference(known.kind, name, UNRECORDED)
            else:
                yield from _compare_row(known, row, expected, name)
                yield from _compare_members(known, replay, members, str(row.pk), name)
        yield from map(unreadable, damaged)
        for key in missing.keys() - {one.key for one in damaged}:
            yield Difference(known.kind, key, ABSENT)


def unreadable(one: UnreadableRow) -> Difference:
    """Return the difference that a row is which cannot be read."""
    return Difference(one.table, one.key, UNREADABLE, found=one.problem)


def _is_in_gap(known: Journaled, row: Model, replay: Replay) -> bool:
    """Return whether a row is a part of another row with erased parts."""
    if not known.part_of:
        return False
    whole = registry.whole_of(known)
    owner = replay.expected.rows[whole.kind].get(str(getattr(row, known.part_column)))
    groups = registry.groups_of(whole)
    return owner is not None and any(
        (group, str(owner[whole.public_id])) in replay.gaps for group in groups
    )


def _compare_row(known: Journaled, row: Model, expected: Row, name: str) -> Iterator[Difference]:
    try:
        found = snapshot(row)
    except NO_VALUE as error:
        yield unreadable(UnreadableRow(row._meta.db_table, str(row.pk), str(error)))
        return
    for column in sorted(known.stable_columns):
        if column in expected and expected[column] == found[column]:
            continue
        if column in expected and _is_same_moment(row, column, expected[column], found[column]):
            continue
        yield Difference(known.kind, name, column, expected.get(column), found[column])


def _is_same_moment(row: Model, column: str, one: Any, other: Any) -> bool:
    if not isinstance(row._meta.get_field(column), DateTimeField) or not (one and other):
        return False
    at, then = parse_datetime(one), parse_datetime(other)
    if at is None or then is None:
        return False
    is_short = len(one.partition(".")[2].rstrip("Z")) == MILLISECONDS
    return at == (_to_milliseconds(then) if is_short else then)


def _to_milliseconds(at: datetime) -> datetime:
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def _members(
    known: Journaled, name: str, using: str, damaged: list[UnreadableRow]
) -> dict[str, set[str]]:
    field: Any = known.model._meta.get_field(name)
    through = field.remote_field.through._default_manager.using(using)
    found: dict[str, set[str]] = defaultdict(set)
    pairs = through.values_list("pk", field.m2m_column_name(), field.m2m_reverse_name())
    for _pk, own, other in readable(pairs, damaged):
        found[str(own)].add(str(other))
    return found


def _compare_members(
    known: Journaled, replay: Replay, members: dict[str, dict[str, set[str]]], key: str, name: str
) -> Iterator[Difference]:
    for field, stored in members.items():
        expected, found = (
            replay.expected.sets.get((known.kind, key, field), set()),
            stored.get(key, set()),
        )
        if expected != found:
            yield Difference(known.kind, name, field, sorted(expected), sorted(found))
