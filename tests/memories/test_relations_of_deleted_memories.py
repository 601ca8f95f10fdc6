"""What only a deleted memory says about two things connects them nowhere, until it is restored."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.caller import Caller
from entities.models import Entity
from graph.models import EntityRelation
from graph.network.schemas import NeighborsInput, PathInput, SnapshotInput
from graph.queries.whole_graph import stored_graph
from memories.models import findable_sql
from memories.schemas import SavedOut, parsed
from memories.selectors.entities import (
    entity_detail,
    entity_relations,
    inferred_relations,
    relations_seen,
)
from memories.selectors.network.neighbors import node_neighbors
from memories.selectors.network.paths import find_paths
from memories.selectors.network.snapshot import snapshot
from memories.selectors.pages.entity import entity_page
from memories.selectors.pages.entity_cards import entity_cards
from memories.services.update import invalidate, restore
from tests.memories.network.transfer import exported

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
ENDS = [
    {"name": "Mizuki", "type": "Person"},
    {"name": "Aozora", "type": "Project"},
]
WORKS = {"source": "Mizuki", "target": "Aozora", "type": "fixes"}


def say(save: Save, owner: Caller, text: str, **given: Any) -> UUID:
    return save(owner, text, pack="dev", entities=ENDS, relations=[WORKS], **given).id


def told(caller: Caller) -> dict[str, int]:
    """Return how many relations each way of reading gives."""
    mizuki = Entity.objects.get(name="Mizuki")
    name, uid = f"entity:{mizuki.entity_id}", mizuki.entity_id
    aozora = Entity.objects.get(name="Aozora")
    other = f"entity:{aozora.entity_id}"
    only = {"kinds": ["entity"]}
    around = parsed(SnapshotInput, {"focus": [name, other], **only})
    near = parsed(NeighborsInput, {"id": name, **only})
    path = parsed(PathInput, {"source_id": name, "target_id": other, **only})
    whole = stored_graph(caller.spaces(["dev"]), findable_sql("m"))
    return {
        "REST and MCP": len(entity_detail(caller, uid).relations),
        "list": entity_relations(caller, uid).count(),
        "inferred": len(inferred_relations(caller, aozora.entity_id).results),
        "count": relations_seen(caller).count(),
        "page": len(entity_page(caller, mizuki, now=timezone.now()).relations),
        "picture": len(snapshot(caller, around).edges),
        "neighbors": len(node_neighbors(caller, near).neighbors),
        "paths": len(find_paths(caller, path).paths),
        "export": sum(1 for _edge in exported(caller, kinds=["entity"])["edges"]),
        "analysis": whole.edges_by_kind.get("relation", 0),
    }


def test_deleting_a_memory_takes_its_relations_out_everywhere(owner: Caller, save: Save) -> None:
    said = say(save, owner, "Mizuki joined the Aozora project.")
    assert all(told(owner).values()), told(owner)
    invalidate(owner, said)
    assert not any(told(owner).values()), told(owner)
    restore(owner, said)
    assert all(told(owner).values())


def test_a_relation_that_another_memory_says_too_stays(owner: Caller, save: Save) -> None:
    said = say(save, owner, "Mizuki joined the Aozora project.")
    again = say(save, owner, "Aozora has Mizuki on its team.")
    invalidate(owner, said)
    assert all(told(owner).values())
    invalidate(owner, again)
    assert not any(told(owner).values())


@pytest.mark.parametrize("made", ["accepted", "without a memory"])
def test_a_relation_that_a_person_made_stays(owner: Caller, save: Save, made: str) -> None:
    said = say(save, owner, "Mizuki joined the Aozora project.")
    if made == "accepted":
        EntityRelation.objects.update(validation_status=made)
    else:
        EntityRelation.objects.get().evidence.clear()
    invalidate(owner, said)
    assert all(told(owner).values())


def test_mentions_in_deleted_memories_are_not_counted(owner: Caller, save: Save) -> None:
    say(save, owner, "Mizuki joined the Aozora project.")
    gone = say(save, owner, "Aozora has Mizuki on its team.")
    mizuki = Entity.objects.get(name="Mizuki")

    def shown() -> tuple[int, int]:
        [card] = entity_cards(owner, [mizuki])
        return entity_page(owner, mizuki, now=timezone.now()).mentions, card.mentions

    before = shown()
    invalidate(owner, gone)
    after = shown()
    assert before[0] == before[1] and after[0] == after[1] and 0 < after[0] < before[0]


def test_it_asks_as_often_for_more_relations(owner: Caller, save: Save) -> None:
    asked = []
    for at in range(4):
        person = {"name": f"Person {at}", "type": "Person"}
        joined = {"source": f"Person {at}", "target": "Aozora", "type": "fixes"}
        text = f"Person {at} joined the Aozora project."
        save(owner, text, pack="dev", entities=[*ENDS, person], relations=[joined])
        project = Entity.objects.get(name="Aozora")
        with CaptureQueriesContext(connection) as queries:
            entity_detail(owner, project.entity_id)
            entity_page(owner, project, now=timezone.now())
            entity_cards(owner, list(Entity.objects.all()))
        asked.append(len(queries))
    assert asked[1] == asked[-1]
