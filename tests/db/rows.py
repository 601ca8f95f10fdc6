"""Rows of any table by raw SQL: what another program might write."""

import datetime
import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models

from core.db.operations import SameOwner

# Columns that go together with a reference.
SHAPES = {("vector_metadata", "state_id"): {"kind": "state"}}
NOW = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
APPS = ("core", "accounts", "packs", "entities", "graph", "memories")
numbers = itertools.count(1)


@cache
def product_models() -> dict[str, type[models.Model]]:
    """Return the product's models by table, many-to-many tables included."""
    found = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: model for model in found if model._meta.app_label in APPS}


@cache
def ownership() -> dict[str, SameOwner]:
    """Return the SameOwner operations of all migrations, by table."""
    from django.db.migrations.loader import MigrationLoader

    operations = (
        operation
        for migration in MigrationLoader(None).disk_migrations.values()
        for operation in migration.operations
    )
    return {
        operation.table: operation for operation in operations if isinstance(operation, SameOwner)
    }


def make_row(table: str, space: str, references: Mapping[str, str] | None = None) -> Any:
    """Insert a row of ``space`` and what it points at; return its primary key.

    ``references`` says, by column, whose the row pointed at is, where it is another's.
    """
    model = product_models()[table]
    values = row_values(model, space, references or {})
    for column in references or {}:
        values.update(SHAPES.get((table, column), {}))
    columns = ", ".join(f'"{column}"' for column in values)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({columns}) VALUES ({", ".join(["%s"] * len(values))})',
            list(values.values()),
        )
        return values.get(model._meta.pk.column, cursor.lastrowid)


def row_values(
    model: type[models.Model], space: str, references: Mapping[str, str]
) -> dict[str, Any]:
    """Return a valid value for every column, as the driver takes it."""
    return {
        field.column: value
        for field in model._meta.local_concrete_fields
        if not field.generated and not isinstance(field, models.AutoField)
        for value in [_value(field, space, references)]
    }


def make_target(table: str, column: str, space: str) -> Any:
    """Insert a row that ``column`` may point at; return the key to put there."""
    fields = {field.column: field for field in product_models()[table]._meta.local_concrete_fields}
    return _target(fields[column], space, wanted=True)


def _value(field: Any, space: str, references: Mapping[str, str]) -> Any:
    if field.column in ("base_user", "owner"):
        return space.partition("#")[0]
    if field.column == "user_id":
        return space
    if isinstance(field, models.ForeignKey):
        wanted = field.column in references
        return _target(field, references.get(field.column, space), wanted=wanted)
    return field.get_db_prep_save(_sample(field), connection)


def _target(field: Any, space: str, *, wanted: bool) -> Any:
    """Return the key of a row to point at: an existing type, or a new row of ``space``."""
    if field.null and not wanted:
        return None
    table, pk = field.related_model._meta.db_table, field.related_model._meta.pk.column
    key = f'SELECT "{field.target_field.column}" FROM "{table}"'
    with connection.cursor() as cursor:
        if table not in owned_tables():
            return cursor.execute(key).fetchone()[0]
        row = make_row(table, space)
        return cursor.execute(f'{key} WHERE "{pk}" = %s', [row]).fetchone()[0]


@cache
def owned_tables() -> frozenset[str]:
    """Return the tables whose rows belong to one person."""
    by_column = {
        table
        for table, model in product_models().items()
        for field in model._meta.local_concrete_fields
        if field.column in ("user_id", "base_user", "owner") and isinstance(field, models.CharField)
    }
    return frozenset(by_column | ownership().keys())


def _sample(field: Any) -> Any:
    if field.has_default():
        return field.get_default()
    if field.null:
        return None
    if isinstance(field, models.BooleanField):
        return False
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.DateTimeField):
        return NOW
    if field.name == "namespace":
        return f"team/{next(numbers)}"
    if isinstance(field, models.CharField | models.TextField):
        return f"text {next(numbers)}"
    return next(numbers)
