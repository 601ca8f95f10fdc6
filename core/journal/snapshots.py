"""Snapshots of rows: a snapshot is enough to recreate its row."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from . import registry
from .registry import Members, Snapshot

_columns = lru_cache(None)(registry.columns_of)


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
