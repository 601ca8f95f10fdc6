"""Snapshots of rows, and the differences between two snapshots of one row."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from core.models import Revision

from . import registry
from .registry import Members, Snapshot

_columns = lru_cache(None)(registry.columns_of)
# Columns that the program maintains in every table.
MAINTAINED = frozenset({"id", "updated_at"})
# One token: a Latin word, a run of spaces, or a single other character (as in Japanese).
TOKEN = re.compile(r"[A-Za-z0-9_'’]+|\s+|.", re.DOTALL)
CONTEXT_LENGTH = 40
LONGEST_COMPARED = 6_000


class ExactEncoder(DjangoJSONEncoder):
    """Encodes times to the microsecond, as the tables store them."""

    def default(self, o: Any) -> Any:
        """Return a value without JSON type as text."""
        if isinstance(o, datetime):
            return o.isoformat().removesuffix("+00:00") + ("Z" if _is_utc(o) else "")
        return super().default(o)


def _is_utc(at: datetime) -> bool:
    return at.isoformat().endswith("+00:00")


def snapshot(row: Model) -> Snapshot:
    """Return the columns of ``row`` as JSON values."""
    values = {name: getattr(row, name) for name in _columns(type(row))}
    return dict(json.loads(json.dumps(values, cls=ExactEncoder)))


def described(row: Model) -> Snapshot:
    """Return the snapshot of a row with its many-to-many members: tag names, evidence keys."""
    values = snapshot(row)
    for members in registry.of(row).m2m:
        values[members.field] = sorted(_held(row, members))
    return values


def _held(row: Model, members: Members) -> Iterable[Any]:
    if members.by != "pk":
        return [getattr(member, members.by) for member in getattr(row, members.field).all()]
    # Prefetched rows may be incomplete.
    field: Any = row._meta.get_field(members.field)
    rows = field.remote_field.through._default_manager.filter(**{field.m2m_field_name(): row})
    return list(rows.values_list(field.m2m_reverse_name(), flat=True))


def parts_of(group: str, rows: Iterable[Model]) -> dict[int, list[Snapshot]]:
    """Return the snapshots of all parts of these rows by row; ``group`` is the kind of entries."""
    known = registry.registered_group(group)
    found: dict[int, list[Snapshot]] = defaultdict(list)
    keys = [row.pk for row in rows]
    parts = known.model._default_manager.filter(**{f"{known.part_of}__in": keys})
    for part in parts.order_by("pk"):
        found[getattr(part, known.part_column)].append(snapshot(part))
    return found


def target_id(row: Model) -> str:
    """Return the id of ``row`` in the journal: the public id, if the model has one."""
    return str(getattr(row, registry.of(row).public_id))


def values_of(model: type[Model], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a snapshot as Python values."""
    columns = _columns(model)
    return {
        name: columns[name].to_python(value) for name, value in stored.items() if name in columns
    }


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that stayed, was added or was removed."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after; ``pieces`` if its text can be compared."""

    field: str
    before: Any
    after: Any
    pieces: tuple[Piece, ...] = ()


def changes_of(revision: Revision) -> list[FieldChange]:
    """Return the changed fields of a revision; no fields for an erased payload.

    For a new row, only the fields that its model shows.
    """
    before, after = revision.before, revision.after
    known = registry.find(revision.target_type)
    if known is None or not after:
        return []
    if not before:
        shown = known.shown_when_new(after)
        return [FieldChange(name, "", after[name]) for name in shown if after.get(name)]
    changed = [
        name
        for name in after
        if name not in MAINTAINED and name not in known.derived and before.get(name) != after[name]
    ]
    return [
        _change(name, before.get(name), after[name], is_text=name in known.texts)
        for name in changed
        if known.follows.get(name) not in changed
    ]


def _change(name: str, before: Any, after: Any, *, is_text: bool) -> FieldChange:
    if is_text and len(before or "") + len(after or "") <= LONGEST_COMPARED:
        return FieldChange(name, before, after, tuple(_pieces(before or "", after or "")))
    return FieldChange(name, before, after)


def _pieces(before: str, after: str) -> Iterator[Piece]:
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield Piece(
                "same", _shortened("".join(old[a:b]), is_first=a == 0, is_last=b == len(old))
            )
            continue
        if a < b:
            yield Piece("removed", "".join(old[a:b]))
        if c < d:
            yield Piece("added", "".join(new[c:d]))


def _shortened(text: str, *, is_first: bool, is_last: bool) -> str:
    """Shorten unchanged text to the context of a change."""
    head = "" if is_first else text[:CONTEXT_LENGTH]
    tail = "" if is_last else text[-CONTEXT_LENGTH:]
    return text if len(text) <= 2 * CONTEXT_LENGTH + 1 else f"{head} … {tail}"
