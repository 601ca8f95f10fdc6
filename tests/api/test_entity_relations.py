"""`/api/entities/{id}/relations/?inferred=true`: what follows from what is stored."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from graph.models import EntityRelation

from .conftest import ClientOf

pytestmark = pytest.mark.django_db

PLACES = ["Gion", "Kyoto", "Kansai", "Japan"]


def relation(source: str, target: str, kind: str) -> dict[str, str]:
    return {"source": source, "target": target, "type": kind}


@pytest.fixture
def places(owner: Caller, save: Any) -> dict[str, str]:
    """Gion is part of Kyoto, Kyoto of Kansai, Kansai of Japan, Japan (a mistake) of Gion."""
    circle = zip(PLACES, [*PLACES[1:], "Gion"], strict=True)
    save(
        owner, "where things are", pack="work",
        entities=[{"name": name, "type": "Location"} for name in PLACES],
        relations=[relation(a, b, "part_of") for a, b in circle],
    )  # fmt: skip
    return {entity.name: str(entity.entity_id) for entity in Entity.objects.all()}


def follows(api: APIClient, pk: str) -> dict[tuple[str, str], float]:
    answered = api.get(f"/api/entities/{pk}/relations/?inferred=true").json()
    return {(row["type"], row["target"]["name"]): row["confidence"] for row in answered["results"]}


def test_a_chain_carries_over_and_circles_end(api: APIClient, places: dict[str, str]) -> None:
    found = follows(api, places["Gion"])
    part_of = {name: sure for (kind, name), sure in found.items() if kind == "part_of"}
    assert part_of == {"Kansai": 0.9, "Japan": 0.81}
    assert found["contains", "Japan"] == 1.0, "the way back of what is stored"
    stored = api.get(f"/api/entities/{places['Gion']}/relations/").json()["results"]
    assert len(stored) == 2 and EntityRelation.objects.count() == 4


def test_it_says_what_it_rests_on(api: APIClient, places: dict[str, str]) -> None:
    answered = api.get(f"/api/entities/{places['Gion']}/relations/?inferred=true").json()
    kansai = next(row for row in answered["results"] if row["target"]["name"] == "Kansai")
    uids = [str(EntityRelation.objects.get(source__name=name).uid) for name in ("Gion", "Kyoto")]
    assert kansai["through"] == uids and kansai["source"]["name"] == "Gion"


def test_what_has_ended_or_was_rejected_carries_nothing(
    api: APIClient, places: dict[str, str]
) -> None:
    EntityRelation.objects.filter(source__name="Kyoto").update(validation_status="rejected")
    assert ("part_of", "Kansai") not in follows(api, places["Gion"])


def test_knowing_somebody_carries_nothing(api: APIClient, owner: Caller, save: Any) -> None:
    names = ["佐藤", "田中", "鈴木"]
    save(
        owner, "who knows whom", pack="work",
        entities=[{"name": name, "type": "Person"} for name in names],
        relations=[relation("佐藤", "田中", "knows"), relation("田中", "鈴木", "knows")],
    )  # fmt: skip
    assert follows(api, str(Entity.objects.get(name="佐藤").entity_id)) == {}


def test_isolation(client_of: ClientOf, places: dict[str, str]) -> None:
    url = f"/api/entities/{places['Gion']}/relations/?inferred=true"
    assert client_of("bob").get(url).status_code == 404
    assert client_of("alice", namespace="team/a").get(url).status_code == 404


@pytest.mark.parametrize("asked", ["limit=201", "limit=8688591053381335777280", "cursor=x"])
def test_what_follows_is_one_page(api: APIClient, places: dict[str, str], asked: str) -> None:
    refused = api.get(f"/api/entities/{places['Gion']}/relations/?inferred=true&{asked}")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == asked.partition("=")[0]
