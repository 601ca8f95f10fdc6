"""Queries whose SQL is made once, for look-ups that every request makes.

Django composes the SQL of a QuerySet anew for each use, which takes ten times what SQLite
needs to answer a look-up by index.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler


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


def _converted(row: tuple[Any, ...], converters: dict[int, Any]) -> tuple[Any, ...]:
    values = list(row)
    for place, (converts, expression) in converters.items():
        for convert in converts:
            values[place] = convert(values[place], expression, connection)
    return tuple(values)
