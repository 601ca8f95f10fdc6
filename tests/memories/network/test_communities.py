"""The overview of communities, and the members of one."""

from datetime import UTC, datetime
from uuid import UUID

import networkx as nx
import pytest

from core.caller import Caller
from core.errors import NotFound
from entities.models import Entity
from graph.analytics.schemas import StatisticsFilters
from graph.models import EntityRelation, GraphAnalysis, GraphLayout
from graph.network.arrangements import PinsInput
from graph.network.schemas import SnapshotInput
from memories.selectors.network.explorer.communities import community_overview
from memories.services.network.analytics import analyze_now
from memories.services.network.layouts import explored_community, pin

pytestmark = pytest.mark.django_db
AT = datetime(2026, 1, 1, tzinfo=UTC)


def stored(graph: nx.Graph, space: str) -> None:
    """Store a graph as people who know each other; person 7 is called P7."""
    people = [
        Entity(
            entity_id=UUID(int=at + 1), user_id=space, entity_type_id="Person", name=f"P{at}",
            name_key=f"p{at}", created_at=AT,
        )
        for at in graph
    ]  # fmt: skip
    Entity.objects.bulk_create(people)
    EntityRelation.objects.bulk_create(
        EntityRelation(
            source_id=UUID(int=one + 1), target_id=UUID(int=other + 1), user_id=space,
            relation_type_id="knows", recorded_at=AT,
        )
        for one, other in graph.edges
    )  # fmt: skip


@pytest.fixture
def cliques(owner: Caller) -> Caller:
    """Three groups of ten in which all know all, in a row: two edges lead from each to the next."""
    graph = nx.disjoint_union_all([nx.complete_graph(10) for _part in range(3)])
    graph.add_edges_from([(0, 10), (1, 11), (10, 20), (11, 21)])
    stored(graph, "alice#work")
    analyze_now(owner, StatisticsFilters())
    return owner


def test_bubbles_are_named_by_their_middle_and_joined_by_counted_edges(cliques: Caller) -> None:
    seen = community_overview(cliques, [])
    assert [bubble.size for bubble in seen.bubbles] == [10, 10, 10] and seen.total == 3
    by_center = {bubble.number: bubble.label for bubble in seen.bubbles}
    assert {frozenset(label.split(" · ")) for label in by_center.values()} >= {
        frozenset({"P10", "P11"})
    }
    assert sorted(count for _one, _other, count in seen.links) == [2, 2]
    assert not community_overview(Caller(base_user="bob"), []).bubbles


def test_an_older_analysis_has_bubbles_without_edges(cliques: Caller) -> None:
    row = GraphAnalysis.objects.get()
    row.statistics = {key: value for key, value in row.statistics.items() if key != "between"}
    row.save()
    seen = community_overview(cliques, [])
    assert len(seen.bubbles) == 3 and seen.links == []


def test_members_are_the_most_central_and_told_of_how_many(cliques: Caller) -> None:
    center = f"entity:{UUID(int=11)}"
    few = explored_community(cliques, SnapshotInput(), center, 4)
    assert len(few.nodes) == 4 and {"P10", "P11"} <= {node.label for node in few.nodes}
    assert few.notes == ["The 4 most central of 10 members are shown."]
    whole = explored_community(cliques, SnapshotInput(), center, 100)
    assert {node.label for node in whole.nodes} == {f"P{at}" for at in range(10, 20)}
    assert len(whole.edges) == 45 and whole.notes == []
    with pytest.raises(NotFound, match="community"):
        explored_community(Caller(base_user="bob"), SnapshotInput(), center, 10)


def test_a_large_picture_is_laid_out_anew_but_for_pins(owner: Caller) -> None:
    stored(nx.complete_graph(30), "alice#work")
    Entity.objects.bulk_create(
        Entity(
            entity_id=UUID(int=at), user_id="alice#work", entity_type_id="Person", name=f"Q{at}",
            name_key=f"q{at}", created_at=AT,
        )
        for at in range(1_000, 1_500)
    )  # fmt: skip
    EntityRelation.objects.bulk_create(
        EntityRelation(
            source_id=UUID(int=1), target_id=UUID(int=at), user_id="alice#work",
            relation_type_id="knows", recorded_at=AT,
        )
        for at in range(1_000, 1_500)
    )  # fmt: skip
    analyze_now(owner, StatisticsFilters())
    center = f"entity:{UUID(int=1)}"
    first = explored_community(owner, SnapshotInput(), center, 5)
    moved = first.nodes[1].id
    pin(owner, PinsInput.model_validate({"focus": "", "pin": {moved: (5_000.0, 5_000.0)}}))
    large = explored_community(owner, SnapshotInput(), center, 2_000)
    assert len(large.nodes) > 450
    at = {node.id: (node.x, node.y) for node in large.nodes}
    assert at[moved] == (5_000.0, 5_000.0)
    again = explored_community(owner, SnapshotInput(), center, 2_000)
    assert {node.id: (node.x, node.y) for node in again.nodes} == at
    assert GraphLayout.objects.get().positions[moved] == [5_000.0, 5_000.0]
