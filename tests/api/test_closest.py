"""`/api/entities/analytics/?around=`: the entities closest to a node, by personalized PageRank."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from graph.queries.whole_graph import stored_graph
from memories.models import findable_sql
from memories.schemas import SavedOut
from packs.registry import pack_ids

from .conftest import ClientOf, fields_of

Save = Callable[..., SavedOut]
ENTITIES = "/api/entities/analytics/"


def people(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "type": "Person"} for name in names]


@pytest.fixture
def saved(owner: Caller, save: Save) -> list[SavedOut]:
    """Sato knows Abe well, Ito less; Mori is in another pack."""
    return [
        save(owner, "Sato met Abe", pack="work", entities=people("Sato", "Abe")),
        save(owner, "Sato wrote to Abe", pack="work", entities=people("Sato", "Abe")),
        save(owner, "Abe met Ito", pack="work", entities=people("Abe", "Ito")),
        save(owner, "Mori plays", pack="lifelog", entities=people("Mori")),
    ]


def uid(name: str) -> str:
    return str(Entity.objects.get(name=name).entity_id)


def closest(client: APIClient, name: str, **more: Any) -> list[dict[str, Any]]:
    answered = client.get(ENTITIES, {"around": name, **more})
    assert answered.status_code == 200, answered.content
    rows: list[dict[str, Any]] = answered.json()["around"]["entities"]
    return rows


def test_the_closest_come_first_and_equal_networkx(
    api: APIClient, owner: Caller, saved: list[SavedOut]
) -> None:
    center = uid("Sato")
    rows = closest(api, f"entity:{center}")
    assert [row["name"] for row in rows] == ["Abe", "Ito"], "Mori is not connected"
    edges = stored_graph(owner.spaces(pack_ids()), findable_sql("m")).edges
    graph = nx.Graph()
    graph.add_nodes_from(edges.nodes)
    graph.add_weighted_edges_from(
        (edges.nodes[source], edges.nodes[target], float(weight))
        for source, target, weight in zip(edges.sources, edges.targets, edges.weights, strict=True)
    )
    home = next(node for node in edges.nodes if node.key == center.replace("-", ""))
    wanted = nx.pagerank(graph, personalization={home: 1.0}, tol=1e-12, max_iter=1000)
    by_id = {str(node.key): value for node, value in wanted.items()}
    for row in rows:
        assert row["closeness"] == pytest.approx(by_id[row["id"].replace("-", "")], abs=1e-8)


def test_a_memory_and_a_name_are_centers_too(api: APIClient, saved: list[SavedOut]) -> None:
    found = api.get(ENTITIES, {"around": f"memory:{saved[2].id}", "limit": 1}).json()["around"]
    assert found["id"] == f"memory:{saved[2].id}" and found["label"].startswith("Abe met Ito")
    assert len(found["entities"]) == 1 and found["age_seconds"] >= 0
    assert closest(api, "Mori") == []
    assert closest(api, "Sato", pack="work")[0]["name"] == "Abe"
    assert api.get(ENTITIES).json()["around"] is None


def test_what_is_saved_counts_at_once(
    api: APIClient, owner: Caller, save: Save, saved: list[SavedOut]
) -> None:
    assert closest(api, "Mori") == []
    save(owner, "Mori met Ueda", pack="lifelog", entities=people("Mori", "Ueda"))
    assert [row["name"] for row in closest(api, "Mori")] == ["Ueda"]


@pytest.mark.parametrize("name", ["entity:nobody", "Nobody at all", "memory:7"])
def test_unknown_nodes_are_named(api: APIClient, saved: list[SavedOut], name: str) -> None:
    refused = api.get(ENTITIES, {"around": name})
    assert refused.status_code == 404 and fields_of(refused) == ["around"]


def test_only_ones_own_nodes(
    api: APIClient, bob: APIClient, client_of: ClientOf, saved: list[SavedOut]
) -> None:
    refused = bob.get(ENTITIES, {"around": f"entity:{uid('Sato')}"})
    assert refused.status_code == 404 and fields_of(refused) == ["around"]
    outside = api.get(ENTITIES, {"around": f"entity:{uid('Sato')}", "pack": "lifelog"})
    assert outside.status_code == 404 and fields_of(outside) == ["around"]
    bound = client_of("alice", packs=["lifelog"])
    assert bound.get(ENTITIES, {"around": "Sato"}).status_code == 404
    assert client_of("alice", namespace="team").get(ENTITIES, {"around": "x"}).status_code == 403
    assert fields_of(api.get(ENTITIES, {"around": ""})) == ["around"]


def test_other_peoples_nodes_of_the_same_name_are_not_walked(
    api: APIClient, other: Caller, save: Save, saved: list[SavedOut]
) -> None:
    save(other, "Sato met Zeller", pack="work", entities=people("Sato", "Zeller"))
    assert "Zeller" not in {row["name"] for row in closest(api, "Sato")}
