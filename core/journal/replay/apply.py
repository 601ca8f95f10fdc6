"""Apply the entries of a journal in order."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.journal import registry
from core.models import Action, Revision

from .expected import ExpectedRows, Row

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
            self.expected.put(table, after)
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
