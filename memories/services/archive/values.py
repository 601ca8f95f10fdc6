"""Write rows and journal entries so that every installation understands them, and read them back.

Lines hold no person and no key of the installation: ``pack`` stands for the space, ``Recipe#``
for a person's own type, and a row that others refer to has a number, counted from the first row
of its table.
"""

import base64
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import AutoField, BinaryField, ForeignKey, Model

from core.caller import SEPARATOR, pack_of
from core.journal import registry
from memories.models import Memory, State, Thread
from memories.models.state import ENDED_BY

from .tables import RENAMED, columns_of, is_type, members_of, numbered_models

PERSON = frozenset({"base_user"})
THREAD_NODE = re.compile(r"thread:(\d+)")
Line = dict[str, Any]
Numbering = Callable[[Any, int], Any]


@dataclass(slots=True)
class Spans:
    """The lowest and highest key of each table that rows and journal entries name."""

    lowest: dict[Any, int] = field(default_factory=dict)
    highest: dict[Any, int] = field(default_factory=dict)

    def note(self, model: Any, key: int) -> int:
        """Take a key into account."""
        self.lowest[model] = min(key, self.lowest.get(model, key))
        self.highest[model] = max(key, self.highest.get(model, key))
        return key

    def number(self, model: Any, key: int) -> int:
        """Return the number of a key in the archive, from 1."""
        return key - self.lowest[model] + 1

    def count(self, model: Any) -> int:
        """Return the highest number of a table."""
        return self.highest[model] - self.lowest[model] + 1 if model in self.lowest else 0


def _holds_all(_model: Any, _key: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Encoder:
    """Translates rows of one person; ``number`` gives the number of a row.

    References to rows for which ``holds`` is false are left out where a row can be without them.
    """

    base_user: str
    number: Numbering
    holds: Callable[[Any, Any], bool] = _holds_all

    def values(self, model: type[Model], values: Mapping[str, Any]) -> Line:
        """Return columns and many-to-many fields as they stand in the archive."""
        columns, members = columns_of(model), members_of(model)
        line: Line = {}
        for name, value in values.items():
            if name in PERSON:
                continue
            if name in members and value is not None:
                line[name] = self._members(members[name].related_model, value)
            elif name in columns and value is not None:
                line[RENAMED.get(name, name)] = self._value(model, columns[name], value)
            else:
                line[RENAMED.get(name, name)] = False if name == "owner" else value
        if values.get("canonical_id") is not None and line["canonical_id"] is None:
            # Folded under a memory that is left out, it would never be found.
            line["consolidated_flag"] = False
        return line

    def _members(self, model: Any, values: Iterable[Any]) -> list[Any]:
        return [
            self.number(model, one) if isinstance(one, int) else one
            for one in values
            if not isinstance(one, int) or self.holds(model, one)
        ]

    def _value(self, model: type[Model], column: Any, value: Any) -> Any:
        if column.attname in ("user_id", "owner"):
            return pack_of(value) if column.attname == "user_id" else True
        if (
            column.is_relation
            and column.null
            and not self.holds(column.related_model, _text(value))
        ):
            return None
        if (target := numbered_target(model, column)) is not None:
            return self.number(target, value)
        if is_type(column.related_model if column.is_relation else model) and _is_key(column):
            own = f"{SEPARATOR}{self.base_user}"
            return value.removesuffix(own) + SEPARATOR if value.endswith(own) else value
        if isinstance(column, BinaryField):
            return base64.b64encode(bytes(value)).decode("ascii")
        return inside(model, column.attname, self._known(model, column.attname, value), self.number)

    def _known(self, model: Any, name: str, value: Any) -> Any:
        """Return a state's notes without the memory that ended it, if that is left out."""
        was = value.get(ENDED_BY) if model is State and name == "extra_data" else None
        if was and not self.holds(Memory, was[0]):
            return {key: one for key, one in value.items() if key != ENDED_BY}
        return value

    def payload(self, kind: str, payload: Any) -> Any:
        """Return the values of a journal entry as they stand in the archive."""
        if not isinstance(payload, dict):
            return payload
        if (parts := registry.group(kind)) is not None:
            rows = payload.get(parts.group) or []
            return {**payload, parts.group: [self.values(parts.model, one) for one in rows]}
        known = registry.find(kind)
        return self.values(known.model, payload) if known else payload


def numbered_target(model: Any, column: Any) -> Any:
    """Return the model whose row a column names by number: by the row's key, or a reference."""
    if isinstance(column, AutoField):
        return model if model in numbered_models() else None
    if isinstance(column, ForeignKey) and column.target_field.primary_key:
        target = column.related_model
        return target if target in numbered_models() else None
    return None


def inside(model: Any, name: str, value: Any, number: Numbering) -> Any:
    """Translate the numbers of rows inside of a JSON column."""
    if model is State and name == "extra_data" and value.get(ENDED_BY):
        first, *rest = value[ENDED_BY]
        return {**value, ENDED_BY: [number(Memory, first), *rest]}
    if model._meta.db_table in ("graph_layouts", "graph_views"):
        return _with_threads(value, number)
    return value


def _with_threads(value: Any, number: Numbering) -> Any:
    if isinstance(value, dict):
        return {_with_threads(k, number): _with_threads(v, number) for k, v in value.items()}
    if isinstance(value, list):
        return [_with_threads(one, number) for one in value]
    if isinstance(value, str) and (found := THREAD_NODE.fullmatch(value)):
        return f"thread:{number(Thread, int(found[1]))}"
    return value


def _text(key: Any) -> Any:
    return key if isinstance(key, int) else str(key)


def _is_key(column: Any) -> bool:
    return bool(column.primary_key or column.is_relation)
