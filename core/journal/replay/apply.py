"""Apply the entries of a journal in order, and insert the rows that they describe."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from core.journal import registry
from core.journal.changes import values_of
from core.journal.registry import Journaled
from core.models import Action, Revision

from .expected import ExpectedRows, Row

BATCH = 500


def insert_rows(expected: ExpectedRows, *, using: str) -> int:
    """Insert every row, all or none, and return how many; the tables must be empty.

    Rows that no journal describes are created as the models declare. Counters have the values
    of a row's last entry.
    """
    total = 0
    with transaction.atomic(using=using):
        for known in registry.replayed().values():
            _make_missing(known, expected, using)
            rows = [
                known.model(**values_of(known.model, values))
                for values in expected.rows[known.kind].values()
            ]
            known.model._base_manager.using(using).bulk_create(rows, batch_size=BATCH)
            total += len(rows)
        for known in registry.replayed().values():
            for members in known.m2m:
                _store_members(known, members.field, expected, using)
            known.after_replay(using)
    return total


def _store_members(known: Journaled, name: str, expected: ExpectedRows, using: str) -> None:
    field: Any = known.model._meta.get_field(name)
    through = field.remote_field.through
    own, other = field.m2m_column_name(), field.m2m_reverse_name()
    rows = [
        through(**{own: key, other: member})
        for (table, key, held), members in expected.sets.items()
        if (table, held) == (known.kind, name)
        for member in sorted(members, key=int)
    ]
    through._default_manager.using(using).bulk_create(rows, batch_size=BATCH)


def _make_missing(known: Journaled, expected: ExpectedRows, using: str) -> None:
    """Create the missing rows of the installation that rows of this table refer to."""
    for column in known.model._meta.concrete_fields:
        other = registry.by_model(column.related_model) if column.is_relation else known
        if other.is_replayed:
            continue
        named = {row[column.attname] for row in expected.rows[known.kind].values()} - {None}
        stored = other.model._default_manager.using(using).filter(pk__in=named)
        other.make_missing(sorted(named - set(stored.values_list("pk", flat=True))), using)


Target = tuple[str, str]


@dataclass(slots=True)
class Replay:
    """The rows that a journal describes, and its gaps.

    ``gaps`` are targets with an erased entry, as of forgotten memories; ``unknown`` are entries
    that modify a row that no earlier entry created.
    """

    expected: ExpectedRows = field(default_factory=ExpectedRows)
    gaps: set[Target] = field(default_factory=set)
    unknown: list[int] = field(default_factory=list)
    entries: int = 0

    def read(self, revisions: Iterable[Revision]) -> "Replay":
        """Apply entries in their order; return this replay."""
        for entry in revisions:
            self.entries += 1
            self._apply(entry)
        self.expected.drop_dangling()
        return self

    def _apply(self, entry: Revision) -> None:
        if entry.action == Action.ACCESS:
            return
        if entry.erased_at is not None:
            self._apply_erased(entry)
        elif (parts := registry.group(entry.target_type)) is not None:
            before, after = entry.before or {}, entry.after or {}
            self._apply_parts(parts.kind, before[parts.group], after[parts.group])
        elif entry.target_type in self.expected.rows:
            self._apply_row(entry)

    def _apply_erased(self, entry: Revision) -> None:
        self.gaps.add((entry.target_type, entry.target_id))
        if entry.action in (Action.DELETE, Action.ERASE):
            self._remove(entry.target_type, entry.target_id)

    def _apply_row(self, entry: Revision) -> None:
        table, before, after = entry.target_type, entry.before, entry.after
        if after is not None:
            is_known = str(after["id"]) in self.expected.rows[table]
            if before is not None and not is_known:
                if not self._is_gap(entry):
                    self.unknown.append(entry.pk)
                return
            # Entries from before a column was added do not hold it.
            defaults = {} if is_known else registry.registered(table).defaults
            self.expected.put(table, {**defaults, **after})
        elif before is not None:
            self.expected.drop(table, str(before["id"]))
        else:
            self._remove(table, entry.target_id)

    def _is_gap(self, entry: Revision) -> bool:
        """Return whether the entry that created a row may have been erased, with its whole."""
        if (entry.target_type, entry.target_id) in self.gaps:
            return True
        part_of = registry.registered(entry.target_type).part_of
        return bool(part_of) and any(registry.group(kind) for kind, _target in self.gaps)

    def _remove(self, table: str, target_id: str) -> None:
        if table in self.expected.rows and (key := self.expected.key_of(table, target_id)):
            self.expected.drop(table, key)

    def _apply_parts(self, table: str, before: list[Row], after: list[Row]) -> None:
        kept, was = {row["id"] for row in after}, {row["id"]: row for row in before}
        for key in was.keys() - kept:
            self.expected.drop(table, str(key))
        for row in after:
            if was.get(row["id"]) != row:
                self.expected.put(table, row)
