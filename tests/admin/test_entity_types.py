"""Editing entity types: it holds at once, and rules that cannot be followed are refused."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from core.errors import InvalidInput
from core.models import Action, Revision
from entities.models import EntityType
from entities.schemas import NewEntity
from entities.styling import forget_types, set_icon, stylesheet
from memories.services.history import undo
from memories.services.knowledge import entity_create

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _icons_are_read_again() -> Any:
    yield
    forget_types()


def edit(site: Client, key: str = "Location", **changes: str) -> Any:
    row = EntityType.objects.get(pk=key)
    given = {
        "display_name": row.display_name,
        "display_name_en": row.display_name_en,
        "description": row.description,
        "parent_type": row.parent_type_id or "",
        "icon": row.icon,
        "color": row.color,
        "required_attributes": "[]",
        "optional_attributes": "[]",
        "validation_rules": "{}",
    }
    return site.post(reverse("admin:entities_entitytype_change", args=[key]), {**given, **changes})


def problems(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200
    return dict(answer.context["adminform"].form.errors)


def test_rules_hold_at_once(site: Client) -> None:
    user_create(name="carol")
    caller = Caller(base_user="carol")
    item = NewEntity(name="HQ", type="Location", pack="work", attributes={"floor": 99})
    rules = '{"floor": {"type": "integer", "max": 60}}'
    answer = edit(site, required_attributes='["city"]', validation_rules=rules)
    assert answer.status_code == 302
    with pytest.raises(InvalidInput) as refused:
        entity_create(caller, item)
    assert [problem.field for problem in refused.value.problems] == [
        "attributes.city",
        "attributes.floor",
    ]
    assert edit(site).status_code == 302
    assert entity_create(caller, item).attributes == {"floor": 99}


def test_colour_icon_and_parent_hold_at_once(site: Client) -> None:
    assert set_icon("Location") == "" and "kind-location" not in stylesheet()
    answer = edit(site, color="#aa2200", icon="cup", parent_type="Concept")
    assert answer.status_code == 302
    assert set_icon("Location") == "cup" and ".kind-location{--kind:" in stylesheet()
    row = EntityType.objects.get(pk="Location")
    assert (row.parent_type_id, row.level) == ("Concept", 1)
    edit(site, "Concept", parent_type="Object")
    assert EntityType.objects.get(pk="Location").level == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("color", "red;} body{display:none"),
        ("color", "url(x)"),
        ("required_attributes", '"city"'),
        ("validation_rules", '{"floor": {"typ": "integer"}}'),
        ("validation_rules", '{"floor": {"pattern": "("}}'),
        ("parent_type", "Location"),
    ],
)
def test_what_cannot_be_followed_is_refused(site: Client, field: str, value: str) -> None:
    assert list(problems(edit(site, **{field: value}))) == [field]


def test_a_type_cannot_stand_below_its_child(site: Client) -> None:
    edit(site, parent_type="Concept")
    assert list(problems(edit(site, "Concept", parent_type="Location"))) == ["parent_type"]


def test_what_is_done_to_types_is_in_the_journal(site: Client, operator: User) -> None:
    edit(site, "Concept", parent_type="Object")
    edit(site, parent_type="Concept")
    assert edit(site, "Concept", parent_type="").status_code == 302
    entries = Revision.objects.filter(target_type="entitytype").order_by("pk")
    last = entries.filter(change_id=entries.values_list("change_id", flat=True).last())
    moved = {entry.target_id: (entry.before["level"], entry.after["level"]) for entry in last}
    assert (moved["Concept"], moved["Location"]) == ((1, 0), (2, 1))
    assert {entry.actor for entry in entries} == {"owner"}
    listed = site.get(reverse("admin:core_revision_changelist"), {"target_type": "entitytype"})
    assert "Location" in listed.content.decode()
    undo(caller_of_user(operator), entries.last().change_id)
    assert EntityType.objects.get(pk="Location").level == 2


def test_a_type_that_was_removed_returns(site: Client, operator: User) -> None:
    fields = {"type_name": "Spaceship", "display_name": "宇宙船", "display_name_en": "Spaceship"}
    rules = {"required_attributes": "[]", "optional_attributes": "[]", "validation_rules": "{}"}
    made = site.post(reverse("admin:entities_entitytype_add"), {**fields, **rules})
    assert made.status_code == 302
    address = reverse("admin:entities_entitytype_delete", args=["Spaceship"])
    assert site.post(address, {"post": "yes"}).status_code == 302
    assert not EntityType.objects.filter(pk="Spaceship").exists()
    noted = Revision.objects.filter(target_id="Spaceship").order_by("pk")
    assert [entry.action for entry in noted] == [Action.CREATE, Action.DELETE]
    undo(caller_of_user(operator), noted[1].change_id)
    assert EntityType.objects.get(pk="Spaceship").display_name == "宇宙船"
