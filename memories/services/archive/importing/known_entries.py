"""Tell which entries of an archive a person's journal has already, row by row.

Entries belong to rows: a row that the import stores brings its whole history, a row that was here
keeps the history that it has. Rows that are deleted on both sides have no line, only entries.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from core.journal import registry
from core.models import Revision

from ..tables import PAYLOADS, columns_of, numbered_kind, public_id_of, whole_model
from ..values import numbered_target
from .decoding import Decoder, LeftOut, Places
from .matching import Item, forgotten

Target = tuple[str, str]
SAID = ("change_id", "action", "target_type")


class EntryFate(Enum):
    """What becomes of an entry."""

    NEW = "new"
    HERE = "here"
    LEFT_OUT = "left_out"


@dataclass(slots=True)
class KnownEntries:
    """Compares entries with ``own``: the entries that a person had before the import."""

    own: Any
    decoder: Decoder
    # Whether the entries of a deleted row are here, by kind and number.
    _deleted: dict[Target, bool] = field(default_factory=dict)
    _new: set[Target] = field(default_factory=set)
    _touched: set[Target] = field(default_factory=set)
    _gone: set[Target] = field(default_factory=set)
    _same: set[tuple[Any, ...]] = field(default_factory=set)
    _alike: dict[tuple[Any, ...], list[Revision]] = field(default_factory=dict)

    @property
    def places(self) -> Places:
        """Where rows of the archive are here."""
        return self.decoder.places

    def read(self, batch: Sequence[Item]) -> None:
        """Read what is here about the rows of these entries."""
        named: dict[str, set[str]] = defaultdict(set)
        for item in batch:
            kind = item.row.target_type
            if target := here_as(kind, item.row.target_id, self.places):
                named[kind].add(target)
        self._new = {(k, one) for k, ids in named.items() for one in self._stored_now(k, ids)}
        self._gone = {
            (kind, one)
            for kind, ids in named.items()
            if numbered_kind(kind) is None
            for one in forgotten(self.own, kind, list(ids))
        }
        self._read_entries(named)
        self._read_alike([item.row for item in batch if self._has_no_key(item)])

    def _read_entries(self, named: Mapping[str, set[str]]) -> None:
        self._touched, self._same = set(), set()
        for kind, ids in named.items():
            about = self.own.filter(target_type=kind, target_id__in=ids)
            for *said, target in about.values_list(*SAID, "target_id"):
                self._touched.add((kind, target))
                self._same.add((*said, target))

    def _read_alike(self, entries: Sequence[Revision]) -> None:
        """Read the entries of the same changes about rows of the same kinds."""
        self._alike = defaultdict(list)
        if entries:
            changes = {entry.change_id for entry in entries}
            kinds = {entry.target_type for entry in entries}
            for entry in self.own.filter(change_id__in=changes, target_type__in=kinds):
                self._alike[_said(entry)].append(entry)

    def _stored_now(self, kind: str, ids: set[str]) -> set[str]:
        """Return those of these rows that this import stored."""
        model = whole_model(kind)
        if model is None or model not in self.places.first:
            return set()
        name = "pk" if numbered_kind(kind) else public_id_of(model)
        rows = model._base_manager.filter(pk__gte=self.places.first[model], **{f"{name}__in": ids})
        return {str(one) for one in rows.values_list(name, flat=True)}

    def _has_no_key(self, item: Item) -> bool:
        """Return whether an entry names a row by number that is in no table here."""
        kind, name = item.row.target_type, item.row.target_id
        if numbered_kind(kind) is None:
            return False
        if is_found(kind, name, self.places):
            return here_as(kind, name, self.places) is None
        return (kind, here_as(kind, name, self.places)) not in self._new

    def fate(self, item: Item) -> EntryFate:
        """Return what becomes of an entry of the batch that was read.

        Raises:
            LineProblem: a value is invalid.
        """
        kind, name = item.row.target_type, item.row.target_id
        if self._has_no_key(item):
            return self._fate_without_key(item)
        target = here_as(kind, name, self.places)
        if target is None or (kind, target) in self._gone:
            return EntryFate.LEFT_OUT
        if (kind, target) in self._new:
            return EntryFate.NEW
        if (*_said(item.row), target) in self._same:
            return EntryFate.HERE
        is_known = (kind, target) in self._touched or is_found(kind, name, self.places)
        return EntryFate.LEFT_OUT if is_known else EntryFate.NEW

    def _fate_without_key(self, item: Item) -> EntryFate:
        """Compare what entries say: a deleted row's number tells nothing; its first one decides."""
        kind, name = item.row.target_type, item.row.target_id
        is_same = self._is_said_here(item)
        is_part = is_found(kind, name, self.places)
        if not is_part and not self._deleted.setdefault((kind, name), is_same):
            return EntryFate.NEW
        return EntryFate.HERE if is_same else EntryFate.LEFT_OUT

    def _is_said_here(self, item: Item) -> bool:
        alike = self._alike.get(_said(item.row), ())
        if any(entry.erased_at is not None for entry in alike):
            return True
        kind = item.row.target_type
        try:
            said = [self.decoder.payload(kind, _without_id(item.line.get(x))) for x in PAYLOADS]
        except LeftOut:
            return False
        return any(
            all(
                self._agree(kind, one, getattr(entry, x))
                for x, one in zip(PAYLOADS, said, strict=True)
            )
            for entry in alike
        )

    def _agree(self, kind: str, said: Any, here: Any) -> bool:
        """Compare two snapshots, but for references to rows that have a new number here."""
        if not (isinstance(said, dict) and isinstance(here, dict)):
            return bool(said == here)
        columns = columns_of(registry.registered(kind).model)
        return all(
            here.get(name) == value or self._is_new_number(columns.get(name), value)
            for name, value in said.items()
        )

    def _is_new_number(self, column: Any, value: Any) -> bool:
        target = numbered_target(None, column) if column is not None else None
        return target is not None and value >= self.places.first[target]


def _said(entry: Revision) -> tuple[Any, ...]:
    return tuple(getattr(entry, name) for name in SAID)


def _without_id(payload: Any) -> Any:
    if not isinstance(payload, dict):
        return payload
    return {name: value for name, value in payload.items() if name != "id"}


def is_found(kind: str, name: str, places: Places) -> bool:
    """Return whether the row of an entry was here before the import, or is left out."""
    if (model := numbered_kind(kind)) is not None:
        return int(name) in places.found[model]
    model = whole_model(kind)
    return model is not None and _public(model, name) in places.found[model]


def here_as(kind: str, name: str, places: Places) -> str | None:
    """Return the id that the row of an entry has here; None if it is left out."""
    if (model := numbered_kind(kind)) is not None:
        key = places.key(model, int(name))
        return None if key is None else str(key)
    if (model := whole_model(kind)) is None or not is_found(kind, name, places):
        return name
    public = places.found[model][_public(model, name)]
    return None if public is None else str(public)


def _public(model: Any, name: str) -> str:
    return f"{name}#" if public_id_of(model) == "type_name" else name
