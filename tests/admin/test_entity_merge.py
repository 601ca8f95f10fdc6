"""Merging from the list of entities: the preview is shown, and nothing is done yet."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from entities.models import Entity

from .conftest import House

LIST = "admin:entities_entity_changelist"


def act(site: Client, *entities: Entity) -> Any:
    chosen = [entity.pk for entity in entities]
    return site.post(reverse(LIST), {"action": "merge_two", "_selected_action": chosen})


@pytest.mark.parametrize("count", [1, 3])
def test_two_have_to_be_chosen(site: Client, house: House, count: int) -> None:
    for name in ("A", "B", "C"):
        _named(name)
    answer = act(site, *Entity.objects.filter(name__in="ABC")[:count])
    assert answer.status_code == 302 and "merge" not in answer["Location"]


def test_it_leads_to_the_preview(site: Client, house: House) -> None:
    kept, gone = _named("A", 5), _named("B", 1)
    answer = act(site, gone, kept)
    address = reverse("entity-merge", args=[kept.entity_id])
    assert answer["Location"] == f"{address}?other={gone.entity_id}"
    gone.refresh_from_db()
    assert gone.merged_into_id is None


def _named(name: str, mentions: int = 0) -> Entity:
    known = Entity.objects.all()[0]
    return Entity.objects.create(
        user_id=known.user_id,
        entity_type=known.entity_type,
        name=name,
        name_key=name.lower(),
        extraction_count=mentions,
        created_at=known.created_at,
    )
