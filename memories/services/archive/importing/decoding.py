"""Read the values of lines: rows of one person, with keys of this installation."""

import base64
import binascii
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import BinaryField, ForeignKey, Model
from django.utils.translation import gettext as _

from core.caller import SEPARATOR
from core.errors import InvalidInput
from core.journal import registry
from core.schemas import checked_namespace

from ..tables import RENAMED, Table, columns_of, is_type, members_of, public_id_of
from ..values import Line, inside, numbered_target
from .clean.lines import Cleaner, says_nothing
from .clean.words import NEEDED

PACK = re.compile(r"[a-z][a-z0-9_]{0,31}")


class LineProblem(Exception):
    """A value of a line is invalid; the text names the field."""


class LeftOut(Exception):
    """A row refers to a row that is left out, and cannot do without it."""


@dataclass(slots=True)
class Places:
    """Where rows of the archive are here.

    ``found`` holds rows that are here already, by number or public id, and None for rows that are
    left out. All others get the keys from ``first`` on.
    """

    base_user: str
    first: dict[Any, int] = field(default_factory=dict)
    counts: dict[Any, int] = field(default_factory=dict)
    found: dict[Any, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))

    def key(self, model: Any, number: Any) -> int | None:
        """Return the key of a row by its number; None if it is left out."""
        if type(number) is not int or not 1 <= number <= self.counts.get(model, 0):
            text = _("there is no {kind} {number} in the archive")
            raise LineProblem(text.format(kind=model._meta.verbose_name, number=number))
        found = self.found[model]
        return found[number] if number in found else self.first[model] + number - 1

    def named(self, model: Any, public_id: Any) -> Any:
        """Return the public id that a row has here; None if it is left out."""
        return self.found[model].get(public_id, public_id)


@dataclass(frozen=True, slots=True)
class Decoder:
    """Translates lines of an archive to the columns of rows."""

    places: Places
    cleaner: Cleaner

    def row(self, model: type[Model], line: Line) -> Model:
        """Return the row of a line, which is not stored.

        Raises:
            LineProblem: a value is invalid.
            LeftOut: it cannot be without a row that is left out.
        """
        values = self.values(model, line, is_checked=True)
        _check_named(model, values)
        row = model(**values)
        if hasattr(row, "owner"):
            row.owner = self.places.base_user
        elif "base_user" in columns_of(model):
            row.base_user = self.places.base_user  # type: ignore[attr-defined]
        return row

    def cleaned(self, table: Table, number: int, line: Line) -> Line:
        """Return a line as it may be stored here.

        Raises:
            LeftOut: nothing of it may be.
        """
        kept = self.cleaner.clean(table, number, line)
        if says_nothing(table.model, line, kept):
            raise LeftOut
        return kept

    def members(self, model: type[Model], line: Line) -> dict[str, list[int]]:
        """Return the keys of the many-to-many members of a line's row."""
        return {
            name: [key for one in self._list(line, name) if (key := self._of(many, one))]
            for name, many in members_of(model).items()
        }

    def _of(self, many: Any, number: Any) -> int | None:
        return self.places.key(many.related_model, number)

    def _list(self, line: Line, name: str) -> list[Any]:
        value = line.get(name, [])
        if not isinstance(value, list):
            raise LineProblem(_("“{field}” is no list").format(field=name))
        return value

    def values(self, model: type[Model], line: Mapping[str, Any], *, is_checked: bool) -> Line:
        """Return columns of a line; of a row that is stored, they are checked."""
        columns = columns_of(model)
        values: Line = {}
        for name, column in columns.items():
            given = RENAMED.get(name, name)
            if name == "base_user":
                continue
            if given not in line:
                if is_checked and not _may_lack(column):
                    raise LineProblem(_("“{field}” is missing").format(field=given))
                continue
            value = self._value(model, column, line[given])
            values[name] = _checked(column, value) if is_checked else value
        return values

    def _value(self, model: type[Model], column: Any, value: Any) -> Any:
        name = column.attname
        if name == "owner":
            return self.places.base_user if value else None
        if value is None:
            return None
        if name == "user_id":
            return self._space(value)
        if (target := numbered_target(model, column)) is not None:
            return self._kept(column, self.places.key(target, value))
        if column.is_relation or column.primary_key:
            return self._kept(column, self._reference(model, column, value))
        if isinstance(column, BinaryField):
            return _bytes(name, value)
        if name == "namespace":
            return _namespace(value)
        return inside(model, name, value, self._number)

    def _number(self, model: Any, number: Any) -> Any:
        return self.places.key(model, number) or 0

    def _space(self, pack: Any) -> str:
        if not (isinstance(pack, str) and PACK.fullmatch(pack)):
            raise LineProblem(_("“{pack}” is no pack").format(pack=pack))
        return f"{self.places.base_user}{SEPARATOR}{pack}"

    def _reference(self, model: Any, column: Any, value: Any) -> Any:
        target = column.related_model if isinstance(column, ForeignKey) else model
        if not isinstance(value, str):
            raise LineProblem(_("“{field}” is no id").format(field=column.attname))
        if is_type(target):
            key, separator, _owner = value.partition(SEPARATOR)
            return f"{key}{separator}{self.places.base_user}" if separator else value
        return self.places.named(target, value)

    def _kept(self, column: Any, key: Any) -> Any:
        """Return a reference; without the row it is empty, or its row is left out too."""
        if key is None and not column.null:
            raise LeftOut
        return key

    def payload(self, kind: str, payload: Any) -> Any:
        """Return the values of a journal entry with keys of this installation."""
        if not isinstance(payload, dict):
            return payload
        if (parts := registry.group(kind)) is not None:
            rows = payload.get(parts.group) or []
            return {**payload, parts.group: [self._snapshot(parts.model, one) for one in rows]}
        known = registry.find(kind)
        return self._snapshot(known.model, payload) if known else payload

    def _snapshot(self, model: type[Model], line: Line) -> Line:
        known = {RENAMED.get(name, name) for name in columns_of(model)}
        others = {name: value for name, value in line.items() if name not in known}
        for name, many in members_of(model).items():
            if name in others:
                keys = [self._of(many, n) if type(n) is int else n for n in others[name]]
                others[name] = [key for key in keys if key is not None]
        return {**others, **self.values(model, line, is_checked=False)}


def _may_lack(column: Any) -> bool:
    """Return whether a column has a value without being given one, as in files of older versions."""
    return bool(column.has_default() or column.null or column.blank)


def _bytes(name: str, value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise LineProblem(_("“{field}” is not base64").format(field=name)) from error


def _namespace(value: Any) -> str:
    if not isinstance(value, str):
        raise LineProblem(_("“{field}” is no text").format(field="namespace"))
    try:
        return checked_namespace(value)
    except InvalidInput as error:
        text = _("“{field}” has an invalid value: {problem}")
        text = text.format(field="namespace", problem=error.problems[0].detail)
        raise LineProblem(text) from error


def _check_named(model: type[Model], values: Mapping[str, Any]) -> None:
    """Refuse a row without the words by which it is known."""
    name = NEEDED.get(model, "")
    if name and not str(values.get(name) or "").strip():
        raise LineProblem(_("“{field}” is empty").format(field=name))


def _checked(column: Any, value: Any) -> Any:
    """Return a value as its column takes it; types and choices are checked."""
    name = RENAMED.get(column.attname, column.attname)
    if value is None:
        if not column.null:
            raise LineProblem(_("“{field}” is empty").format(field=name))
        return None
    if isinstance(column, BinaryField):
        return value
    try:
        # Lengths are not checked: what one database holds, another takes.
        converted = column.to_python(value)
    except (ValidationError, TypeError, ValueError, OverflowError) as error:
        text = _("“{field}” has an invalid value")
        raise LineProblem(text.format(field=name)) from error
    if column.get_internal_type() in TEXTS and not isinstance(value, str):
        raise LineProblem(_("“{field}” is no text").format(field=name))
    if isinstance(converted, datetime) and column.attname not in FREE_TIMES:
        _check_shown(name, converted)
    known = {choice for choice, _label in column.flatchoices}
    if known and converted not in known and converted not in column.empty_values:
        text = _("“{field}” has the unknown value “{value}”")
        raise LineProblem(text.format(field=name, value=converted))
    return converted


def _check_shown(name: str, at: datetime) -> None:
    """Refuse a time that a time zone ahead of UTC moves beyond the last year."""
    if at.replace(tzinfo=None) > LATEST:
        raise LineProblem(_("“{field}” lies beyond all calendars").format(field=name))


LATEST = datetime.max - timedelta(days=2)
# Times that a save takes as they are; others are those of a clock.
FREE_TIMES = frozenset({"about_start", "about_end", "valid_from", "valid_to", "due_at"})
TEXTS = frozenset({"CharField", "TextField"})


def public_key(model: Any, line: Line) -> Any:
    """Return what other lines call the row of a line: its number, or its public id."""
    if numbered_target(model, model._meta.pk) is not None:
        return line.get("id")
    name = public_id_of(model)
    return line.get(name) if name else None
