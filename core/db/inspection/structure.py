"""Compare the indexes and triggers of a database with those that its migrations make."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunSQL
from django.db.migrations.operations.base import Operation

from core.db.operations import StatementPair
from core.db.sqlite import ddl

MADE = re.compile(r'CREATE (?:UNIQUE )?(?P<kind>INDEX|TRIGGER) "?(?P<name>\w+)"?')
UNIQUE = re.compile(
    r"CREATE UNIQUE INDEX \S+ ON (?P<table>\S+) \((?P<columns>.+?)\)(?: WHERE (?P<condition>.+))?$"
)


@dataclass(frozen=True, slots=True)
class Made:
    """An index or a trigger with the statement that makes it; ``kind`` is INDEX or TRIGGER."""

    kind: str
    name: str
    sql: str


def missing_structure() -> list[Made]:
    """Return the indexes and triggers that are not there, or not as the migrations make them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger')")
        stored = {name: _plain(sql or "") for name, sql in cursor.fetchall()}
    wanted = _of_statements(_statements())
    return [one for name, one in sorted(wanted.items()) if stored.get(name) != _plain(one.sql)]


def make_structure(missing: Iterable[Made]) -> None:
    """Make these indexes and triggers anew."""
    with connection.cursor() as cursor:
        for one in missing:
            cursor.execute(f"DROP {one.kind} IF EXISTS {ddl.quoted(one.name)}")
            cursor.execute(one.sql)


def has_doubles(made: Made) -> bool:
    """Return whether rows are there that a missing unique index would have refused."""
    found = UNIQUE.match(made.sql)
    if found is None:
        return False
    columns, condition = found["columns"], found["condition"] or "TRUE"
    # A row with a NULL in it is unlike any other, and unlike itself.
    distinct = f"({columns}) = ({columns}) AND ({condition})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT 1 FROM {found['table']} WHERE {distinct}"
            f" GROUP BY {columns} HAVING count(*) > 1 LIMIT 1"
        )
        return cursor.fetchone() is not None


def _plain(sql: str) -> str:
    """Return a statement without the quotes and spaces in which versions differ."""
    return " ".join(sql.replace('"', "").rstrip(";").split())


def _of_statements(statements: Iterable[str]) -> dict[str, Made]:
    found = filter(None, map(MADE.match, statements))
    return {one["name"]: Made(one["kind"], one["name"], one.string) for one in found}


def _statements() -> Iterator[str]:
    """Yield what makes the tables of the last migrations, then what migrations add to them."""
    loader = MigrationLoader(None)
    editor: Any = connection.schema_editor(collect_sql=True)
    editor.deferred_sql = []
    for model in loader.project_state().apps.get_models():
        if model._meta.managed:
            editor.create_model(model)
    yield from map(str, [*editor.collected_sql, *editor.deferred_sql])
    for operation in _operations(loader):
        if isinstance(operation, StatementPair):
            yield from operation.create_sql(editor)
        elif isinstance(operation, RunSQL):
            statements = operation.sql
            yield from [statements] if isinstance(statements, str) else map(str, statements)


def _operations(loader: MigrationLoader) -> Iterator[Operation]:
    plans = (loader.graph.forwards_plan(leaf) for leaf in loader.graph.leaf_nodes())
    for key in dict.fromkeys(key for plan in plans for key in plan):
        yield from loader.graph.nodes[key].operations
