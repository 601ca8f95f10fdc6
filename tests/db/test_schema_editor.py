"""Triggers survive Django's table rebuilds, which would drop them without a word."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from core.db.sqlite.base import DatabaseWrapper

from .rows import make_row


def triggers() -> dict[str, str]:
    with connection.cursor() as cursor:
        found = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(found.fetchall())


@pytest.fixture
def state(migrated: DatabaseWrapper) -> ProjectState:
    return MigrationLoader(connection).project_state()


def apply(app: str, operation: Operation, state: ProjectState) -> None:
    after = state.clone()
    operation.state_forwards(app, after)
    with connection.schema_editor(atomic=True) as editor:
        operation.database_forwards(app, editor, state, after)


def altered(app: str, model: str, name: str, alter: Callable[[models.Field], None]) -> Operation:
    field = apps.get_model(app, model)._meta.get_field(name).clone()
    alter(field)
    return migrations.AlterField(model, name, field)


def lengthened(field: models.Field) -> None:
    field.max_length = 200


OPERATIONS = {
    "alter": lambda app, model: altered(app, model, "user_id", lengthened),
    "add with default": lambda app, model: migrations.AddField(
        model, "colour", models.CharField(max_length=9, default="red")
    ),
    "add unique": lambda app, model: migrations.AddField(
        model, "serial", models.IntegerField(null=True, unique=True)
    ),
    "remove": lambda app, model: migrations.RemoveField(
        model, {"memory": "uid", "memorylink": "notes"}[model]
    ),
    "constraint": lambda app, model: migrations.AddConstraint(
        model, models.CheckConstraint(condition=~models.Q(user_id="x"), name="extra")
    ),
}


@pytest.mark.parametrize("change", OPERATIONS)
@pytest.mark.parametrize(("app", "model"), [("memories", "memory"), ("graph", "memorylink")])
def test_triggers_survive(app: str, model: str, change: str, state: ProjectState) -> None:
    before = triggers()
    link = make_row("memory_links", "alice#work")
    foreign = make_row("memories", "bob#work")

    apply(app, OPERATIONS[change](app, model), state)

    assert triggers() == before
    assert len(before) > 30
    with pytest.raises(IntegrityError, match="different people"), connection.cursor() as cursor:
        cursor.execute("UPDATE memory_links SET dst_memory_id = %s WHERE id = %s", [foreign, link])


def test_a_table_that_others_point_at(state: ProjectState) -> None:
    """A new key type rebuilds the tables that reference it as well."""
    before = triggers()

    as_text = models.CharField(max_length=36, unique=True)

    apply("entities", migrations.AlterField("entity", "entity_id", as_text), state)

    assert triggers() == before


def test_rows_survive(state: ProjectState) -> None:
    make_row("memory_links", "alice#work")
    apply("memories", OPERATIONS["alter"]("memories", "memory"), state)

    with connection.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM memory_links").fetchone() == (1,)
        assert cursor.execute("SELECT count(*) FROM memories").fetchone() == (2,)


def test_a_rebuild_that_fails_loses_nothing(state: ProjectState) -> None:
    """Also outside a transaction, where nothing else would roll the triggers back."""
    make_row("memories", "alice#work")
    make_row("memories", "alice#work")
    before = triggers()
    operation = migrations.AddField("memory", "serial", models.IntegerField(unique=True, default=1))
    after = state.clone()
    operation.state_forwards("memories", after)

    with (
        pytest.raises(Exception, match="UNIQUE"),
        connection.schema_editor(atomic=False) as editor,
    ):
        operation.database_forwards("memories", editor, state, after)

    assert triggers() == before
    with connection.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM memories").fetchone() == (2,)


def test_showing_the_sql_changes_nothing(state: ProjectState) -> None:
    before = triggers()
    after = state.clone()
    operation = OPERATIONS["alter"]("memories", "memory")
    operation.state_forwards("memories", after)

    with connection.schema_editor(collect_sql=True) as editor:
        operation.database_forwards("memories", editor, state, after)

    assert triggers() == before
    shown = "\n".join(editor.collected_sql)
    assert 'DROP TRIGGER "memories_same_owner_insert"' in shown
    assert 'CREATE TRIGGER "memories_same_owner_insert"' in shown
