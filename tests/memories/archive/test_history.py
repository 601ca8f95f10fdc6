"""The history of imported rows goes along: it matches the tables, and can be undone."""

from collections.abc import Callable

import pytest

from core.caller import Caller
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity, EntityAlias
from entities.schemas import EntityPatch
from memories.knowledge.entities.merge import merge_entities
from memories.models import Memory, Tag, Thread
from memories.schemas import MemoryPatch, SearchInput, parsed
from memories.schemas.groups import TagInput
from memories.services.forget import forget
from memories.services.groups import tag_create, tag_delete
from memories.services.history import undo
from memories.services.knowledge import entity_revise
from memories.services.search import recall
from memories.services.update import invalidate, revise
from tests.memories.conftest import SaveAll

from .conftest import exported, imported, members

BOB = Caller(base_user="bob")


@pytest.fixture
def lived(owner: Caller, other: Caller, save_all: SaveAll) -> Caller:
    """Alice, who saved, changed, merged, deleted and forgot."""
    save_all(other, [{"text": "Bob writes too."}], pack="work")
    people = [{"name": "田中", "type": "Person"}, {"name": "田中太郎", "type": "Person"}]
    texts = [
        {
            "text": "田中さんと田中太郎さんの会議。",
            "tags": ["会議"],
            "context": "出張",
            "entities": people,
        },
        {"text": "The budget for Aozora is 30,000 euros.", "tags": ["money"], "session_id": "s"},
        {"text": "A secret that shall be forgotten.", "tags": ["secret"], "session_id": "s"},
        {"text": "An old note that is hidden."},
    ]
    save_all(owner, texts, pack="work")
    memories = {memory.raw_text[:5]: memory for memory in Memory.objects.of(owner)}
    revise(owner, memories["The b"].uid, parsed(MemoryPatch, {"title": "Budget"}))
    invalidate(owner, memories["An ol"].uid)
    forget(owner, [memories["A sec"].uid], confirm=True, erase_names=True)
    keep, away = Entity.objects.of(owner).order_by("pk")
    merge_entities(owner, keep=keep.entity_id, merge=away.entity_id)
    entity_revise(owner, keep.entity_id, parsed(EntityPatch, {"description": "the boss"}))
    tag_delete(owner, tag_create(owner, parsed(TagInput, {"name": "gone", "pack": "work"})).id)
    recall(owner, parsed(SearchInput, {"query": "budget"}))
    return owner


def test_the_journal_matches_the_imported_rows(
    lived: Caller, start_anew: Callable[..., None], save_all: SaveAll
) -> None:
    assert verify().differences == ()
    first = exported(lived)
    start_anew("bob", "carol")
    save_all(Caller(base_user="carol"), [{"text": "Carol was here.", "tags": ["x"]}], pack="work")

    imported(BOB, first)

    assert verify().differences == ()
    assert members(exported(BOB)) == members(first)


def test_old_changes_can_be_undone(lived: Caller, start_anew: Callable[..., None]) -> None:
    first = exported(lived)
    start_anew("carol", "bob")
    imported(BOB, first)
    entries = Revision.objects.of(BOB).order_by("-pk")

    undo(BOB, entries.filter(target_type="tag", action=Action.DELETE)[0].change_id)
    assert Tag.objects.of(BOB).filter(name="gone").exists()
    undo(BOB, entries.filter(target_type="entity", action=Action.UPDATE)[0].change_id)
    undo(BOB, entries.filter(target_type="entity", action=Action.MERGE)[0].change_id)
    assert Entity.objects.of(BOB).filter(merged_into=None).count() == 2
    assert verify().differences == ()


def test_imported_memories_are_found_and_forgotten(
    lived: Caller, start_anew: Callable[..., None]
) -> None:
    first = exported(lived)
    assert b"shall be forgotten" not in b"".join(members(first).values())
    start_anew("bob")
    imported(BOB, first)
    found = recall(BOB, parsed(SearchInput, {"query": "budget Aozora", "mode": "keyword"}))
    assert [hit.memory.title for hit in found.results] == ["Budget"]

    ids = list(Memory.objects.of(BOB).values_list("uid", flat=True))
    forget(BOB, ids, confirm=True, erase_names=True)

    left = b"".join(members(exported(BOB)).values()).decode()
    for word in ("Aozora", "田中", "budget", "会議", "出張"):
        assert word not in left
    assert not EntityAlias.objects.of(BOB).exists()
    assert not Thread.objects.of(BOB).exists()
