"""The types of packs in the database: added, never overwritten."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db.models.signals import post_migrate

from entities.models import EntityType
from entities.types.pack_types import sync_entity_types
from graph.models import RelationType
from graph.types import sync_relation_types
from packs import registry
from packs.spec import EntityTypeSpec, Name, PackSpec, RelationTypeSpec

pytestmark = pytest.mark.django_db

Register = Callable[..., PackSpec]
WORD = Name("Word", "言葉")


def test_every_declared_type_is_there_after_migrate() -> None:
    entity_types = set(EntityType.objects.values_list("type_name", flat=True))
    relation_types = set(RelationType.objects.values_list("type_name", flat=True))
    for spec in registry.all_packs():
        assert {word.key for word in spec.entity_types} <= entity_types
        assert {word.key for word in spec.relation_types} <= relation_types


def test_core_types_stay_system_types() -> None:
    assert EntityType.objects.get(pk="Person").is_system_type
    assert RelationType.objects.get(pk="supports").is_system_type
    repository = EntityType.objects.get(pk="Repository")
    assert not repository.is_system_type and not repository.is_user_defined
    assert (repository.display_name, repository.display_name_en) == ("リポジトリ", "Repository")
    assert (repository.parent_type_id, repository.level) == ("Project", 1)


def test_a_type_and_its_inverse_are_one_family() -> None:
    families = dict(
        RelationType.objects.filter(pk__in=["fixes", "fixed_by"]).values_list(
            "pk", "canonical_type"
        )
    )
    assert families == {"fixes": "fixes", "fixed_by": "fixes"}


def test_again_changes_nothing() -> None:
    before = [list(model._default_manager.values()) for model in (EntityType, RelationType)]
    assert (sync_entity_types(), sync_relation_types()) == (0, 0)
    assert [list(model._default_manager.values()) for model in (EntityType, RelationType)] == before


def test_what_a_person_edited_stays(register: Register) -> None:
    EntityType.objects.filter(pk="Repository").update(display_name="レポ", color="red", icon="star")
    RelationType.objects.filter(pk="fixes").update(display_name_en="Repairs")
    sync_entity_types()
    sync_relation_types()
    assert EntityType.objects.get(pk="Repository").display_name == "レポ"
    assert RelationType.objects.get(pk="fixes").display_name_en == "Repairs"


def test_a_core_type_keeps_its_meaning(register: Register) -> None:
    register("garden", entity_types=(EntityTypeSpec("Person", Name("Gardener", "庭師")),))
    assert sync_entity_types() == 0
    assert EntityType.objects.get(pk="Person").display_name == "人物"


def test_a_new_pack_adds_what_is_missing_at_the_next_migrate(register: Register) -> None:
    register(
        "garden",
        entity_types=(EntityTypeSpec("Herb", WORD, parent="Plant"), EntityTypeSpec("Plant", WORD)),
        relation_types=(RelationTypeSpec("near_bed", WORD, inverse="contains", between="both"),),
    )
    for label in ("entities", "graph"):
        config = apps.get_app_config(label)
        post_migrate.send(
            sender=config, app_config=config, verbosity=0, interactive=False, using="default"
        )
    assert EntityType.objects.get(pk="Herb").parent_type_id == "Plant"
    added = RelationType.objects.get(pk="near_bed")
    assert (added.scope, added.canonical_type) == ("both", "contains")


def test_a_missing_parent_is_left_out(register: Register, caplog: pytest.LogCaptureFixture) -> None:
    register("garden", entity_types=(EntityTypeSpec("Herb", WORD, parent="Nothing"),))
    assert sync_entity_types() == 1
    assert EntityType.objects.get(pk="Herb").parent_type_id is None
    assert "Nothing" in caplog.text


def test_parents_in_a_circle_end(register: Register) -> None:
    register(
        "garden",
        entity_types=(EntityTypeSpec("A", WORD, parent="B"), EntityTypeSpec("B", WORD, parent="A")),
    )
    assert sync_entity_types() == 2
