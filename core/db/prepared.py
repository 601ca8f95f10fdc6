"""Statements whose SQL is compiled once, for look-ups and inserts of every request.

Django compiles the SQL of a QuerySet for each use, which takes ten times as long as SQLite needs
for a look-up by index.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.sql.compiler import SQLCompiler

Key = TypeVar("Key", bound=Hashable)
# The number of cached statements of each kind.
MOST_KEYS = 64
# Placeholder for ids in the parameters of a statement.
IDS = object()


class Prepared:
    """A QuerySet of ``values_list`` with a placeholder for each parameter of a look-up.

    ``rows`` returns the QuerySet at the first use, when all models are loaded. Parameters are
    values as the database stores them, in the order of the SQL.
    """

    def __init__(self, rows: Callable[[], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._rows = rows

    def first(self, *parameters: str | int) -> tuple[Any, ...] | None:
        """Return the first row as ``values_list`` would, if there is one."""
        rows = self.all(*parameters)
        return rows[0] if rows else None

    def all(self, *parameters: str | int) -> list[tuple[Any, ...]]:
        """Return every row as ``values_list`` would."""
        sql, converters = self._composed
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            rows = cursor.fetchall()
        return [_converted(row, converters) for row in rows]

    @cached_property
    def _composed(self) -> tuple[str, dict[int, Any]]:
        compiler: SQLCompiler = self._rows().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, _ = compiler.as_sql()
        return sql, compiler.get_converters([column for column, *_ in compiler.select])


class PreparedAmong(Generic[Key]):
    """A QuerySet of ``values_list`` for each key, filtered by ids."""

    def __init__(self, rows: Callable[[Key], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._composed = lru_cache(MOST_KEYS)(self._compose)

    def pick(self, key: Key, ids: Iterable[int]) -> list[tuple[Any, ...]]:
        """Return the rows of the QuerySet of ``key`` with these ids, with the driver's values."""
        listed = json.dumps(list(ids))
        sql, parameters = self._composed(key)
        with connection.cursor() as cursor:
            cursor.execute(sql, [listed if value is IDS else value for value in parameters])
            return list(cursor.fetchall())

    def _compose(self, key: Key) -> tuple[str, tuple[Any, ...]]:
        listed = RawSQL(_operations().listed_ids, [IDS])
        compiler = self._rows(key).filter(pk__in=listed).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        return sql, tuple(parameters)


class PreparedInsert:
    """The INSERT of new rows of a model, in half the time of ``bulk_create``.

    The SQL is the same for all rows. Values are constants, related rows are stored before, no
    signals are sent, and generated columns are not read back.
    """

    def __init__(self, model: type[Model]) -> None:
        self._model = model

    def store(self, rows: Sequence[Model]) -> None:
        """Insert rows in their order, without reading their new ids."""
        if rows:
            with transaction.atomic(savepoint=False), connection.cursor() as cursor:
                cursor.executemany(self._composed[0], self._parameters(rows))

    def store_with_ids(self, rows: Sequence[Model]) -> None:
        """Insert rows of a model with automatic ids, in their order, and set their ids."""
        if not rows:
            return
        parameters = self._parameters(rows)
        with transaction.atomic(savepoint=False), connection.cursor() as cursor:
            ids = _operations().insert_rows(cursor, self._composed[0], parameters)
        for pk, row in zip(ids, rows, strict=True):
            row.pk = pk
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

    def _parameters(self, rows: Sequence[Model]) -> list[list[Any]]:
        self._set_related_ids(rows)
        fields, database = self._composed[1], connections[DEFAULT_DB_ALIAS]
        return [
            [field.get_db_prep_save(field.pre_save(row, add=True), database) for field in fields]
            for row in rows
        ]

    def _set_related_ids(self, rows: Sequence[Model]) -> None:
        """Set the ids of related rows that were stored after their assignment."""
        for field in self._composed[1]:
            if isinstance(field, ForeignKey):
                for row in rows:
                    if getattr(row, field.attname) is None and field.is_cached(row):
                        setattr(row, field.name, getattr(row, field.name))

    @cached_property
    def _composed(self) -> tuple[str, "list[Field[Any, Any]]"]:
        meta, quoted = self._model._meta, connection.ops.quote_name
        fields = [
            field
            for field in meta.local_concrete_fields
            if field is not meta.auto_field and not field.generated
        ]
        columns = ", ".join(quoted(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        return f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES ({places})", fields


def _operations() -> Any:
    """Return the operations of the engine, which a second engine has to have as well."""
    return connection.ops


def _converted(row: tuple[Any, ...], converters: dict[int, Any]) -> tuple[Any, ...]:
    values = list(row)
    for index, (converts, expression) in converters.items():
        for convert in converts:
            values[index] = convert(values[index], expression, connection)
    return tuple(values)
