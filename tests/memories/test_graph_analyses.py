"""A person's graph is read whole, analyzed, stored, and analyzed again when it has changed."""

from collections.abc import Callable
from datetime import timedelta

import networkx as nx
import pytest
from django.utils import timezone
from django_q.models import OrmQ

from core.caller import Caller
from entities.models import Entity, Mention
from graph.analytics.schemas import AnalysisPending, EntityAnalyticsFilters, StatisticsFilters
from graph.models import EntityRelation, GraphAnalysis, MemoryLink
from graph.nodes import Node, NodeKind
from graph.queries.whole_graph import StoredGraph, stored_graph
from memories.models import Memory, Tag, Thread, ThreadMembership, findable_sql
from memories.schemas import SavedOut
from memories.selectors.network.analytics import node_measures
from memories.services.forget import forget
from memories.services.network import analytics
from packs.registry import pack_ids

Save = Callable[..., SavedOut]
ALL = StatisticsFilters()


def graph_of(caller: Caller) -> StoredGraph:
    return stored_graph(caller.spaces(pack_ids()), findable_sql("m"))


def entity(name: str, pack: str = "work", person: str = "alice") -> Entity:
    return Entity.objects.create(
        user_id=f"{person}#{pack}", entity_type_id="Person", name=name, name_key=name,
        created_at=timezone.now(),
    )  # fmt: skip


def mention(who: Entity, saved: SavedOut, confidence: float | None = None) -> None:
    memory = Memory.objects.get(uid=saved.id)
    Mention.objects.create(
        user_id=memory.user_id, entity=who, memory=memory, created_at=timezone.now(),
        extraction_confidence=confidence,
    )  # fmt: skip


def relate(one: Entity, other: Entity, kind: str = "knows", **fields: object) -> EntityRelation:
    return EntityRelation.objects.create(
        user_id=one.user_id, source=one, target=other, relation_type_id=kind,
        recorded_at=timezone.now(), **fields,
    )  # fmt: skip


def named(stored: StoredGraph) -> dict[frozenset[Node], float]:
    nodes, edges = stored.edges.nodes, stored.edges
    return {
        frozenset({nodes[one], nodes[other]}): round(weight, 6)
        for one, other, weight in zip(
            edges.sources.tolist(), edges.targets.tolist(), edges.weights.tolist(), strict=True
        )
    }


def test_every_kind_of_edge_is_read(owner: Caller, save: Save) -> None:
    first = save(owner, "one", pack="work", tags=["Alpha"], context="Plan")
    second = save(owner, "two", pack="dev", tags=["alpha"])
    MemoryLink.objects.all().delete()
    Thread.objects.all().delete()
    ones, twos = (Memory.objects.get(uid=one.id) for one in (first, second))
    thread = Thread.objects.create(
        user_id="alice#work", thread_key="t", created_at=timezone.now()
    )  # fmt: skip
    ThreadMembership.objects.create(
        user_id="alice#work", thread=thread, memory=ones, confidence=0.5, created_at=timezone.now()
    )
    MemoryLink.objects.create(
        user_id="alice#work", src_memory=twos, dst_memory=ones, relation_type_id="extends",
        weight=0.5, confidence_score=0.8, created_at=timezone.now(),
    )  # fmt: skip
    sato, abe = entity("sato"), entity("abe")
    mention(sato, first), mention(sato, first, 0.5), mention(abe, second, 0.5)
    relate(sato, abe, weight=0.9, confidence_score=0.5)
    stored = graph_of(owner)
    memory_1, memory_2 = Node(NodeKind.MEMORY, ones.pk), Node(NodeKind.MEMORY, twos.pk)
    person_1, person_2 = (Node(NodeKind.ENTITY, one.entity_id.hex) for one in (sato, abe))
    tag, context = Node(NodeKind.TAG, "alpha"), Node(NodeKind.CONTEXT, "plan")
    expected = {
        frozenset({memory_1, memory_2}): 0.4,
        frozenset({memory_1, person_1}): 0.8,
        frozenset({memory_2, person_2}): 0.4,
        frozenset({person_1, person_2}): 0.45,
        frozenset({memory_1, tag}): 0.5,
        # One tag across packs.
        frozenset({memory_2, tag}): 0.5,
        frozenset({memory_1, context}): 0.6,
        frozenset({memory_1, Node(NodeKind.THREAD, thread.pk)}): 0.35,
    }
    assert named(stored) == expected
    assert stored.edges_by_kind["mention"] == 2 and stored.edges_by_kind["tag"] == 2


def test_what_is_not_found_is_no_part(owner: Caller, other: Caller, save: Save) -> None:
    shown, hidden = save(owner, "shown", tags=["a"]), save(owner, "hidden", tags=["b"])
    Memory.objects.filter(uid=hidden.id).update(searchable=False)
    gone, rejected, merged = entity("gone"), entity("rejected"), entity("merged")
    Entity.objects.filter(pk=rejected.pk).update(validation_status="rejected")
    Entity.objects.filter(pk=merged.pk).update(merged_into=gone)
    relate(gone, rejected), relate(gone, merged)
    save(other, "of another person", tags=["a"])
    theirs = graph_of(owner)
    assert {node.kind for node in theirs.edges.nodes} >= {NodeKind.MEMORY, NodeKind.TAG}
    kept = {node for node in theirs.edges.nodes if node.kind is not NodeKind.THREAD}
    assert kept == {
        Node(NodeKind.MEMORY, Memory.objects.get(uid=shown.id).pk),
        Node(NodeKind.TAG, "a"),
        Node(NodeKind.ENTITY, gone.entity_id.hex),
    }


def test_relations_that_were_replaced_or_rejected_are_no_edges(owner: Caller) -> None:
    people = [entity(name) for name in "abcd"]
    relate(people[0], people[1], superseded_at=timezone.now())
    relate(people[1], people[2], validation_status="rejected")
    relate(people[2], people[3])
    assert graph_of(owner).edges.edge_count == 1


def test_entities_that_are_the_same_are_one_node(owner: Caller, save: Save) -> None:
    work, dev, alone = entity("sato"), entity("sato", "dev"), entity("abe")
    relate(work, dev, "same_as")
    relate(work, alone), relate(dev, alone, "colleague", confidence_score=0.5)
    stored = graph_of(owner)
    stands = min((work, dev), key=lambda one: one.entity_id.hex)
    pair = frozenset(Node(NodeKind.ENTITY, one.entity_id.hex) for one in (stands, alone))
    assert named(stored) == {pair: 1.0}
    analytics.graph_statistics(owner, ALL)
    nodes = [Node(NodeKind.ENTITY, one.entity_id.hex) for one in (work, dev, alone)]
    found = node_measures(owner, None, nodes)
    assert found[nodes[0]] == found[nodes[1]] and set(found) == set(nodes)
    # In one pack nobody else stands for it.
    assert len(stored_graph(["alice#work"], findable_sql("m")).edges.nodes) == 2


def test_a_known_graph_keeps_its_figures_as_memories_and_relations(owner: Caller) -> None:
    families = nx.florentine_families_graph()
    rows = {name: entity(name) for name in families}
    for one, two in families.edges:
        relate(rows[one], rows[two])
    found = analytics.graph_statistics(owner, ALL)
    assert not isinstance(found, AnalysisPending)
    assert (found.node_count, found.edge_count) == (15, 20)
    assert found.clustering_coefficient == pytest.approx(0.16)
    ranked = analytics.entity_analytics(owner, EntityAnalyticsFilters(by="betweenness"))
    assert not isinstance(ranked, AnalysisPending)
    first = ranked.centrality_ranking[0]
    assert (first.name, first.degree) == ("Medici", 6)
    assert first.betweenness == pytest.approx(0.522, abs=0.001)
    assert ranked.communities[0].name.count(" · ") == 2
    assert sum(one.entities for one in ranked.communities) == 15


def test_growth_counts_the_memories_of_eight_weeks(owner: Caller, save: Save) -> None:
    rising, falling = entity("rising"), entity("falling")
    now = timezone.now()
    for weeks, who in ((1, rising), (2, rising), (6, rising), (5, falling), (9, rising)):
        saved = save(owner, f"{who.name} {weeks}", created_at=now - timedelta(weeks=weeks))
        mention(who, saved)
    found = analytics.entity_analytics(owner, EntityAnalyticsFilters(by="growth"))
    assert not isinstance(found, AnalysisPending)
    first, second = found.centrality_ranking
    assert (first.name, first.recent_mentions, first.earlier_mentions) == ("rising", 2, 1)
    assert (second.name, second.growth) == ("falling", -1.0)
    assert [one.name for one in found.growth_trends] == ["rising"]


def test_it_is_stored_and_made_again_when_the_graph_has_changed(owner: Caller, save: Save) -> None:
    save(owner, "one", pack="work")
    assert analytics.refresh_analyses() == 1
    assert analytics.refresh_analyses() == 0
    save(owner, "two", pack="work", tags=["new"])
    assert analytics.refresh_analyses() == 1
    stored = GraphAnalysis.objects.get()
    assert stored.packs == ",".join(sorted(pack_ids()))
    GraphAnalysis.objects.update(computed_at=timezone.now() - timedelta(days=8))
    assert analytics.refresh_analyses() == 1


def test_nobody_without_memories_is_analyzed(owner: Caller) -> None:
    assert analytics.refresh_analyses() == 0
    GraphAnalysis.objects.create(base_user="alice", packs="gone")
    assert analytics.refresh_analyses() == 0
    assert not GraphAnalysis.objects.exists()


def test_a_large_graph_is_left_to_the_worker(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable
) -> None:  # fmt: skip
    save(owner, "one")
    monkeypatch.setattr(analytics, "INLINE_NODES", 0)
    with django_capture_on_commit_callbacks(execute=True):
        assert isinstance(analytics.graph_statistics(owner, ALL), AnalysisPending)
        assert isinstance(analytics.recompute_statistics(owner, ALL), AnalysisPending)
    assert OrmQ.objects.count() == 1
    assert analytics.analyze_requested() == 1
    found = analytics.graph_statistics(owner, ALL)
    assert not isinstance(found, AnalysisPending)
    assert (found.node_count > 0, found.is_pending) == (True, False)
    assert analytics.analyze_requested() == 0


def test_it_stores_no_name_and_finds_no_forgotten_one(owner: Caller, save: Save) -> None:
    said = {"entities": [{"name": "Nakamura", "type": "Person"}, {"name": "Abe", "type": "Person"}]}
    saved = save(owner, "Nakamura came", tags=["Nakamura"], context="Nakamura", **said)
    save(owner, "Abe went", entities=said["entities"][1:])
    analytics.graph_statistics(owner, ALL)
    row = GraphAnalysis.objects.get()
    assert "nakamura" not in str(row.statistics).lower()
    before = analytics.entity_analytics(owner, EntityAnalyticsFilters())
    assert "Nakamura" in before.model_dump_json()
    forget(owner, [saved.id], confirm=True, erase_names=True)
    found = analytics.entity_analytics(owner, EntityAnalyticsFilters())
    assert not isinstance(found, AnalysisPending)
    assert [one.name for one in found.centrality_ranking] == ["Abe"]
    assert "Nakamura" not in found.model_dump_json()


def test_measures_of_every_kind_of_node_are_found(owner: Caller, save: Save) -> None:
    saved = save(owner, "one", pack="work", tags=["Alpha"], context="Plan")
    save(owner, "two", pack="dev", tags=["Alpha"])
    memory = Memory.objects.get(uid=saved.id)
    assert Tag.objects.count() == 2
    nodes = [
        Node(NodeKind.MEMORY, memory.pk),
        Node(NodeKind.TAG, "alpha"),
        Node(NodeKind.CONTEXT, "plan"),
        Node(NodeKind.TAG, "unknown"),
    ]
    assert node_measures(owner, None, nodes) == {}
    analytics.graph_statistics(owner, ALL)
    assert list(node_measures(owner, None, nodes)) == nodes[:3]
