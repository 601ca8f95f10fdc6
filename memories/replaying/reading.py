"""Applying the entries of a journal, one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from memories.journal import MENTIONS
from memories.models import Action, Revision

from .tables import TABLES, members
from .told import Row, Told

Target = tuple[str, str]
# Rows of one memory whose first entry is the memory's.
OF_MEMORIES = frozenset({"mention", "mentionruling"})


@dataclass(slots=True)
class Replay:
    """What a journal tells: the rows, and where it is silent.

    ``gaps`` are targets of which an entry was erased, as of what was forgotten; ``unknown``
    are entries that change a row which no entry had told of.
    """

    told: Told = field(default_factory=Told)
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
        elif entry.target_type == MENTIONS:
            self._mentions(entry.before or {}, entry.after or {})
        elif entry.target_type in TABLES:
            self._row(entry)
        else:
            self._member(entry)

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
        """Whether what told of a row may have been erased: of mentions, with their memory."""
        if (entry.target_type, entry.target_id) in self.gaps:
            return True
        is_part = entry.target_type in OF_MEMORIES
        return is_part and any(kind == MENTIONS for kind, _target in self.gaps)

    def _remove(self, table: str, target_id: str) -> None:
        if table in TABLES and (key := self.told.key_of(table, target_id)):
            self.told.drop(table, key)

    def _mentions(self, before: Row, after: Row) -> None:
        kept = {row["id"] for row in after[MENTIONS]}
        was = {row["id"]: row for row in before[MENTIONS]}
        for key in was.keys() - kept:
            self.told.drop("mention", str(key))
        for row in after[MENTIONS]:
            if was.get(row["id"]) != row:
                self.told.put("mention", row)

    def _member(self, entry: Revision) -> None:
        """Apply an entry of a row between two tables."""
        found = members(entry.target_type)
        values = entry.after or entry.before
        if found is None or values is None:
            return
        table, own, other = found
        owner, member = (table, str(values[own])), str(values[other])
        if owner not in self.told.sets:
            return
        kept = self.told.sets[owner] - {member}
        target = "tag" if table == "memory" else "memory"
        self.told.hold(owner, target, kept | {member} if entry.after else kept)
