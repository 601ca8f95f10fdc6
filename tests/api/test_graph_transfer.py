"""Export, import and the list of relations over REST."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
import zipfile

import networkx as nx
import pytest
from rest_framework.test import APIClient

from .conftest import ClientOf, fields_of

EXPORT, IMPORT, RELATIONS = "/api/graph/export/", "/api/graph/import/", "/api/graph/relations/"
DOCUMENT = {
    "directed": False,
    "multigraph": False,
    "graph": {},
    "nodes": [
        {"id": 1, "label": "森さん", "type": "Person"},
        {"id": 2, "label": "Acme", "type": "Organization"},
        {"id": 3, "text": "森さん joined Acme.", "tags": ["work"]},
        {"id": 4, "text": "The second one."},
    ],
    "edges": [
        {"source": 1, "target": 2, "type": "member_of", "weight": 0.5},
        {"source": 3, "target": 1},
        {"source": 4, "target": 3, "type": "supports", "weight": 0.25, "reason": "as said"},
    ],
}


def load(api: APIClient, query: str = "") -> dict[str, object]:
    answered = api.post(f"{IMPORT}{query}", DOCUMENT, format="json")
    assert answered.status_code == 200, answered.content
    done: dict[str, object] = answered.json()
    return done


def file_of(api: APIClient, query: str) -> bytes:
    answered = api.get(f"{EXPORT}?{query}")
    assert answered.status_code == 200, answered.content
    whole: bytes = answered.getvalue()
    assert int(answered["Content-Length"]) == len(whole)
    return whole


@pytest.mark.django_db
def test_every_format_opens(api: APIClient) -> None:
    load(api)
    kinds = "kinds=memory&kinds=entity"
    graphml = nx.parse_graphml(file_of(api, f"format=graphml&{kinds}"))
    gexf = nx.read_gexf(io.BytesIO(file_of(api, f"format=gexf&{kinds}")), version="1.3")
    whole = json.loads(file_of(api, f"format=json&{kinds}"))
    linked = nx.node_link_graph(whole, edges="edges")
    for graph in (graphml, gexf, linked):
        labels = {label for _node, label in graph.nodes(data="label")}
        assert labels == {"森さん", "Acme", "森さん joined Acme", "The second one"}
        weights = sorted(weight for *_ends, weight in graph.edges(data="weight"))
        assert weights == [0.25, 0.5, 0.8]
    script = file_of(api, f"format=cypher&{kinds}").decode()
    assert script.count("MATCH") == 3 and "[r:SUPPORTS {id: 'link:" in script
    with zipfile.ZipFile(io.BytesIO(file_of(api, f"format=csv&{kinds}"))) as archive:
        table = csv.DictReader(io.StringIO(archive.read("edges.csv").decode("utf-8-sig")))
        assert sorted(row["type"] for row in table) == ["member_of", "mentions", "supports"]


@pytest.mark.django_db
def test_the_answer_is_a_file(api: APIClient) -> None:
    answered = api.get(f"{EXPORT}?format=gexf")
    assert answered["Content-Type"] == "application/gexf+xml"
    assert answered["Content-Disposition"].startswith('attachment; filename="wasurena-graph-20')
    assert answered["Content-Disposition"].endswith('.gexf"')
    assert ElementTree.fromstring(answered.getvalue()).tag.endswith("gexf")


@pytest.mark.django_db
def test_an_import_counts_first_and_then_stores(api: APIClient) -> None:
    dry = load(api, "?dry_run=true")
    assert dry["dry_run"] is True and dry["changes"] == []
    assert json.loads(file_of(api, "format=json"))["nodes"] == []
    done = load(api)
    counts = ("memories", "entities", "links", "relations", "mentions")
    assert [done[name] for name in counts] == [dry[name] for name in counts]
    again = load(api)
    assert again["changes"] == [] and again["entities"] == {
        "created": 0, "updated": 0, "unchanged": 2,
    }  # fmt: skip


@pytest.mark.django_db
def test_the_list_of_relations_has_seed_2s_shape(api: APIClient) -> None:
    load(api)
    listed = api.get(f"{RELATIONS}?tag=supports").json()
    assert set(listed) == {"rootNamespace", "nodes", "edges"}
    (edge,) = listed["edges"]
    titles = {node["memoId"]: node["title"] for node in listed["nodes"]}
    assert titles[edge["sourceMemoId"]] == "The second one"
    assert (edge["tag"], edge["weight"], edge["reason"]) == ("supports", 0.25, "as said")
    source = edge["sourceMemoId"]
    assert len(api.get(f"{RELATIONS}?source={source}&since=2020-01-01T00:00:00Z").json()["edges"])
    for none in (f"target={source}", "since=2999-01-01T00:00:00Z", "offset=5", "tag=extends"):
        assert api.get(f"{RELATIONS}?{none}").json()["edges"] == []
    assert fields_of(api.get(f"{RELATIONS}?tag=nope")) == ["tag"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("format=xls", "format"),
        ("pack=nope", "pack"),
        ("since=yesterday", "since"),
        ("depth=99", "depth"),
        ("min_confidence=2", "min_confidence"),
        ("kinds=planet", "kinds.0"),
        ("colour=red", "colour"),
    ],
)
def test_wrong_parameters_are_named(api: APIClient, query: str, field: str) -> None:
    refused = api.get(f"{EXPORT}?{query}")
    assert refused.status_code == 400 and fields_of(refused) == [field]


@pytest.mark.django_db
def test_nobody_exports_what_another_has(
    api: APIClient, bob: APIClient, client_of: ClientOf, reader: APIClient
) -> None:
    load(api, "?pack=work")
    assert json.loads(file_of(bob, "format=json"))["nodes"] == []
    elsewhere = client_of("alice", packs=["lifelog"])
    assert json.loads(file_of(elsewhere, "format=json"))["nodes"] == []
    assert elsewhere.get(f"{EXPORT}?pack=work").status_code == 403
    within = client_of("alice", namespace="team/a")
    assert json.loads(file_of(within, "format=json"))["nodes"] == []
    assert within.post(IMPORT, DOCUMENT, format="json").status_code == 403
    assert reader.post(IMPORT, DOCUMENT, format="json").status_code == 403
    # Another person's ids are new nodes, and nothing of hers changes.
    whole = json.loads(file_of(api, "format=json"))
    taken = bob.post(IMPORT, whole, format="json").json()
    assert (taken["memories"]["created"], taken["entities"]["created"]) == (2, 2)
    assert json.loads(file_of(api, "format=json"))["nodes"] == whole["nodes"]
