"""Comparing what the journal tells with the tables, row by row."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import DateTimeField, Model
from django.utils.dateparse import parse_datetime

from memories.journal import snapshot, target_id

from .reading import Replay
from .tables import SETS, TABLES, steady_columns
from .told import Row

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
    for table, model in TABLES.items():
        told = dict(replay.told.rows[table])
        beside = _beside(table, model, using)
        for row in model._default_manager.using(using).order_by("pk").iterator(chunk_size=500):
            said = told.pop(str(row.pk), None)
            name = target_id(row)
            if (table, name) in replay.gaps or _is_of_gap(row, replay):
                continue
            if said is None:
                yield Difference(table, name, UNTOLD)
            else:
                yield from _of_row(table, row, said, name)
                yield from _of_sets(table, replay, beside, str(row.pk), name)
        for key in told:
            yield Difference(table, key, ABSENT)


def _is_of_gap(row: Model, replay: Replay) -> bool:
    """Whether a row is a mention of a memory whose mentions were erased."""
    memory: Any = getattr(row, "memory_id", None)
    if memory is None:
        return False
    told = replay.told.rows["memory"].get(str(memory))
    return told is not None and ("mentions", str(told["uid"])) in replay.gaps


def _of_row(table: str, row: Model, said: Row, name: str) -> Iterator[Difference]:
    found = snapshot(row)
    for column in sorted(steady_columns(table)):
        if column in said and said[column] == found[column]:
            continue
        if column in said and _is_same_moment(row, column, said[column], found[column]):
            continue
        yield Difference(table, name, column, said.get(column), found[column])


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


def _beside(table: str, model: type[Model], using: str) -> dict[str, set[str]]:
    if table not in SETS:
        return {}
    field: Any = model._meta.get_field(SETS[table][0])
    through = field.remote_field.through._default_manager.using(using)
    found: dict[str, set[str]] = defaultdict(set)
    pairs = through.values_list(field.m2m_column_name(), field.m2m_reverse_name())
    for own, other in pairs.iterator(chunk_size=2000):
        found[str(own)].add(str(other))
    return found


def _of_sets(
    table: str, replay: Replay, beside: dict[str, set[str]], key: str, name: str
) -> Iterator[Difference]:
    if table in SETS:
        said = replay.told.sets.get((table, key), set())
        found = beside.get(key, set())
        if said != found:
            yield Difference(table, name, SETS[table][0], sorted(said), sorted(found))
