"""Types and their owners below the interfaces: the database, packs that come later, pages, the admin."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.services.users import user_create
from core.caller import Caller
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity, EntityType
from entities.schemas import EntityPatch, EntityTypePatch, NewEntity, NewEntityType
from entities.types.entity_types import entity_type_create, entity_type_get, entity_type_revise
from entities.types.pack_types import sync_entity_types
from graph.models import RelationType
from graph.schemas import NewRelationType
from graph.services import relation_types
from graph.types import relation_type_create, sync_relation_types
from memories.enrichment.llm.prompt import load_vocabulary
from memories.services.knowledge import entity_create, entity_revise
from memory_site.cli.database.preparation import add_missing, prepare_database, require_database
from packs import registry
from packs.spec import EntityTypeSpec, Name, PackSpec, RelationTypeSpec

pytestmark = pytest.mark.django_db

SHIP = NewEntityType(
    key="Spaceship", display_name="宇宙船", display_name_en="Of alice", icon="cup", color="#aa3355"
)
PRAISES = NewRelationType(
    key="praises", display_name="称賛", display_name_en="Praises it", scope="both"
)


@pytest.fixture
def garden() -> Any:
    word = Name("Word", "言葉")
    spec = PackSpec(
        id="garden", name=Name("Garden", "庭"),
        entity_types=(EntityTypeSpec("Spaceship", word), EntityTypeSpec("Herb", word, parent="Spaceship")),
        relation_types=(RelationTypeSpec("praises", word),),
    )  # fmt: skip
    registry.register(spec)
    yield spec
    registry.unregister("garden")


def browser(name: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username=name))
    return client


def test_the_database_refuses_another_persons_type(owner: Caller, other: Caller) -> None:
    entity_type_create(owner, SHIP)
    relation_type_create(owner, PRAISES)
    mine = Entity.objects.create(
        user_id="bob#work", entity_type_id="Person", name="x", name_key="x", created_at=datetime.now(UTC)
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="different people"), transaction.atomic():
        Entity.objects.filter(pk=mine.pk).update(entity_type_id="Spaceship#alice")
    with pytest.raises(IntegrityError, match="its person"), transaction.atomic():
        EntityType.objects.filter(pk="Spaceship#alice").update(owner="bob")
    with pytest.raises(IntegrityError, match="its person"), transaction.atomic():
        RelationType.objects.filter(pk="praises#alice").update(owner=None)
    with pytest.raises(IntegrityError, match="different people"), transaction.atomic():
        EntityType.objects.create(type_name="B#bob", owner="bob", parent_type_id="Spaceship#alice")


def test_types_of_others_are_offered_to_no_model_and_no_choice(
    owner: Caller, other: Caller
) -> None:
    entity_type_create(owner, SHIP)
    relation_type_create(owner, PRAISES)
    RelationType.objects.filter(pk="praises#alice").update(scope="entities")
    assert "Spaceship" in load_vocabulary("alice#work").entity_types
    assert "praises" in load_vocabulary("alice#work").relation_types
    assert "Spaceship" not in load_vocabulary("bob#work").entity_types
    assert "praises" not in load_vocabulary("bob#work").relation_types
    assert "praises" not in relation_types("entities", "bob")


def test_pages_show_each_person_their_own_words(
    owner: Caller, other: Caller, save: Callable[..., Any]
) -> None:
    entity_type_create(owner, SHIP)
    entity_type_revise(owner, "Person", EntityTypePatch(display_name_en="Mate", color="#aa2200"))
    for caller in (owner, other):
        ships = [{"name": "Hayabusa", "type": "Spaceship"}] if caller is owner else []
        save(
            caller,
            "Aoi saw Hayabusa",
            pack="work",
            entities=[{"name": "Aoi", "type": "Person"}, *ships],
        )
    alice, bob = browser("alice"), browser("bob")
    colors = reverse("entity-colours")
    assert "kind-spaceship" in (css := alice.get(colors).content.decode()) and "#aa2200" in css
    assert "kind-spaceship" not in (css := bob.get(colors).content.decode())
    assert "#aa2200" not in css
    pages = [reverse("entity-list"), reverse("entity-list") + "?type=Spaceship"]
    pages += [reverse("entity-detail", args=[Entity.objects.get(name="Hayabusa").entity_id])]
    for address in pages:
        assert "Of alice" in (shown := alice.get(address).content.decode())
        assert "#alice" not in shown and "#cup" in shown
    assert "Mate" in alice.get(pages[0]).content.decode()
    for address in (pages[0], pages[1], "/history/?kind=type", "/history/"):
        shown = bob.get(address).content.decode()
        assert "Of alice" not in shown and "Mate" not in shown and "Spaceship</" not in shown
    theirs = Entity.objects.filter(user_id__startswith="bob#").first()
    assert theirs is not None
    split = bob.get(reverse("entity-split", args=[theirs.entity_id])).content.decode()
    assert "Person" in split and "Spaceship" not in split


def test_staff_see_no_types_of_others_in_the_admin(owner: Caller, other: Caller) -> None:
    entity_type_create(owner, SHIP)
    entity_create(owner, NewEntity(name="Hayabusa", type="Spaceship", pack="work"))
    user = User.objects.get(username="bob")
    user.is_staff = True
    user.save()
    user.user_permissions.set(
        apps.get_model("auth", "Permission").objects.filter(codename__startswith="view_")
    )
    for name in ("entities_entity", "graph_entityrelation", "graph_memorylink"):
        shown = browser("bob").get(reverse(f"admin:{name}_changelist")).content.decode()
        assert "Of alice" not in shown and "Spaceship" not in shown


def test_the_operator_sees_whose_a_type_is(owner: Caller) -> None:
    entity_type_create(owner, SHIP)
    entity_type_revise(owner, "Person", EntityTypePatch(display_name_en="Mate"))
    user_create(name="root", is_owner=True)
    site = browser("root")
    shown = site.get(reverse("admin:entities_entitytype_changelist")).content.decode()
    assert "Spaceship" in shown and "alice" in shown and "Mate" not in shown
    added = {"display_name": "x", "display_name_en": "x", "required_attributes": "[]"}
    added |= {"optional_attributes": "[]", "validation_rules": "{}"}
    address = reverse("admin:entities_entitytype_add")
    for wrong in ({"type_name": "A#bob"}, {"type_name": "A", "icon": "no such"}):
        refused = site.post(address, {**added, **wrong})
        assert refused.status_code == 200 and refused.context["adminform"].form.errors
    address = reverse("admin:entities_entitytype_change", args=["Spaceship#alice"])
    assert site.post(address, {**added, "display_name": "船"}).status_code == 302
    changed = Revision.objects.get(
        target_type="entitytype", action=Action.UPDATE, target_id="Spaceship"
    )
    assert changed.user_id == "alice#shared"


def test_changes_of_types_are_verified_and_type_of_an_entity_changes(owner: Caller) -> None:
    entity_type_create(owner, SHIP)
    made = entity_create(owner, NewEntity(name="Hayabusa", type="Concept", pack="work"))
    assert entity_revise(owner, made.id, EntityPatch(type="Spaceship")).type == "Spaceship"
    assert verify().is_sound


class TestPacksThatComeLater:
    def test_a_start_adds_their_types_once(self, garden: PackSpec) -> None:
        assert not EntityType.objects.filter(pk="Herb").exists()
        require_database()
        assert EntityType.objects.get(pk="Herb").parent_type_id == "Spaceship"
        assert RelationType.objects.filter(pk="praises").exists()
        EntityType.objects.filter(pk="Herb").update(display_name="薬草", icon="leaf")
        prepare_database()
        assert EntityType.objects.get(pk="Herb").display_name == "薬草"

    def test_a_start_without_anything_new_only_reads(
        self, garden: PackSpec, django_assert_num_queries: Any
    ) -> None:
        add_missing()
        with django_assert_num_queries(2) as seen:
            assert (sync_entity_types(), sync_relation_types()) == (0, 0)
        assert all(query["sql"].startswith("SELECT") for query in seen.captured_queries)

    def test_a_persons_type_of_the_same_key_stays_theirs(
        self, garden: PackSpec, owner: Caller, other: Caller
    ) -> None:
        entity_type_create(owner, SHIP)
        assert sync_entity_types() == 2
        assert entity_type_get(owner, "Spaceship").owner == "alice"
        assert entity_type_get(other, "Spaceship").display_name == "言葉"

    def test_a_type_from_before_owners_makes_room(
        self, garden: PackSpec, owner: Caller, other: Caller
    ) -> None:
        EntityType.objects.create(
            type_name="Spaceship", owner="alice", display_name="船", display_name_en="Of alice"
        )
        made = entity_create(owner, NewEntity(name="Hayabusa", type="Spaceship", pack="work"))
        assert sync_entity_types() == 2
        connection.check_constraints()
        assert entity_type_get(owner, "Spaceship").display_name == "船"
        assert entity_type_get(other, "Spaceship").display_name == "言葉"
        assert Entity.objects.get(entity_id=made.id).entity_type.owner is None
