"""The rows that a journal tells of, held in memory, with what goes when a row goes."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from core.journal import registry
from core.journal.registry import Members

from .references import Reference, member_kind, references

Row = dict[str, Any]


@dataclass(slots=True)
class ExpectedRows:
    """Rows by table and key; ``sets`` are the keys beside each row (tags, evidence), by field."""

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
        """Store a row, or the columns of it that ``values`` has."""
        known = registry.registered(table)
        key = str(values["id"])
        kept = {name: value for name, value in values.items() if name in known.columns}
        row = self.rows[table].setdefault(key, {})
        for column in _indexed(table):
            if column in kept:
                self._refer(table, column, key, row.get(column), kept[column])
        row.update(kept)
        for members in known.m2m:
            owner = (table, key, members.field)
            self.sets.setdefault(owner, set())
            if isinstance(values.get(members.field), list):
                self._hold(owner, self._keys(table, row, members, values[members.field]))

    def drop(self, table: str, key: str) -> None:
        """Take a row away, with what cannot be without it, as the database does."""
        row = self.rows[table].pop(key, None)
        if row is None:
            return
        for column in _indexed(table):
            self._refer(table, column, key, row.get(column), None)
        for members in registry.registered(table).m2m:
            self._hold((table, key, members.field), ())
            del self.sets[table, key, members.field]
        for owner in list(self._holding.pop((table, key), ())):
            self.sets[owner].discard(key)
        for reference in references():
            if reference.target == table:
                self._let_go(reference, str(row.get(reference.target_column)))

    def settle(self) -> None:
        """Let go of what names rows that were erased: their entries do not say their keys."""
        for owner, keys in self.sets.items():
            rows = self.rows[member_kind(owner[0], owner[2])]
            self._hold(owner, {key for key in keys if key in rows})
        for reference in references():
            for named in list(self._referring[reference.table, reference.column]):
                if not self._is_there(reference.target, reference.target_column, named):
                    self._let_go(reference, named)

    def key_of(self, table: str, target_id: str) -> str | None:
        """Return the key of the row that the journal names ``target_id``."""
        public = registry.registered(table).public_id
        if public == "pk":
            return target_id if target_id in self.rows[table] else None
        return next(iter(self._referring[table, public][target_id]), None)

    def _hold(self, owner: tuple[str, str, str], keys: Iterable[object]) -> None:
        """Say which rows lie beside a row."""
        target, wanted = member_kind(owner[0], owner[2]), {str(key) for key in keys}
        for key in self.sets.get(owner, set()) - wanted:
            self._holding[target, key].discard(owner)
        for key in wanted:
            self._holding[target, key].add(owner)
        self.sets[owner] = wanted

    def _keys(self, table: str, row: Row, members: Members, values: list[Any]) -> list[Any]:
        """Return the keys of members: those that a snapshot names are of the row's space."""
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

    def _let_go(self, reference: Reference, named: str) -> None:
        for other in list(self._referring[reference.table, reference.column][named]):
            if reference.cascades:
                self.drop(reference.table, other)
            else:
                row = self.rows[reference.table][other]
                # With the row's own id: keys of rows are text here, and ids mostly are not.
                self.put(reference.table, {"id": row["id"], reference.column: None})

    def _refer(self, table: str, column: str, key: str, old: object, new: object) -> None:
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
