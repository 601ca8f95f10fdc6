"""The models that the journal knows: each app registers its own when it is ready.

Snapshots, diffs, undoing, replaying and verifying read what is declared here, and know no model.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from django.db.models import BinaryField, Field, Model

from core.caller import Caller

if TYPE_CHECKING:
    from .changes import Change

Snapshot = dict[str, Any]
Columns = Mapping[str, "Field[Any, Any]"]


@dataclass(frozen=True, slots=True)
class Members:
    """A many-to-many field that snapshots hold, with how they name its members: ``by`` a column.

    ``resolve`` returns the members of a row by what a snapshot holds; it may make them. Without
    it, members are looked up, and those that are gone are left out.
    """

    field: str
    by: str = "pk"
    resolve: Callable[[Any, Sequence[Any], "Change"], Iterable[Model]] | None = None


@dataclass(frozen=True)
class Journaled:
    """What the journal knows of a model."""

    model: type[Model]
    _: KW_ONLY
    # The attribute by which entries name a row.
    public_id: str = "pk"
    # False for rows of the installation, which no person's journal tells whole.
    is_replayed: bool = True
    # Columns that change without an entry: neither verified nor in the way of undoing.
    volatile: Collection[str] = ()
    # Columns that every change of a row moves along: not in the way of undoing.
    moving: Collection[str] = ("updated_at",)
    # Columns that follow from others: no diff shows them.
    derived: Collection[str] = ()
    # Columns that a diff compares word by word, and those that it leaves out where another changed.
    texts: Collection[str] = ()
    follows: Mapping[str, str] = field(default_factory=dict)
    # The column from which the program reads others by itself, with entries of its own.
    source: str = ""
    m2m: tuple[Members, ...] = ()
    # Relations by which a row is kept that was made on the way to something else.
    used_by: Collection[str] = ()
    # The relation to the row that this one is a part of, and the kind of the entries, named by
    # that row, that hold all of its parts.
    part_of: str = ""
    group: str = ""
    # The column that names the row which this one was merged into.
    merged_into: str = ""
    # Whether rows quote texts: entries of merges hold only the columns that they moved.
    quotes: bool = False
    # The columns of a new row that a diff shows nevertheless.
    shown_when_new: Callable[[Snapshot], Collection[str]] = lambda _after: ()
    # Raises unless the caller may undo an entry with these values.
    require_undo: Callable[[Caller, Snapshot], None] = lambda _caller, _values: None
    # Makes a row fit what was stored since, before undoing stores it.
    before_restore: Callable[[Any], None] = lambda _row: None
    # Gives a row that was brought back what no column holds; it may note further rows.
    after_restore: Callable[[Any, Snapshot, "Change"], None] = lambda _row, _before, _change: None
    # Makes rows that are not replayed and that replayed ones name, in a database (an alias).
    make_missing: Callable[[Collection[str], str], None] = lambda _keys, _using: None
    # Makes what follows from replayed rows, in a database (an alias).
    after_replay: Callable[[str], None] = lambda _using: None

    @property
    def kind(self) -> str:
        """How entries call its rows."""
        return self.model._meta.model_name or ""

    @cached_property
    def columns(self) -> Columns:
        """The columns that snapshots hold: no bulk data, nothing that the database computes."""
        return columns_of(self.model)

    @cached_property
    def steady(self) -> frozenset[str]:
        """The columns that do not change without an entry."""
        return frozenset(self.columns) - frozenset(self.volatile)

    @cached_property
    def unguarded(self) -> frozenset[str]:
        """The columns that say nothing about whether somebody changed a row."""
        return frozenset(self.volatile) | frozenset(self.moving)

    @property
    def key(self) -> str:
        """The column of the primary key."""
        return str(self.model._meta.pk.attname)

    def is_same(self, name: str, one: Any, other: Any) -> bool:
        """Compare two values of snapshots: one moment may be written in two time zones."""
        column = self.columns.get(name)
        return bool(column.to_python(one) == column.to_python(other)) if column else one == other

    def without(self, name: str, current: Any, before: Any, after: Any) -> Any:
        """Return what a value is without a change of it: lists and counts keep what came since."""
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
        """The column that names the row which this one is a part of."""
        return str(self.model._meta.get_field(self.part_of).attname)  # type: ignore[union-attr]

    def members(self, name: str) -> Members | None:
        """Return the many-to-many field of this name, if snapshots hold one."""
        return next((one for one in self.m2m if one.field == name), None)


_registered: dict[str, Journaled] = {}


def register(*models: Journaled) -> None:
    """Let the journal know models."""
    _registered.update({known.kind: known for known in models})
    replayed.cache_clear()


def find(kind: str) -> Journaled | None:
    """Return what is known of the rows that entries call so."""
    return _registered.get(kind)


def registered(kind: str) -> Journaled:
    """Return what is known of the rows that entries call so; KeyError for a model of nobody's."""
    return _registered[kind]


def is_journaled(row: Model) -> bool:
    """Whether entries may tell of a row."""
    known = find(row._meta.model_name or "")
    return known is not None and isinstance(row, known.model)


def by_model(model: Any) -> Journaled:
    """Return what is known of a model; KeyError for a model of nobody's."""
    return _registered[model._meta.model_name]


def of(row: Model) -> Journaled:
    """Return what is known of a row's model."""
    return by_model(row)


@cache
def replayed() -> dict[str, Journaled]:
    """Return the models that the journal tells whole, those that others refer to first."""
    whole = {known.model: kind for kind, known in _registered.items() if known.is_replayed}
    referring = {
        kind: [whole[other] for other in _referred(model) if other in whole and other != model]
        for model, kind in whole.items()
    }
    return {kind: _registered[kind] for kind in TopologicalSorter(referring).static_order()}


def group(kind: str) -> Journaled | None:
    """Return the model whose rows entries of this kind hold together, if it is such a kind."""
    return next((known for known in _registered.values() if known.group == kind), None)


def registered_group(kind: str) -> Journaled:
    """Return the model whose rows entries of this kind hold together; KeyError for another kind."""
    if (known := group(kind)) is None:
        raise KeyError(kind)
    return known


def whole_of(part: Journaled) -> Journaled:
    """Return the model of the rows that these are parts of."""
    model = part.model._meta.get_field(part.part_of).related_model
    return by_model(model)


def groups_of(whole: Journaled) -> list[str]:
    """Return the kinds of the entries that hold parts of such a row together."""
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
