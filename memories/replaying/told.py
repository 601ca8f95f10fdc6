"""The rows that a journal tells of, held in memory, with what goes when a row goes."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nlp.text.fold import name_key

from .tables import SETS, TABLES, Reference, columns, references

Row = dict[str, Any]
Keys = dict[str, dict[str, None]]


@dataclass(slots=True)
class Told:
    """Rows by table and key; ``sets`` are the keys beside each row (tags, evidence)."""

    rows: dict[str, dict[str, Row]] = field(default_factory=lambda: {name: {} for name in TABLES})
    sets: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _referring: dict[tuple[str, str], dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    _holding: dict[tuple[str, str], set[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def put(self, table: str, values: Row) -> None:
        """Store a row, or the columns of it that ``values`` has."""
        key = str(values["id"])
        kept = {name: value for name, value in values.items() if name in columns(table)}
        row = self.rows[table].setdefault(key, {})
        for column in _indexed(table):
            if column in kept:
                self._refer(table, column, key, row.get(column), kept[column])
        row.update(kept)
        name, target = SETS.get(table, ("", ""))
        if name and (table, key) not in self.sets:
            self.sets[table, key] = set()
        if isinstance(values.get(name), list):
            keys = values[name] if target != "tag" else self._tags(row, values[name])
            self.hold((table, key), target, keys)

    def hold(self, owner: tuple[str, str], target: str, keys: Iterable[object]) -> None:
        """Say which rows of ``target`` lie beside a row."""
        wanted = {str(key) for key in keys}
        for key in self.sets.get(owner, set()) - wanted:
            self._holding[target, key].discard(owner)
        for key in wanted:
            self._holding[target, key].add(owner)
        self.sets[owner] = wanted

    def drop(self, table: str, key: str) -> None:
        """Take a row away, with what cannot be without it, as the database does."""
        row = self.rows[table].pop(key, None)
        if row is None:
            return
        for column in _indexed(table):
            self._refer(table, column, key, row.get(column), None)
        if table in SETS:
            self.hold((table, key), SETS[table][1], ())
            del self.sets[table, key]
        for owner in list(self._holding.pop((table, key), ())):
            self.sets[owner].discard(key)
        for reference in references():
            if reference.target == table:
                self._let_go(reference, str(row.get(reference.target_column)))

    def settle(self) -> None:
        """Let go of what names rows that were erased: their entries do not say their keys."""
        for owner, keys in self.sets.items():
            rows = self.rows[SETS[owner[0]][1]]
            self.hold(owner, SETS[owner[0]][1], {key for key in keys if key in rows})
        for reference in references():
            for named in list(self._referring[reference.table, reference.column]):
                if not self._is_there(reference.target, reference.target_column, named):
                    self._let_go(reference, named)

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

    def key_of(self, table: str, target_id: str) -> str | None:
        """Return the key of the row that the journal names ``target_id``."""
        names = columns(table)
        public = next((name for name in ("uid", "entity_id") if name in names), "id")
        if table in ("entityalias", "mention", "mentionruling", "stateentity"):
            public = "id"
        if public == "id":
            return target_id if target_id in self.rows[table] else None
        return next(iter(self._referring[table, public][target_id]), None)

    def _tags(self, memory: Row, names: Iterable[str]) -> list[str]:
        """Return the tags of these names in the space of a memory."""
        found = []
        for name in names:
            of_name = self._referring["tag", "name_key"][name_key(name)]
            tags = self.rows["tag"]
            found += [key for key in of_name if tags[key]["user_id"] == memory["user_id"]]
        return found

    def _refer(self, table: str, column: str, key: str, old: object, new: object) -> None:
        index = self._referring[table, column]
        if old is not None:
            index[str(old)].discard(key)
        if new is not None:
            index[str(new)].add(key)


def _indexed(table: str) -> tuple[str, ...]:
    """Return the columns of a table by which its rows are looked up."""
    own = tuple(reference.column for reference in references() if reference.table == table)
    names = {"tag": ("name_key",), "entity": ("entity_id",)}
    if table in ("memory", "entityrelation", "state", "inboxrule", "proposal"):
        return (*own, "uid")
    return (*own, *names.get(table, ()))
