"""The registry of journaled models: each app registers its models when it is ready.

Snapshots, diffs, undo, replay and verification read these declarations and import no model.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import BinaryField, Field, Model

from core.caller import Caller

Snapshot = dict[str, Any]
# The change that is being written: ``changes.Change``, which imports this module.
OpenChange = Any
Columns = Mapping[str, "Field[Any, Any]"]


@dataclass(frozen=True, slots=True)
class Members:
    """A many-to-many field in snapshots, which hold the column ``by`` of each member.

    ``resolve`` returns the members of a row for the values of a snapshot, and may create them.
    Without it, members are looked up; deleted members are left out.
    """

    field: str
    by: str = "pk"
    resolve: Callable[[Any, Sequence[Any], OpenChange], Iterable[Model]] | None = None


@dataclass(frozen=True)
class Journaled:
    """The declaration of a journaled model."""

    model: type[Model]
    _: KW_ONLY
    # The attribute that entries hold as the id of a row.
    public_id: str = "pk"
    # False for rows of the installation: no person's journal describes all of them.
    is_replayed: bool = True
    # Columns that change without an entry: not verified, and no conflict for undo.
    volatile: Collection[str] = ()
    # Columns that every change of a row updates: no conflict for undo.
    moving: Collection[str] = ("updated_at",)
    # Columns that follow from others: no diff shows them.
    derived: Collection[str] = ()
    # Columns that a diff compares word by word, and columns that it leaves out if another changed.
    texts: Collection[str] = ()
    follows: Mapping[str, str] = field(default_factory=dict)
    # The column from which enrichment derives others, with entries of its own.
    source: str = ""
    m2m: tuple[Members, ...] = ()
    # Relations whose rows keep a row that was created as a by-product.
    used_by: Collection[str] = ()
    # The relation to the whole of this part, and the kind of the whole's entries for all its parts.
    part_of: str = ""
    group: str = ""
    # The column that refers to the row that this row was merged into.
    merged_into: str = ""
    # Whether rows quote texts: entries of merges then hold only the changed columns.
    quotes: bool = False
    # The columns of a new row that a diff shows.
    shown_when_new: Callable[[Snapshot], Collection[str]] = lambda _after: ()
    # Raises unless the caller may undo an entry with these values.
    require_undo: Callable[[Caller, Snapshot], None] = lambda _caller, _values: None
    # Adjusts a row to rows stored since, before undo stores it.
    before_restore: Callable[[Any], None] = lambda _row: None
    # Restores data outside of the columns of a restored row; may note further rows.
    after_restore: Callable[[Any, Snapshot, OpenChange], None] = lambda _row, _before, _change: None
    # Creates rows that are not replayed and that replayed rows refer to, in a database (an alias).
    make_missing: Callable[[Collection[str], str], None] = lambda _keys, _using: None
    # Creates data that follows from replayed rows, in a database (an alias).
    after_replay: Callable[[str], None] = lambda _using: None

    @property
    def kind(self) -> str:
        """The ``target_type`` of entries of its rows."""
        return self.model._meta.model_name or ""

    @cached_property
    def columns(self) -> Columns:
        """The columns in snapshots: no bulk data, no generated columns."""
        return columns_of(self.model)

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The values of columns that a new row has unless it is given others."""
        return {
            name: column.default
            for name, column in self.columns.items()
            if column.has_default() and not callable(column.default)
        }

    @cached_property
    def stable_columns(self) -> frozenset[str]:
        """The columns that change only with an entry."""
        return frozenset(self.columns) - frozenset(self.volatile)

    @cached_property
    def unguarded(self) -> frozenset[str]:
        """The columns that undo does not check for later changes."""
        return frozenset(self.volatile) | frozenset(self.moving)

    @property
    def key(self) -> str:
        """The column of the primary key."""
        return str(self.model._meta.pk.attname)

    def is_same(self, name: str, one: Any, other: Any) -> bool:
        """Compare two values of snapshots; times are compared as moments."""
        column = self.columns.get(name)
        return bool(column.to_python(one) == column.to_python(other)) if column else one == other

    def without(self, name: str, current: Any, before: Any, after: Any) -> Any:
        """Return a value with one change reverted; lists and counts keep later changes."""
        if self.is_same(name, current, after):
            return before
        if isinstance(before, list) and isinstance(after, list):
            added = [item for item in after if item not in before]
            lost = [item for item in before if item not in after]
            return [*(item for item in current if item not in added), *lost]
        if _is_count(before) and _is_count(after) and _is_count(current):
            return max(0, current - (after - before))
        return current

    @cached_property
    def part_column(self) -> str:
        """The column that refers to the whole of this part."""
        return str(self.model._meta.get_field(self.part_of).attname)  # type: ignore[union-attr]

    def members(self, name: str) -> Members | None:
        """Return the many-to-many field of this name, if snapshots hold one."""
        return next((one for one in self.m2m if one.field == name), None)


_registered: dict[str, Journaled] = {}


def register(*models: Journaled) -> None:
    """Register journaled models."""
    _registered.update({known.kind: known for known in models})
    replayed.cache_clear()


def find(kind: str) -> Journaled | None:
    """Return the declaration of this kind, if it is registered."""
    return _registered.get(kind)


def registered(kind: str) -> Journaled:
    """Return the declaration of this kind; KeyError if it is not registered."""
    return _registered[kind]


def is_journaled(row: Model) -> bool:
    """Return whether the model of a row is registered."""
    known = find(row._meta.model_name or "")
    return known is not None and isinstance(row, known.model)


def by_model(model: Any) -> Journaled:
    """Return the declaration of a model; KeyError if it is not registered."""
    return _registered[model._meta.model_name]


def of(row: Model) -> Journaled:
    """Return the declaration of a row's model."""
    return by_model(row)


@cache
def replayed() -> dict[str, Journaled]:
    """Return the replayed models by kind; referenced models come first."""
    whole = {known.model: kind for kind, known in _registered.items() if known.is_replayed}
    referring = {
        kind: [whole[other] for other in _referred(model) if other in whole and other != model]
        for model, kind in whole.items()
    }
    return {kind: _registered[kind] for kind in TopologicalSorter(referring).static_order()}


def group(kind: str) -> Journaled | None:
    """Return the model of the parts that entries of this kind hold together, if it is such a kind."""
    return next((known for known in _registered.values() if known.group == kind), None)


def registered_group(kind: str) -> Journaled:
    """Return the model of the parts in entries of this kind; KeyError for another kind."""
    if (known := group(kind)) is None:
        raise KeyError(kind)
    return known


def whole_of(part: Journaled) -> Journaled:
    """Return the model of the wholes of these parts."""
    model = part.model._meta.get_field(part.part_of).related_model
    return by_model(model)


def groups_of(whole: Journaled) -> list[str]:
    """Return the kinds of entries that hold all parts of such a row."""
    known = (one for one in _registered.values() if one.group)
    return [one.group for one in known if whole_of(one) is whole]


def columns_of(model: type[Model]) -> Columns:
    """Return the columns of a model that snapshots hold, by attribute."""
    return {
        column.attname: column
        for column in model._meta.concrete_fields
        if not column.generated and not isinstance(column, BinaryField)
    }


def _referred(model: type[Model]) -> list[Any]:
    return [column.related_model for column in model._meta.concrete_fields if column.is_relation]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
