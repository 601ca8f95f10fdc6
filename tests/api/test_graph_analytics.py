"""`/api/graph/statistics/` and `/api/entities/analytics/`: what they answer, to whom, and refuse."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from memories.schemas import SavedOut

from .conftest import ClientOf, fields_of

Save = Callable[..., SavedOut]
STATISTICS, ENTITIES = "/api/graph/statistics/", "/api/entities/analytics/"


def people(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "type": "Person"} for name in names]


@pytest.fixture
def graph(owner: Caller, save: Save) -> None:
    save(owner, "Sato met Abe", pack="work", tags=["plan"], entities=people("Sato", "Abe"))
    save(owner, "Sato met Ito", pack="work", tags=["plan"], entities=people("Sato", "Ito"))
    save(owner, "Mori plays", pack="lifelog", tags=["plan"], entities=people("Mori"))


def test_figures_have_an_age_and_are_made_again(api: APIClient, graph: None) -> None:
    first = api.get(STATISTICS).json()
    assert first["nodes_by_kind"]["memory"] == 3
    assert {"density", "average_path_length", "clustering_coefficient", "age_seconds"} <= set(first)
    assert first["betweenness_sample"] is None and not first["is_pending"]
    api.post("/api/memories/", {"text": "a fourth", "pack": "work"}, format="json")
    assert api.get(STATISTICS).json()["computed_at"] == first["computed_at"]
    again = api.post(STATISTICS, {}, format="json").json()
    assert again["nodes_by_kind"]["memory"] == 4
    assert api.get(STATISTICS).json()["computed_at"] == again["computed_at"]


def test_entities_are_ranked(api: APIClient, graph: None) -> None:
    found = api.get(ENTITIES, {"by": "degree", "limit": 2, "pack": "work"}).json()
    assert found["packs"] == ["work"] and found["by"] == "degree"
    assert len(found["centrality_ranking"]) == 2
    assert found["centrality_ranking"][0]["name"] == "Sato"
    assert found["centrality_ranking"][0]["influence"] == pytest.approx(1.0, abs=0.2)
    assert found["communities"][0]["members"]


def test_an_empty_space_has_figures_too(api: APIClient) -> None:
    found = api.get(STATISTICS).json()
    assert (found["node_count"], found["components"], found["small_world"]) == (0, 0, None)
    assert api.get(ENTITIES).json()["centrality_ranking"] == []


def test_a_token_of_one_pack_learns_of_no_other(graph: None, client_of: ClientOf) -> None:
    bound = client_of("alice", packs=["lifelog"])
    found = bound.get(STATISTICS).json()
    assert found["packs"] == ["lifelog"] and found["nodes_by_kind"]["memory"] == 1
    names = bound.get(ENTITIES).json()
    assert "Sato" not in str(names) and "Mori" in str(names)
    refused = bound.get(STATISTICS, {"pack": "work"})
    assert refused.status_code == 403 and fields_of(refused) == ["pack"]
    # Nor does the whole graph become that of the pack.
    assert client_of("alice").get(STATISTICS).json()["nodes_by_kind"]["memory"] == 3


def test_a_token_of_a_namespace_is_refused(graph: None, client_of: ClientOf) -> None:
    bound = client_of("alice", namespace="team")
    for refused in (
        bound.get(STATISTICS),
        bound.get(ENTITIES),
        bound.post(STATISTICS, {}, format="json"),
    ):
        assert refused.status_code == 403 and fields_of(refused) == ["token"]


def test_other_people_see_nothing(graph: None, bob: APIClient, api: APIClient) -> None:
    api.get(STATISTICS)
    assert bob.get(STATISTICS).json()["node_count"] == 0
    assert "Sato" not in str(bob.get(ENTITIES).json())


def test_a_reader_recomputes_nothing(graph: None, reader: APIClient) -> None:
    assert reader.get(STATISTICS).status_code == 200
    assert reader.post(STATISTICS, {}, format="json").status_code == 403


@pytest.mark.parametrize(
    ("query", "field"),
    [({"by": "luck"}, "by"), ({"limit": 0}, "limit"), ({"limit": 999}, "limit"), ({"pack": "no"}, "pack")],
)  # fmt: skip
def test_bad_input_names_its_field(api: APIClient, query: dict[str, object], field: str) -> None:
    refused = api.get(ENTITIES, query)
    assert refused.status_code == 400 and fields_of(refused)[0].startswith(field)
