"""No table of a person is left out of archives unnoticed, and none loses a column."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from core.caller import Caller
from entities.models import Entity, EntityType, own_type_id
from graph.models import EntityRelation, MemoryLink, RelationType
from memories.services.archive.tables import LEFT_OUT, TABLES, members_of
from tests.db.rows import APPS, make_row

from .conftest import exported, imported, lines, members, stored

SPACE = "alice#work"
# Made by the account's own services.
BY_HAND = {"profiles", "entity_types", "relation_types"}


def test_every_table_is_exported_or_left_out_with_a_reason() -> None:
    tables = {model._meta.db_table for model in apps.get_models() if model._meta.app_label in APPS}
    chosen = {table.model._meta.db_table for table in TABLES}
    assert chosen.isdisjoint(LEFT_OUT)
    assert chosen | LEFT_OUT.keys() == tables


def test_every_many_to_many_table_goes_with_the_rows_of_one_model() -> None:
    held = {
        many.remote_field.through for table in TABLES for many in members_of(table.model).values()
    }
    between = {
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.auto_created and model._meta.app_label in APPS
    }
    assert held == between


@pytest.fixture
def a_row_of_each(owner: Caller) -> Caller:
    """Alice, with rows in every table, whose references and columns are all filled."""
    for model, key in ((EntityType, "Recipe"), (RelationType, "cooks")):
        model.objects.create(
            type_name=own_type_id("alice", key), owner="alice", display_name=key,
            display_name_en=key, created_at="2026-11-21T00:00:00Z",
        )  # fmt: skip
    for table in TABLES:
        model = table.model
        if model._meta.db_table not in BY_HAND:
            own = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
            wanted = {field.column: SPACE for field in own if "type" not in field.column}
            for _twice in range(2):
                make_row(model._meta.db_table, SPACE, wanted)
        for many in members_of(model).values():
            through = many.remote_field.through._meta.db_table
            make_row(through, SPACE)
            make_row(through, SPACE)
    _use_own_types()
    return owner


def _use_own_types() -> None:
    """Replace the types that the rows were made with, whose keys do not name their owner."""
    Entity.objects.update(entity_type="Recipe#alice")
    for model in (MemoryLink, EntityRelation):
        model._default_manager.update(relation_type="cooks#alice")
    for types in (EntityType, RelationType):
        types._default_manager.filter(owner="alice").exclude(pk__endswith="#alice").delete()


def test_all_rows_come_back(a_row_of_each: Caller, start_anew: Callable[..., None]) -> None:
    first = exported(a_row_of_each)
    empty = [table.member for table in TABLES if not lines(first, table.member)]
    assert empty == []
    before = stored()

    start_anew("bob", "alice")
    imported(a_row_of_each, first)

    assert members(exported(a_row_of_each)) == members(first)
    after = stored()
    assert {name: len(rows) for name, rows in after.items()} == {
        name: len(rows) for name, rows in before.items()
    } | {
        "profile": 2,
        # The import itself.
        "journal": len(before["journal"]) + 1,
        "entity_types": len(after["entity_types"]),
        "relation_types": len(after["relation_types"]),
    }


def test_another_person_gets_rows_of_their_own(
    a_row_of_each: Caller, start_anew: Callable[..., None]
) -> None:
    first = exported(a_row_of_each)
    start_anew("bob")
    imported(Caller(base_user="bob"), first)
    assert members(exported(Caller(base_user="bob"))) == members(first)
    assert "alice" not in str(members(first))
    again = imported(Caller(base_user="bob"), first)
    created = {name: count.created for name, count in again.members.items() if count.created}
    assert created == {}
