"""Applying the entries of a journal, one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.journal import registry
from core.models import Action, Revision

from .expected import ExpectedRows, Row

Target = tuple[str, str]


@dataclass(slots=True)
class Replay:
    """What a journal tells: the rows, and where it is silent.

    ``gaps`` are targets of which an entry was erased, as of what was forgotten; ``unknown``
    are entries that change a row which no entry had told of.
    """

    told: ExpectedRows = field(default_factory=ExpectedRows)
    gaps: set[Target] = field(default_factory=set)
    unknown: list[int] = field(default_factory=list)
    entries: int = 0

    def read(self, revisions: Iterable[Revision]) -> "Replay":
        """Apply entries, which come in their order; return this."""
        for entry in revisions:
            self.entries += 1
            self._apply(entry)
        self.told.settle()
        return self

    def _apply(self, entry: Revision) -> None:
        if entry.action == Action.ACCESS:
            return
        if entry.erased_at is not None:
            self._erased(entry)
        elif (parts := registry.group(entry.target_type)) is not None:
            before, after = entry.before or {}, entry.after or {}
            self._parts(parts.kind, before[parts.group], after[parts.group])
        elif entry.target_type in self.told.rows:
            self._row(entry)

    def _erased(self, entry: Revision) -> None:
        self.gaps.add((entry.target_type, entry.target_id))
        if entry.action in (Action.DELETE, Action.ERASE):
            self._remove(entry.target_type, entry.target_id)

    def _row(self, entry: Revision) -> None:
        table, before, after = entry.target_type, entry.before, entry.after
        if after is not None:
            is_known = str(after["id"]) in self.told.rows[table]
            if before is not None and not is_known:
                if not self._is_gap(entry):
                    self.unknown.append(entry.pk)
                return
            self.told.put(table, after)
        elif before is not None:
            self.told.drop(table, str(before["id"]))
        else:
            self._remove(table, entry.target_id)

    def _is_gap(self, entry: Revision) -> bool:
        """Whether what told of a row may have been erased, as with what it is a part of."""
        if (entry.target_type, entry.target_id) in self.gaps:
            return True
        part_of = registry.registered(entry.target_type).part_of
        return bool(part_of) and any(registry.group(kind) for kind, _target in self.gaps)

    def _remove(self, table: str, target_id: str) -> None:
        if table in self.told.rows and (key := self.told.key_of(table, target_id)):
            self.told.drop(table, key)

    def _parts(self, table: str, before: list[Row], after: list[Row]) -> None:
        kept, was = {row["id"] for row in after}, {row["id"]: row for row in before}
        for key in was.keys() - kept:
            self.told.drop(table, str(key))
        for row in after:
            if was.get(row["id"]) != row:
                self.told.put(table, row)
