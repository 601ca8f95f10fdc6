"""Queries whose SQL is made once, for look-ups that every request makes.

Django composes the SQL of a QuerySet anew for each use, which takes ten times what SQLite
needs to answer a look-up by index.
"""

import json
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.sql.compiler import SQLCompiler

Key = TypeVar("Key", bound=Hashable)
# So many callers' statements are kept, of each kind.
MOST_KEYS = 64
# Stands for the ids in the parameters of a statement, until they are known.
IDS = object()


class Prepared:
    """A QuerySet of ``values_list`` with one stand-in for each value that a look-up gives.

    ``rows`` makes the QuerySet at the first use, when all models are there. Its parameters
    are given as the database stores them, in the order of the SQL.
    """

    def __init__(self, rows: Callable[[], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._rows = rows

    def first(self, *parameters: str | int) -> tuple[Any, ...] | None:
        """Return the first row as ``values_list`` would, None where there is none."""
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
    """A QuerySet of ``values_list`` by caller, of which rows with some ids are picked."""

    def __init__(self, rows: Callable[[Key], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._composed = lru_cache(MOST_KEYS)(self._compose)

    def pick(self, key: Key, ids: Iterable[int]) -> list[tuple[Any, ...]]:
        """Return the rows with these ids that the QuerySet of ``key`` holds."""
        listed = json.dumps(list(ids))
        sql, parameters = self._composed(key)
        with connection.cursor() as cursor:
            cursor.execute(sql, [listed if value is IDS else value for value in parameters])
            return list(cursor.fetchall())

    def _compose(self, key: Key) -> tuple[str, tuple[Any, ...]]:
        listed = RawSQL("SELECT value FROM json_each(%s)", [IDS])
        compiler = self._rows(key).filter(pk__in=listed).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        return sql, tuple(parameters)


class PreparedInsert:
    """The INSERT of a model's new rows; numbers that the database gives are not read back."""

    def __init__(self, model: type[Model]) -> None:
        self._model = model

    def store(self, rows: Iterable[Model]) -> None:
        """Insert rows, without signals, as ``bulk_create`` would."""
        sql, fields = self._composed
        with connection.cursor() as cursor:
            cursor.executemany(sql, [[_stored(field, row) for field in fields] for row in rows])

    @cached_property
    def _composed(self) -> tuple[str, "list[Field[Any, Any]]"]:
        meta, quoted = self._model._meta, connection.ops.quote_name
        fields = [field for field in meta.local_concrete_fields if field is not meta.auto_field]
        columns = ", ".join(quoted(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        return f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES ({places})", fields


def _stored(field: "Field[Any, Any]", row: Model) -> Any:
    return field.get_db_prep_save(field.pre_save(row, add=True), connection)


def _converted(row: tuple[Any, ...], converters: dict[int, Any]) -> tuple[Any, ...]:
    values = list(row)
    for place, (converts, expression) in converters.items():
        for convert in converts:
            values[place] = convert(values[place], expression, connection)
    return tuple(values)
