"""A graph in memory gives the strongest paths that reading edge by edge gives, after writes as well."""

import itertools
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.services.users import user_create
from core.caller import Caller
from entities.models import Entity, Mention
from graph.models import EntityRelation
from graph.network import strong_graph
from graph.network.schemas import PathInput
from graph.network.strong_graph import STRONG_GRAPHS, StrongGraph
from graph.network.strongest import strong_rules, strongest_path, uses_strong_graph
from graph.network.walk import Walk
from graph.nodes import Node, NodeKind
from memories.models import Memory
from memories.schemas import SavedOut
from memories.selectors.network.paths import find_paths
from memories.selectors.network.reading import joins_of, rules_of, scope_of, walk_of
from memories.services.forget import forget

Save = Callable[..., SavedOut]
RELATIONS, PEOPLE = 24, 9


def entity(name: str, pack: str = "work", person: str = "alice") -> Entity:
    return Entity.objects.create(
        user_id=f"{person}#{pack}", entity_type_id="Person", name=name, name_key=name,
        created_at=timezone.now(),
    )  # fmt: skip


def relate(one: Entity, other: Entity, kind: str = "knows", **fields: object) -> EntityRelation:
    return EntityRelation.objects.create(
        user_id=one.user_id, source=one, target=other, relation_type_id=kind,
        recorded_at=timezone.now(), **fields,
    )  # fmt: skip


def walk_and_graph(caller: Caller) -> tuple[Walk, StrongGraph]:
    scope = scope_of(caller, [])
    rules = strong_rules(rules_of(caller, PathInput(source_id="a", target_id="b")))
    assert uses_strong_graph(rules)
    walk = walk_of(caller, scope, rules)
    return walk, StrongGraph(scope, walk.joins)


def node(one: Entity) -> Node:
    return Node(NodeKind.ENTITY, one.entity_id.hex)


def compare(walk: Walk, graph: StrongGraph, people: list[Entity]) -> int:
    """Return how many pairs are connected; the paths of both ways are equally strong."""
    connected = 0
    for one, other in itertools.combinations(people, 2):
        ends = walk.one(node(one)), walk.one(node(other))
        by_walk, _ = strongest_path(walk, *ends)
        by_graph, _ = strongest_path(walk, *ends, graph)
        assert (by_walk is None) == (by_graph is None)
        if by_walk and by_graph:
            connected += 1
            assert by_graph.strength == pytest.approx(by_walk.strength)
    return connected


@pytest.fixture
def people(owner: Caller, save: Save) -> list[Entity]:
    """Nine people with relations of every strength, two of them one person, and a shared memory."""
    pick = random.Random(7)
    found = [entity(f"person {n}", pick.choice(["work", "dev"])) for n in range(PEOPLE)]
    for one, other in pick.sample(list(itertools.permutations(found, 2)), RELATIONS):
        until = pick.choice([None, None, timezone.now() - timedelta(days=1)])
        relate(one, other, weight=pick.random(), confidence_score=pick.random(), valid_to=until)
    relate(found[0], found[1], "same_as", confidence_score=1.0)
    saved = save(owner, "They met.", pack="work", tags=["meeting"])
    memory = Memory.objects.get(uid=saved.id)
    for who, confidence in zip(found[2:5], (None, 0.9, 0.2), strict=True):
        Mention.objects.create(
            user_id=memory.user_id, entity=who, memory=memory, created_at=timezone.now(),
            extraction_confidence=confidence,
        )  # fmt: skip
    return found


def test_paths_are_those_of_the_walk(owner: Caller, people: list[Entity]) -> None:
    walk, graph = walk_and_graph(owner)
    assert compare(walk, graph, people) > 10


def test_changed_nodes_are_read_again(owner: Caller, people: list[Entity]) -> None:
    _walk, graph = walk_and_graph(owner)
    new = entity("newcomer")
    relate(people[0], new, weight=1.0, confidence_score=1.0)
    EntityRelation.objects.filter(source=people[3]).delete()
    EntityRelation.objects.filter(source=people[4]).update(confidence_score=0.3)
    walk, fresh = walk_and_graph(owner)
    assert graph.catch_up(walk.joins, "2000-01-01")
    assert node(new) in graph.changed and graph.steps(node(people[3])) is None
    assert compare(walk, graph, [*people, new]) == compare(walk, fresh, [*people, new])


def test_what_concerns_everything_is_read_again(
    owner: Caller, people: list[Entity], save: Save
) -> None:
    walk, graph = walk_and_graph(owner)
    save(owner, "A tagged note.", pack="work", tags=["meeting"])
    assert graph.catch_up(walk.joins, "2000-01-01") and NodeKind.TAG in graph.changed_kinds
    forget(owner, [Memory.objects.filter(raw_text="A tagged note.").get().uid], confirm=True)
    assert not graph.catch_up(walk.joins, "2000-01-01")


def test_joined_people_and_ends_make_it_old(owner: Caller, people: list[Entity]) -> None:
    relate(people[5], people[6], valid_to=timezone.now() + timedelta(days=1))
    walk, graph = walk_and_graph(owner)
    assert graph.ends_at is not None and graph.catch_up(walk.joins, "2000-01-01")
    assert not graph.catch_up(walk.joins, graph.ends_at)
    relate(people[5], people[6], "same_as", confidence_score=1.0)
    assert not graph.catch_up(joins_of(owner), "2000-01-01")


def test_another_person_sees_nothing(owner: Caller, people: list[Entity], other: Caller) -> None:
    _walk, graph = walk_and_graph(other)
    assert len(graph) == 0 and graph.steps(node(people[0])) is None


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_it_is_read_in_the_background_once(
    save: Save, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKGROUND_MODE = "thread"
    works: list[Callable[[], object]] = []
    monkeypatch.setattr(strong_graph._runner, "schedule", lambda _name, work: works.append(work))
    user_create(name="dora")
    dora = Caller(base_user="dora")
    told = {"source": "Mira", "target": "Zentrix", "type": "works_for"}
    save(dora, "Mira works at Zentrix.", pack="work", relations=[told])
    asked = PathInput(source_id="Mira", target_id="Zentrix", algorithm="strongest")
    [first] = find_paths(dora, asked).paths
    assert len(works) == 1
    works[0]()
    save(dora, "Mira met Tobias.", pack="work", entities=[{"name": "Tobias", "type": "Person"}])
    scope = scope_of(dora, [])
    graph = STRONG_GRAPHS.find(scope, joins_of(dora), "2000-01-01")
    assert graph is not None and graph.changed
    [again] = find_paths(dora, asked).paths
    assert again.titles == first.titles and again.strength == first.strength
    assert len(works) == 1
