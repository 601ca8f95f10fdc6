"""Comparing what the journal tells with the tables, row by row."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import DateTimeField, Model
from django.utils.dateparse import parse_datetime

from core.journal import registry
from core.journal.registry import Journaled
from core.journal.snapshots import snapshot, target_id

from .expected import Row
from .reading import Replay

ABSENT, UNTOLD = "absent", "untold"
# Entries of earlier versions hold moments to the millisecond.
MILLISECONDS = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a table is not what the journal says.

    ``column`` is ``absent`` where the journal tells of a row that is not there, and
    ``untold`` where a row is there that it does not tell of.
    """

    table: str
    target_id: str
    column: str
    told: Any = None
    found: Any = None


def differences(replay: Replay, *, using: str = DEFAULT_DB_ALIAS) -> Iterator[Difference]:
    """Yield how the tables of a database differ from the journal; what was erased is left out."""
    for known in registry.replayed().values():
        told = dict(replay.told.rows[known.kind])
        beside = {one.field: _beside(known, one.field, using) for one in known.m2m}
        rows = known.model._default_manager.using(using).order_by("pk")
        for row in rows.iterator(chunk_size=500):
            said = told.pop(str(row.pk), None)
            name = target_id(row)
            if (known.kind, name) in replay.gaps or _is_of_gap(known, row, replay):
                continue
            if said is None:
                yield Difference(known.kind, name, UNTOLD)
            else:
                yield from _of_row(known, row, said, name)
                yield from _of_sets(known, replay, beside, str(row.pk), name)
        for key in told:
            yield Difference(known.kind, key, ABSENT)


def _is_of_gap(known: Journaled, row: Model, replay: Replay) -> bool:
    """Whether a row is a part of another one whose parts were erased."""
    if not known.part_of:
        return False
    whole = registry.whole_of(known)
    told = replay.told.rows[whole.kind].get(str(getattr(row, known.part_column)))
    groups = registry.groups_of(whole)
    return told is not None and any(
        (group, str(told[whole.public_id])) in replay.gaps for group in groups
    )


def _of_row(known: Journaled, row: Model, said: Row, name: str) -> Iterator[Difference]:
    found = snapshot(row)
    for column in sorted(known.steady):
        if column in said and said[column] == found[column]:
            continue
        if column in said and _is_same_moment(row, column, said[column], found[column]):
            continue
        yield Difference(known.kind, name, column, said.get(column), found[column])


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


def _beside(known: Journaled, name: str, using: str) -> dict[str, set[str]]:
    field: Any = known.model._meta.get_field(name)
    through = field.remote_field.through._default_manager.using(using)
    found: dict[str, set[str]] = defaultdict(set)
    pairs = through.values_list(field.m2m_column_name(), field.m2m_reverse_name())
    for own, other in pairs.iterator(chunk_size=2000):
        found[str(own)].add(str(other))
    return found


def _of_sets(
    known: Journaled, replay: Replay, beside: dict[str, dict[str, set[str]]], key: str, name: str
) -> Iterator[Difference]:
    for field, stored in beside.items():
        said, found = replay.told.sets.get((known.kind, key, field), set()), stored.get(key, set())
        if said != found:
            yield Difference(known.kind, name, field, sorted(said), sorted(found))
