"""Cleaning removes what says nothing, by changes that undo takes back to the byte."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.serializers import serialize
from django.utils import timezone

from core.caller import Caller
from core.models import Revision
from entities.models import Entity, EntityAlias
from graph.models import EntityRelation, MemoryLink
from memories.models import Context, Memory, State, Tag
from memories.schemas import MemoryInput, MemoryPatch, parsed
from memories.schemas.groups import TagInput
from memories.services.groups import tag_create
from memories.services.history import undo
from memories.services.network.cleaning import BATCH, clean_low_confidence, clean_orphans
from memories.services.save import remember_batch
from memories.services.update import revise
from memories.tasks.jobs import clean_doubtful, clean_unused

from .conftest import NOW, MakeEntity, MakeLink, MakeRelation

pytestmark = pytest.mark.django_db


@pytest.fixture
def memories(owner: Caller) -> list[Memory]:
    items = [{"text": f"Note {at}", "pack": "work", "session_id": f"s{at}"} for at in range(3)]
    remember_batch(owner, [parsed(MemoryInput, item) for item in items])
    return list(Memory.objects.order_by("pk"))


def bytes_of(*models: Any) -> list[str]:
    return [serialize("json", model._default_manager.order_by("pk")) for model in models]


def test_what_is_very_doubtful_goes_and_comes_back_to_the_byte(
    owner: Caller, memories: list[Memory], make_relation: MakeRelation, make_link: MakeLink
) -> None:
    make_relation("Mori", "Ueda")
    make_link(memories[0], memories[1])
    rows = (EntityRelation, MemoryLink)
    before = bytes_of(*rows)
    planned = clean_low_confidence("alice", now=NOW, is_dry=True)
    assert planned.removed == {"memorylink": 1, "entityrelation": 1} and planned.changes == []
    assert planned.examples == ["Note 0 – related – Note 1", "Mori – knows – Ueda"]
    assert bytes_of(*rows) == before
    cleaned = clean_low_confidence("alice", now=NOW)
    assert cleaned.removed == planned.removed and len(cleaned.changes) == 2
    assert not EntityRelation.objects.exists()
    assert not MemoryLink.objects.filter(relation_type="related").exists()
    entries = Revision.objects.filter(change_id__in=cleaned.changes)
    assert {entry.actor for entry in entries} == {"system:worker"}
    for change in cleaned.changes:
        undo(owner, change)
    assert bytes_of(*rows) == before


def test_what_a_person_brought_back_is_not_removed_again(
    owner: Caller, memories: list[Memory], make_relation: MakeRelation, make_entity: MakeEntity
) -> None:
    make_relation("Mori", "Ueda")
    make_entity("Endo")
    for clean in (clean_low_confidence, clean_orphans):
        [change] = clean("alice", now=NOW).changes
        undo(owner, change)
        assert clean("alice", now=NOW + timedelta(weeks=60)).removed == {}


def test_what_is_stated_confirmed_ended_or_recent_stays(
    owner: Caller, memories: list[Memory], make_relation: MakeRelation
) -> None:
    make_relation("A", "B", by=owner)
    make_relation("C", "D", method="stated")
    make_relation("E", "F", confidence=0.1)
    make_relation("G", "H", at=NOW - timedelta(weeks=3))
    make_relation("I", "J", kind="co_occurrence")
    for name, values in {
        "K": {"validation_status": "accepted"},
        "L": {"valid_to": NOW},
        "M": {"superseded_at": NOW},
        "N": {"updated_at": NOW - timedelta(weeks=1)},
    }.items():
        row = make_relation(name, f"{name}2")
        EntityRelation.objects.filter(pk=row.pk).update(**values)
    said = make_relation("O", "P")
    State.objects.create(
        user_id=said.user_id, kind="fact", predicate="knows", value="P", subject=said.source,
        relation=said, recorded_at=NOW,
    )  # fmt: skip
    assert clean_low_confidence("alice", now=NOW).removed == {}


def test_an_entity_that_nothing_names_goes_with_its_names(
    owner: Caller, make_entity: MakeEntity, make_relation: MakeRelation
) -> None:
    make_entity("Mori")
    make_relation("Ueda", "Endo", confidence=0.9)
    make_entity("Hayashi", by=owner)
    make_entity("Kondo", at=NOW - timedelta(weeks=1))
    rows = (Entity, EntityAlias)
    before = bytes_of(*rows)
    cleaned = clean_orphans("alice", now=NOW)
    assert cleaned.removed == {"entity": 1} and cleaned.examples == ["Mori"]
    assert not EntityAlias.objects.filter(alias="Mori-san").exists()
    undo(owner, cleaned.changes[0])
    assert bytes_of(*rows) == before


def test_tags_that_saves_left_empty_go_and_those_made_by_hand_stay(owner: Caller) -> None:
    item = {"text": "Note", "pack": "work", "tags": ["old", "kept"], "context": "Lisbon"}
    saved = remember_batch(owner, [parsed(MemoryInput, item)])
    tag_create(owner, parsed(TagInput, {"name": "mine", "pack": "work"}))
    revise(owner, saved.results[0].id, parsed(MemoryPatch, {"tags": ["kept"], "context": None}))
    before = bytes_of(Tag, Context)
    later = timezone.now() + timedelta(weeks=5)
    assert clean_orphans("alice", now=timezone.now()).removed == {}
    cleaned = clean_orphans("alice", now=later)
    assert cleaned.removed == {"tag": 1, "context": 1} and cleaned.examples == ["old", "Lisbon"]
    assert sorted(Tag.objects.values_list("name", flat=True)) == ["kept", "mine"]
    for change in cleaned.changes:
        undo(owner, change)
    assert bytes_of(Tag, Context) == before
    assert clean_orphans("alice", now=later).removed == {}


def test_a_person_is_cleaned_alone_and_in_small_transactions(
    owner: Caller, other: Caller, make_entity: MakeEntity
) -> None:
    for at in range(BATCH + 1):
        make_entity(f"Person {at}")
    assert clean_orphans("bob", now=NOW).removed == {}
    cleaned = clean_orphans("alice", now=NOW)
    assert cleaned.removed == {"entity": BATCH + 1} and len(cleaned.changes) == 2
    undo(owner, cleaned.changes[0])
    assert Entity.objects.count() == BATCH


def test_the_jobs_clean_everybody(
    memories: list[Memory], make_relation: MakeRelation, make_entity: MakeEntity
) -> None:
    make_relation("Mori", "Ueda")
    make_entity("Endo")
    assert clean_doubtful() == 1
    # Without the relation, nothing names the other two either.
    assert clean_unused() == 3
    assert clean_doubtful() == clean_unused() == 0
