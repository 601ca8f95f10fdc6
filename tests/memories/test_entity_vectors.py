"""Entities found by what they mean."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.caller import Caller
from entities.models import Entity, EntityVectorMetadata
from entities.schemas import EntityFilters, EntityPatch
from memories.entity_vectors import entities_by_meaning, refresh_entity_vectors
from memories.resources.entities import entities_found
from memories.schemas import SavedOut
from memories.services.entities import entity_revise

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


@pytest.fixture
def two(owner: Caller, save: Save) -> None:
    given = [{"name": "Bluebird bakery", "type": "Organization"}]
    save(owner, "We buy bread at Bluebird bakery every Sunday", pack="work", entities=given)
    save(
        owner,
        "Postgres is slow",
        pack="work",
        entities=[{"name": "Postgres", "type": "Technology"}],
    )


def refreshed() -> int:
    return refresh_entity_vectors(now=timezone.now() + timedelta(seconds=1))


def test_it_works(owner: Caller, other: Caller, two: None) -> None:
    assert refreshed() == 2 and refreshed() == 0
    found = entities_by_meaning(owner, ["alice#work"], "a bakery that sells bread")
    assert Entity.objects.get(pk=found[0][0]).name == "Bluebird bakery"
    assert entities_by_meaning(other, ["bob#work"], "a bakery that sells bread") == []


def test_a_list_falls_back_to_meaning(owner: Caller, two: None) -> None:
    refreshed()
    asked = EntityFilters(q="a bakery that sells bread")
    assert [row.name for row in entities_found(owner, asked)] == ["Bluebird bakery"]
    assert [row.name for row in entities_found(owner, EntityFilters(q="postg"))] == ["Postgres"]


def test_only_what_changed_is_made_again(owner: Caller, two: None, save: Save) -> None:
    refreshed()
    entity = Entity.objects.get(name="Postgres")
    later = timezone.now() + timedelta(minutes=1)
    entity_revise(owner, entity.entity_id, EntityPatch(description="our database"), now=later)
    assert refresh_entity_vectors(now=later + timedelta(minutes=1)) == 1
    counts = EntityVectorMetadata.objects.values_list("entity__name", "update_frequency")
    assert dict(counts) == {"Postgres": 2, "Bluebird bakery": 1}


def test_nothing_is_asked_before_there_are_vectors(owner: Caller, two: None) -> None:
    assert entities_by_meaning(owner, ["alice#work"], "bread") == []
