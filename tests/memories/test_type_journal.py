"""Types in the journal: who made, changed or removed which, and taking that back."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from core.caller import Caller
from core.errors import Conflict, NotFound
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import EntityType
from entities.schemas import EntityTypePatch, NewEntityType
from entities.types.entity_types import entity_type_create, entity_type_revise
from graph.models import RelationType
from graph.schemas import NewRelationType, RelationTypePatch
from graph.types import relation_type_create, relation_type_revise
from memories.schemas.journal import RevisionFilters
from memories.selectors.history import revision_list
from memories.services.history import undo

pytestmark = pytest.mark.django_db

SHIP = NewEntityType(key="Spaceship", display_name="宇宙船", display_name_en="Spaceship")
PRAISES = NewRelationType(
    key="praises", display_name="称賛", display_name_en="Praises", scope="entities"
)


def journal() -> list[Revision]:
    return list(
        Revision.objects.filter(target_type__in=("entitytype", "relationtype")).order_by("pk")
    )


def test_making_and_changing_is_noted(owner: Caller) -> None:
    entity_type_create(owner, SHIP)
    entity_type_revise(owner, "Spaceship", EntityTypePatch(display_name="探査機"))
    made, changed = journal()
    assert (made.action, made.target_id, made.before) == (Action.CREATE, "Spaceship", None)
    assert made.after["display_name"] == "宇宙船"
    assert (changed.action, changed.actor) == (Action.UPDATE, "owner")
    assert (changed.before["display_name"], changed.after["display_name"]) == ("宇宙船", "探査機")
    assert verify().is_sound


def test_what_says_nothing_new_is_not_noted(owner: Caller) -> None:
    row = EntityType.objects.get(pk="Person")
    entity_type_revise(owner, "Person", EntityTypePatch(display_name=row.display_name))
    assert journal() == []


def test_types_of_relations_too(owner: Caller) -> None:
    relation_type_create(owner, PRAISES)
    relation_type_revise(owner, "praises", RelationTypePatch(default_weight=0.5))
    assert [(row.action, row.target_type) for row in journal()] == [
        ("CREATE", "relationtype"),
        ("UPDATE", "relationtype"),
    ]


def test_a_refusal_notes_nothing(owner: Caller) -> None:
    entity_type_create(owner, SHIP)
    with pytest.raises(Conflict):
        entity_type_create(owner, SHIP)
    assert len(journal()) == 1


def test_whoever_changed_it_reads_of_it(owner: Caller, other: Caller) -> None:
    entity_type_create(owner, SHIP)
    asked = RevisionFilters(target_type="entitytype")
    assert [row.target_id for row in revision_list(owner, asked)] == ["Spaceship"]
    assert not revision_list(other, asked).exists()
    bound = Caller(base_user="alice", packs=frozenset({"work"}))
    assert not revision_list(bound, asked).exists()


def test_each_change_is_taken_back(owner: Caller, other: Caller) -> None:
    entity_type_create(owner, SHIP)
    entity_type_revise(owner, "Spaceship", EntityTypePatch(display_name="探査機"))
    made, changed = (row.change_id for row in journal())
    with pytest.raises(NotFound):
        undo(other, changed)
    with pytest.raises(Conflict):
        undo(owner, made)
    undone = undo(owner, changed)
    assert EntityType.objects.get(pk="Spaceship#alice").display_name == "宇宙船"
    undo(owner, undone.change_id)
    assert EntityType.objects.get(pk="Spaceship#alice").display_name == "探査機"


def test_a_new_type_goes_unless_something_has_it(owner: Caller, save: Any) -> None:
    entity_type_create(owner, SHIP)
    relation_type_create(owner, PRAISES)
    ship, praises = (row.change_id for row in journal())
    entities = [{"name": "Hayabusa", "type": "Spaceship"}]
    save(owner, "Hayabusa came home", pack="work", entities=entities)
    with pytest.raises(Conflict) as refused:
        undo(owner, ship)
    assert refused.value.problems[0].code == "in_use"
    undo(owner, praises)
    assert not RelationType.objects.filter(pk="praises#alice").exists()
    assert EntityType.objects.filter(pk="Spaceship#alice").exists()


def test_rest_notes_who_it_was(api: APIClient, token_of: Any) -> None:
    token = token_of("alice", scopes=["read", "write", "admin"])
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    body = {"display_name": "人"}
    assert api.patch("/api/entity-types/Person/", body, format="json").status_code == 200
    [entry] = api.get("/api/revisions/?target_type=entitytype").json()["results"]
    assert (entry["actor"][:9], entry["target_id"]) == ("assistant", "Person")
    assert entry["pack"] == "shared"
    undone = api.post(f"/api/revisions/{entry['change_id']}/undo/")
    assert undone.status_code == 200
    assert EntityType.objects.get(pk="Person").display_name == "人物"


def test_the_page_of_what_happened_says_so(owner: Caller, client: Client) -> None:
    entity_type_revise(owner, "Person", EntityTypePatch(display_name="人"))
    client.force_login(User.objects.get(username="alice"))
    shown = client.get("/history/?kind=type").content.decode()
    assert "Person" in shown and "<ins>人</ins>" in shown
