"""Published small graphs come back as they went in, and have their published values."""

from typing import Any

import networkx as nx
import pytest

from core.caller import Caller

from .transfer import as_networkx, exported, imported


def named(graph: "nx.Graph[Any]") -> "nx.Graph[str]":
    """Return a graph with its nodes named by texts, and weights of 1 where it has none."""
    found = nx.relabel_nodes(graph, str)
    for _source, _target, attributes in found.edges(data=True):
        attributes.setdefault("weight", 1)
    return found


def assert_equal(found: "nx.Graph[str]", given: "nx.Graph[str]") -> None:
    greatest = max(weight for *_ends, weight in given.edges(data="weight"))
    assert set(found) == set(given)
    expected = {frozenset((a, b)): w / greatest for a, b, w in given.edges(data="weight")}
    assert {frozenset((a, b)): w for a, b, w in found.edges(data="weight")} == pytest.approx(
        expected
    )


KARATE, MISERABLES, FLORENCE = (
    nx.karate_club_graph(), nx.les_miserables_graph(), nx.florentine_families_graph(),
)  # fmt: skip


@pytest.mark.parametrize("graph", [KARATE, MISERABLES, FLORENCE], ids=["karate", "hugo", "medici"])
def test_entities_and_relations(owner: Caller, graph: Any) -> None:
    document = nx.node_link_data(graph, edges="edges")
    done = imported(
        owner, document, entity_type="Person", relation_type="knows", scale_weights=True
    )
    assert done.entities.created == graph.number_of_nodes()
    assert done.relations.created == graph.number_of_edges()
    found = as_networkx(exported(owner, kinds=["entity"]))
    assert_equal(found, named(graph))
    again = imported(
        owner, document, entity_type="Person", relation_type="knows", scale_weights=True
    )
    assert again.entities.unchanged == graph.number_of_nodes()
    assert again.relations.unchanged == graph.number_of_edges() and again.changes == []


def test_published_values(owner: Caller) -> None:
    for graph in (KARATE, FLORENCE):
        imported(owner, nx.node_link_data(graph, edges="links"), scale_weights=True)
    found = as_networkx(exported(owner, kinds=["entity"]))
    club = found.subgraph(map(str, KARATE))
    assert (club.number_of_nodes(), club.number_of_edges()) == (34, 78)
    # Zachary 1977; Padgett & Ansell 1993: the Medici lie between the others.
    assert nx.average_clustering(club) == pytest.approx(0.5706, abs=1e-4)
    between = nx.betweenness_centrality(found.subgraph(FLORENCE))
    assert between["Medici"] == pytest.approx(0.522, abs=1e-3)


def test_memories_and_links(owner: Caller) -> None:
    document = nx.node_link_data(KARATE, edges="edges")
    done = imported(owner, document, nodes_as="memory", name="karate", scale_weights=True)
    assert (done.memories.created, done.links.created) == (34, 78)
    whole = exported(owner, kinds=["memory"])
    assert_equal(as_networkx(whole), named(KARATE))
    clubs = {node["text"]: node["attributes"]["club"] for node in whole["nodes"]}
    assert clubs["0"] == "Mr. Hi" and clubs["33"] == "Officer"
    again = imported(owner, document, nodes_as="memory", name="karate", scale_weights=True)
    assert (again.memories.unchanged, again.links.unchanged, again.changes) == (34, 78, [])
