"""The rows that a journal describes, in memory, with cascades as in the database."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db.models import CASCADE, ForeignKey

from core.journal import registry
from core.journal.registry import Members

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowReference:
    """A column that refers to a row of another table; ``cascades`` deletes with that row."""

    table: str
    column: str
    target: str
    target_column: str
    cascades: bool


@cache
def references() -> tuple[RowReference, ...]:
    """Return the columns by which replayed tables refer to each other."""
    return tuple(_references())


@cache
def member_kind(table: str, field: str) -> str:
    """Return the kind of the rows that a many-to-many field of a table holds."""
    model = registry.registered(table).model
    return registry.by_model(model._meta.get_field(field).related_model).kind


def _references() -> Iterator[RowReference]:
    names = {known.model: kind for kind, known in registry.replayed().items()}
    for name, known in registry.replayed().items():
        for column in known.model._meta.concrete_fields:
            if isinstance(column, ForeignKey) and column.related_model in names:
                yield RowReference(
                    table=name,
                    column=column.attname,
                    target=names[column.related_model],
                    target_column=column.target_field.attname,
                    cascades=column.remote_field.on_delete is CASCADE,
                )


@dataclass(slots=True)
class ExpectedRows:
    """Rows by table and key; ``sets`` are the members of many-to-many fields (tags, evidence)."""

    rows: dict[str, dict[str, Row]] = field(
        default_factory=lambda: {kind: {} for kind in registry.replayed()}
    )
    sets: dict[tuple[str, str, str], set[str]] = field(default_factory=dict)
    _referring: dict[tuple[str, str], dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    _holding: dict[tuple[str, str], set[tuple[str, str, str]]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def put(self, table: str, values: Row) -> None:
        """Store a row, or update the columns that ``values`` has."""
        known = registry.registered(table)
        key = str(values["id"])
        kept = {name: value for name, value in values.items() if name in known.columns}
        row = self.rows[table].setdefault(key, {})
        for column in _indexed(table):
            if column in kept:
                self._reindex(table, column, key, row.get(column), kept[column])
        row.update(kept)
        for members in known.m2m:
            owner = (table, key, members.field)
            self.sets.setdefault(owner, set())
            if isinstance(values.get(members.field), list):
                self._hold(owner, self._keys(table, row, members, values[members.field]))

    def drop(self, table: str, key: str) -> None:
        """Delete a row and everything that the database would delete with it."""
        row = self.rows[table].pop(key, None)
        if row is None:
            return
        for column in _indexed(table):
            self._reindex(table, column, key, row.get(column), None)
        for members in registry.registered(table).m2m:
            self._hold((table, key, members.field), ())
            del self.sets[table, key, members.field]
        for owner in list(self._holding.pop((table, key), ())):
            self.sets[owner].discard(key)
        for reference in references():
            if reference.target == table:
                self._release(reference, str(row.get(reference.target_column)))

    def drop_dangling(self) -> None:
        """Drop references to erased rows, whose entries do not hold their keys."""
        for owner, keys in self.sets.items():
            rows = self.rows[member_kind(owner[0], owner[2])]
            self._hold(owner, {key for key in keys if key in rows})
        for reference in references():
            for named in list(self._referring[reference.table, reference.column]):
                if not self._is_there(reference.target, reference.target_column, named):
                    self._release(reference, named)

    def key_of(self, table: str, target_id: str) -> str | None:
        """Return the key of the row that the journal names ``target_id``."""
        public = registry.registered(table).public_id
        if public == "pk":
            return target_id if target_id in self.rows[table] else None
        return next(iter(self._referring[table, public][target_id]), None)

    def _hold(self, owner: tuple[str, str, str], keys: Iterable[object]) -> None:
        """Set the members of a many-to-many field of a row."""
        target, members = member_kind(owner[0], owner[2]), {str(key) for key in keys}
        for key in self.sets.get(owner, set()) - members:
            self._holding[target, key].discard(owner)
        for key in members:
            self._holding[target, key].add(owner)
        self.sets[owner] = members

    def _keys(self, table: str, row: Row, members: Members, values: list[Any]) -> list[Any]:
        """Return the keys of members; members that a snapshot holds by name are of the row's space."""
        if members.by == "pk":
            return values
        kind = member_kind(table, members.field)
        found: list[Any] = []
        for value in values:
            named = self._referring[kind, members.by][str(value)]
            rows = self.rows[kind]
            found += [key for key in named if rows[key]["user_id"] == row["user_id"]]
        return found

    def _is_there(self, table: str, column: str, value: str) -> bool:
        if column == "id":
            return value in self.rows[table]
        return bool(self._referring[table, column].get(value))

    def _release(self, reference: RowReference, named: str) -> None:
        for other in list(self._referring[reference.table, reference.column][named]):
            if reference.cascades:
                self.drop(reference.table, other)
            else:
                row = self.rows[reference.table][other]
                # With the row's own id: keys of rows are text here, and ids mostly are not.
                self.put(reference.table, {"id": row["id"], reference.column: None})

    def _reindex(self, table: str, column: str, key: str, old: object, new: object) -> None:
        index = self._referring[table, column]
        if old is not None:
            index[str(old)].discard(key)
        if new is not None:
            index[str(new)].add(key)


@cache
def _indexed(table: str) -> frozenset[str]:
    """Return the columns of a table by which its rows are looked up."""
    columns = {one.column for one in references() if one.table == table}
    if (public := registry.registered(table).public_id) != "pk":
        columns.add(public)
    for kind, known in registry.replayed().items():
        columns |= {
            one.by for one in known.m2m if one.by != "pk" and member_kind(kind, one.field) == table
        }
    return frozenset(columns)
