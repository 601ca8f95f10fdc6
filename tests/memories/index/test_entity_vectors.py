"""Entities found by what they mean."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from entities.models import Entity, EntityVectorMetadata
from entities.schemas import EntityFilters, EntityPatch
from memories import index
from memories.enrichment import queue
from memories.index.entities import entities_by_meaning, refresh_entity_vectors
from memories.models import DerivationJob, Proposal
from memories.schemas import SavedOut
from memories.selectors.entities import entities_found
from memories.services.knowledge import entity_revise
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


@pytest.fixture
def two(owner: Caller, save: Save) -> None:
    given = [{"name": "Bluebird bakery", "type": "Organization"}]
    save(owner, "We buy bread at Bluebird bakery every Sunday", pack="work", entities=given)
    save(
        owner,
        "Postgres is slow",
        pack="work",
        entities=[{"name": "Postgres", "type": "Technology"}],
    )


def refreshed() -> int:
    return refresh_entity_vectors(now=timezone.now() + timedelta(seconds=1))


def test_it_works(owner: Caller, other: Caller, two: None) -> None:
    assert refreshed() == 2 and refreshed() == 0
    found = entities_by_meaning(owner, ["alice#work"], "a bakery that sells bread")
    assert Entity.objects.get(pk=found[0][0]).name == "Bluebird bakery"
    assert entities_by_meaning(other, ["bob#work"], "a bakery that sells bread") == []


def test_a_list_falls_back_to_meaning(owner: Caller, two: None) -> None:
    refreshed()
    asked = EntityFilters(q="a bakery that sells bread")
    assert [row.name for row in entities_found(owner, asked)] == ["Bluebird bakery"]
    assert [row.name for row in entities_found(owner, EntityFilters(q="postg"))] == ["Postgres"]


def test_only_what_changed_is_made_again(owner: Caller, two: None, save: Save) -> None:
    refreshed()
    entity = Entity.objects.get(name="Postgres")
    later = timezone.now() + timedelta(minutes=1)
    entity_revise(owner, entity.entity_id, EntityPatch(description="our database"), now=later)
    assert refresh_entity_vectors(now=later + timedelta(minutes=1)) == 1
    counts = EntityVectorMetadata.objects.values_list("entity__name", "update_frequency")
    assert dict(counts) == {"Postgres": 2, "Bluebird bakery": 1}


def test_nothing_is_asked_before_there_are_vectors(owner: Caller, two: None) -> None:
    assert entities_by_meaning(owner, ["alice#work"], "bread") == []


def test_of_two_with_one_name_the_one_in_like_words_is_asked_about(
    owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    told = {
        "田中太郎": "市場で魚を買い、煮付けの作り方を{}さんに教わった。",
        "田中花子": "データベースの索引が壊れ、{}さんとサーバーの障害を調べた。",
    }
    for at, (name, text) in enumerate(told.items()):
        save(owner, text.format(name), pack="lifelog", session_id=f"first{at}")
    refreshed()
    save(
        owner,
        "サーバーの障害のことで田中さんがデータベースを直した。",
        pack="lifelog",
        session_id="later",
    )
    proposal = Proposal.objects.get(kind="merge_entities")
    kept = Entity.objects.get(entity_id=proposal.payload["keep"])
    assert kept.name == "田中花子"


def test_rivals_of_the_same_batch_have_no_vectors_yet(
    owner: Caller, save_all: SaveAll, settings: Any
) -> None:
    texts = ["田中太郎さんと魚を買った。", "田中花子さんと索引を調べた。", "田中さんが直した。"]
    items = [
        {"text": text, "pack": "lifelog", "session_id": f"s{at}"} for at, text in enumerate(texts)
    ]
    settings.EXTRACTION = "rules"
    save_all(owner, items)
    queue.drain()
    assert not DerivationJob.objects.exists()
    assert Proposal.objects.filter(kind="merge_entities").exists()


def test_vectors_of_deleted_entities_go_with_the_next_round(owner: Caller, two: None) -> None:
    refreshed()
    pks = list(Entity.objects.values_list("pk", flat=True))
    assert len(index.entity_vectors(pks)) == 2
    Entity.objects.filter(name="Postgres").delete()
    assert len(index.entity_vectors(pks)) == 2
    assert refreshed() == 0 and len(index.entity_vectors(pks)) == 1
