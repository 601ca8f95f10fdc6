"""The report of the graph: rules, weak spots, and nothing that the caller may not read."""

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from graph.quality.schemas import GraphQualityOut, QualityFinding
from memories.models import Memory
from memories.schemas import MemoryInput, parsed
from memories.schemas.groups import TagInput
from memories.selectors.network.quality import graph_quality
from memories.services.groups import tag_create
from memories.services.save import remember_batch

from .conftest import MakeEntity, MakeLink, MakeRelation

pytestmark = pytest.mark.django_db
RULES = [
    "self_loop", "weight_range", "low_confidence", "orphaned_entity", "empty_tag", "empty_context",
    "redundant",
]  # fmt: skip


def found(report: GraphQualityOut) -> dict[str, QualityFinding]:
    return {one.rule: one for one in report.findings if one.count}


@pytest.fixture
def weak(
    owner: Caller, make_entity: MakeEntity, make_relation: MakeRelation, make_link: MakeLink
) -> Caller:
    """A graph with one of each weak spot that the database lets pass."""
    items = [
        {"text": f"Note {at}", "pack": "work", "namespace": "a", "session_id": f"s{at}"}
        for at in range(3)
    ]
    remember_batch(owner, [parsed(MemoryInput, item) for item in items])
    one, other, _third = Memory.objects.order_by("pk")
    make_link(one, other, 0.9, kind="similarity")
    make_link(other, one, 0.9, kind="semantic_similarity")
    make_relation("Mori", "Ueda")
    make_entity("Endo")
    tag_create(owner, parsed(TagInput, {"name": "mine", "pack": "work"}))
    return owner


def test_each_weak_spot_is_counted_with_an_example(weak: Caller) -> None:
    report = graph_quality(weak)
    assert [one.rule for one in report.findings] == RULES
    assert (report.links, report.relations, report.entities) == (2, 1, 3)
    spots = found(report)
    assert {key: one.count for key, one in spots.items()} == {
        "low_confidence": 1, "orphaned_entity": 1, "empty_tag": 1, "redundant": 1,
    }  # fmt: skip
    assert spots["low_confidence"].examples[0].title == "Mori – knows – Ueda"
    assert spots["orphaned_entity"].examples[0].title == "Endo"
    assert spots["redundant"].examples[0].kind == "link"
    assert all(one.severity == "info" for one in spots.values())


def test_nobody_is_told_of_what_they_may_not_read(weak: Caller, other: Caller) -> None:
    assert found(graph_quality(other)) == {}
    assert found(graph_quality(Caller("alice", packs=frozenset({"lifelog"})))) == {}
    assert graph_quality(Caller("alice", namespace="a")).links == 2
    assert found(graph_quality(Caller("alice", packs=frozenset({"work"})))) == found(
        graph_quality(weak)
    )
    bound = graph_quality(Caller("alice", namespace="b"))
    assert found(bound) == {} and (bound.links, bound.relations, bound.entities) == (0, 0, 0)


def test_rest_answers_the_report(weak: Caller, api: APIClient) -> None:
    answered = api.get("/api/graph/quality/").json()
    assert [one["rule"] for one in answered["findings"]] == RULES
    assert answered["findings"][0] == {
        "rule": "self_loop", "severity": "error", "count": 0, "examples": [],
    }  # fmt: skip
    assert api.get("/api/graph/quality/?deep=1").status_code == 400
