"""A file with anything wrong is refused with every path, and changes nothing."""

from typing import Any

import pytest

from core.caller import Caller
from core.errors import Forbidden, InvalidInput, TooLarge
from core.models import Revision
from graph.formats import schemas
from memories.services.network.import_steps import reading

from .transfer import exported, imported

NODES = [{"id": 1, "name": "Ann", "type": "Person"}, {"id": 2, "name": "Bea", "type": "Person"},
         {"id": 3, "text": "A text"}, {"id": 4, "kind": "tag", "name": "x"}]  # fmt: skip


def edge(source: Any, target: Any, **fields: Any) -> dict[str, Any]:
    return {"nodes": NODES, "edges": [{"source": source, "target": target, **fields}]}


def node(**fields: Any) -> dict[str, Any]:
    return {"nodes": [{"id": "n", **fields}], "edges": []}


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ([], ""),
        ({"edges": []}, "nodes"),
        ({"nodes": []}, "edges"),
        ({"nodes": {}, "edges": []}, "nodes"),
        (
            {"nodes": [], "edges": [], "graph": {"format": "wasurena", "version": 9}},
            "graph.version",
        ),
        ({"nodes": [4], "edges": []}, "nodes.0"),
        ({"nodes": [{"name": "x"}], "edges": []}, "nodes.0.id"),
        ({"nodes": [NODES[0], NODES[0]], "edges": []}, "nodes.1.id"),
        (node(kind="planet"), "nodes.0.kind"),
        (node(kind="entity", type="Planet"), "nodes.0.type"),
        (node(name="x" * 300), "nodes.0.name"),
        (node(name=" "), "nodes.0.name"),
        (node(text="x", type="poem"), "nodes.0.type"),
        (node(text="x", pack="kitchen"), "nodes.0.pack"),
        (node(text="x", date="1900-01-01T00:00:00Z"), "nodes.0.date"),
        (node(text="x\x00"), "nodes.0.text"),
        (node(text="x", importance=2), "nodes.0.importance"),
        (node(text="x", category="nope"), "nodes.0.category"),
        (node(attributes={"a": "\ud800"}), "nodes.0.attributes"),
        (node(odd="\x00"), "nodes.0.attributes"),
        (edge(1, 9), "edges.0.target"),
        (edge("1", 2), "edges.0.source"),
        (edge(1, 1), "edges.0.target"),
        (edge(1, 4), "edges.0"),
        (edge(1, 2, type="orbits"), "edges.0.type"),
        (edge(1, 2, weight=1.5), "edges.0.weight"),
        (edge(1, 2, weight=-1), "edges.0.weight"),
        (edge(1, 2, weight="heavy"), "edges.0.weight"),
        (edge(1, 2, confidence=1.5), "edges.0.confidence"),
        (edge(1, 2, valid_from="2025-01-01", valid_to="2024-01-01"), "edges.0.valid_to"),
        ({"nodes": NODES, "links": [{"source": 1, "target": 9}]}, "links.0.target"),
    ],
)
def test_what_is_wrong_is_named(owner: Caller, document: Any, path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        imported(owner, document)
    assert [problem.field for problem in refused.value.problems] == [path]
    assert exported(owner)["nodes"] == [] and not Revision.objects.exists()


def test_types_of_another_program_are_mapped(owner: Caller) -> None:
    document = {
        "nodes": [{"id": 1, "name": "Mars", "type": "Planet"}, {"id": 2, "name": "Sun"}],
        "edges": [{"source": 1, "target": 2, "label": "orbits"}],
    }
    done = imported(owner, document, types=["Planet=Location", "orbits=near_to"])
    assert (done.entities.created, done.relations.created) == (2, 1)


def test_many_problems_are_counted(owner: Caller) -> None:
    edges = [{"source": 1, "target": 9} for _ in range(500)]
    with pytest.raises(InvalidInput) as refused:
        imported(owner, {"nodes": NODES, "edges": edges})
    assert len(refused.value.problems) == 101
    assert refused.value.problems[-1].detail == "400 further problems"


def test_a_file_that_is_too_large(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_NODES", 3)
    with pytest.raises(TooLarge, match="nodes"):
        imported(owner, {"nodes": NODES, "edges": []})
    assert schemas.MAX_EDGES == 200_000


def test_who_may_not_import(owner: Caller) -> None:
    reader = Caller(base_user="alice", scopes=frozenset({"read"}))  # type: ignore[arg-type]
    bound = Caller(base_user="alice", namespace="team/a")
    elsewhere = Caller(base_user="alice", packs=frozenset({"lifelog"}))
    for caller in (reader, bound):
        with pytest.raises(Forbidden):
            imported(caller, edge(1, 2))
    with pytest.raises(Forbidden):
        imported(elsewhere, node(text="x", pack="work"))
    imported(elsewhere, edge(1, 2))
    assert {one["pack"] for one in exported(owner, kinds=["entity"])["nodes"]} == {"lifelog"}
