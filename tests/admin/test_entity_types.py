"""Editing entity types: it holds at once, and rules that cannot be followed are refused."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.caller import Caller
from accounts.errors import InvalidInput
from accounts.services import user_create
from entities.appearance import forget_icons, set_icon, stylesheet
from entities.models import EntityType
from entities.schemas import NewEntity
from memories.services.entities import entity_create

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _icons_are_read_again() -> Any:
    yield
    forget_icons()


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
