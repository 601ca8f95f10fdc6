"""Every table of the database is answered for: emptied, gone with a row, or without a word."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CASCADE, ForeignKey

from memories.services.erasure.stores import GO_ALONG, HOLD_NONE, STORES, tables

pytestmark = pytest.mark.django_db


def test_no_table_is_missed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        kinds = dict(cursor.fetchall())
    # Tables beneath a virtual table belong to it; statistics hold numbers.
    beneath = tuple(f"{name}_" for name, kind in kinds.items() if kind == "virtual")
    own = ("sqlite_schema", "sqlite_stat", *beneath)
    stored = {name for name in kinds if not name.startswith(own)}
    assert stored - tables() == set(), (
        "say in memories.services.erasure.stores how forgetting empties these"
    )
    assert tables() - stored == set(), "these are gone"


def test_each_table_is_in_one_list() -> None:
    listed = [table for store in STORES for table in store.tables]
    every = [*listed, *GO_ALONG, *HOLD_NONE]
    assert len(every) == len(set(every))


def test_what_goes_along_is_deleted_with_a_row_that_goes() -> None:
    emptied = {table for store in STORES for table in store.tables}
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    for table in GO_ALONG:
        ends = {
            field.related_model._meta.db_table
            for field in models[table]._meta.concrete_fields
            if isinstance(field, ForeignKey)
            and field.remote_field.on_delete is CASCADE
            and not isinstance(field.related_model, str)
        }
        assert ends & emptied, table
