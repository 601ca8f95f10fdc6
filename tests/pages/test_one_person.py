"""A person whom two packs name has one card, one page and one list of memories."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from entities.models import Entity
from entities.selectors import entity_list
from graph.models import EntityRelation
from memories.schemas import SavedOut
from memories.selectors.pages.entity_cards import one_of_each
from tests.memories.test_merge_entities import person

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.fixture
def two(owner: Caller, save: Save) -> tuple[Entity, Entity]:
    """Name John Smith in two packs; return both entities."""
    save(owner, "John Smith likes tea.", pack="work", entities=[person("John Smith")])
    save(owner, "John Smith came by.", pack="lifelog", entities=[person("John Smith")])
    one, other = Entity.objects.filter(name="John Smith").order_by("pk")
    return one, other


def test_the_list_has_one_card(site: Client, two: tuple[Entity, Entity]) -> None:
    html = site.get(reverse("entity-list")).content.decode()
    assert html.count("<strong>John Smith</strong>") == 1
    only = site.get(reverse("entity-list"), {"pack": "lifelog"}).content.decode()
    assert only.count("<strong>John Smith</strong>") == 1


@pytest.mark.parametrize("at", [0, 1])
def test_either_page_has_the_memories_of_both(
    site: Client, two: tuple[Entity, Entity], at: int
) -> None:
    html = site.get(reverse("entity-detail", args=[two[at].entity_id])).content.decode()
    assert "likes tea" in html and "came by" in html
    assert str(two[1 - at].entity_id) in html


def test_separating_shows_two_and_can_be_undone(site: Client, two: tuple[Entity, Entity]) -> None:
    address = reverse("entity-separate", args=[two[0].entity_id])
    answer = site.post(address, {"other": two[1].entity_id}, follow=True)
    assert "came by" not in answer.content.decode()
    html = site.get(reverse("entity-list")).content.decode()
    assert html.count("<strong>John Smith</strong>") == 2
    (relation,) = EntityRelation.objects.filter(relation_type="same_as")
    assert relation.validation_status == "rejected"


def test_joining_by_hand(site: Client, owner: Caller, save: Save) -> None:
    save(owner, "Bob called.", pack="work", entities=[person("Bob")])
    save(owner, "Robert came.", pack="lifelog", entities=[person("Robert")])
    one, other = Entity.objects.get(name="Bob"), Entity.objects.get(name="Robert")
    found = site.get(reverse("entity-merge", args=[one.entity_id]), {"name": "Robert"})
    assert reverse("entity-join", args=[one.entity_id]) in found.content.decode()
    address = reverse("entity-join", args=[one.entity_id])
    answer = site.post(address, {"other": other.entity_id}, follow=True)
    assert "Robert came." in answer.content.decode()


def test_a_search_for_one_finds_the_memories_of_both(
    site: Client, two: tuple[Entity, Entity]
) -> None:
    html = site.get(reverse("home"), {"entity": str(two[0].entity_id)}).content.decode()
    assert "likes tea" in html and "came by" in html


def test_a_list_does_not_look_through_everybody_for_each(owner: Caller) -> None:
    plan = one_of_each(owner, entity_list(owner, None, "")).explain()
    # Only the evidence of what joins two is looked up for each.
    for part in plan.split("CORRELATED SCALAR SUBQUERY")[1:]:
        assert "entity_relation_evidence" in part.splitlines()[1], plan
