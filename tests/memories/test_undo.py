"""Any change of the journal can be taken back, unless something later rests on it."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from core.caller import Caller
from core.errors import Conflict, Forbidden, NotFound
from core.journal.replay import verify
from core.models import Revision
from entities.models import Entity
from entities.schemas import EntityPatch, NewEntity
from graph.models import MemoryLink
from memories.enrichment import queue
from memories.knowledge.entities.merge import merge_entities
from memories.models import Memory, Tag
from memories.records.duplicates import collapse
from memories.schemas import LinkInput, MemoryPatch, parsed
from memories.schemas.groups import TagInput, TagPatch
from memories.services.forget import forget
from memories.services.groups import tag_create, tag_delete, tag_rename
from memories.services.history import undo
from memories.services.knowledge import entity_create, entity_delete, entity_revise
from memories.services.update import invalidate, relate, revise, unrelate
from tests.memories.conftest import SaveAll
from tests.memories.journalled import everything

pytestmark = pytest.mark.django_db


def latest() -> UUID:
    return Revision.objects.order_by("-id").values_list("change_id", flat=True)[0]


@pytest.fixture
def two(owner: Caller, save_all: SaveAll) -> list[UUID]:
    people = [{"name": "田中", "type": "Person"}, {"name": "Tanaka", "type": "Person"}]
    saved = save_all(
        owner,
        [{"text": "田中とTanaka", "entities": people, "tags": ["会議"]}, "二つ目"],
        pack="work",
    )
    return [row.id for row in saved.results]


def _edit(owner: Caller, two: list[UUID]) -> None:
    fields = {"text": "変えた", "tags": ["新", "会議"], "context": "会社", "speaker": "佐藤"}
    revise(owner, two[0], parsed(MemoryPatch, fields))


def _merge(owner: Caller, two: list[UUID]) -> None:
    one, other = Entity.objects.order_by("pk").values_list("entity_id", flat=True)
    merge_entities(owner, keep=one, merge=other)


def _link(owner: Caller, two: list[UUID]) -> None:
    relate(owner, two[0], LinkInput(target_id=two[1], type="supports"))


def _unlink(owner: Caller, two: list[UUID]) -> None:
    unrelate(owner, MemoryLink.objects.values_list("pk", flat=True)[0])


def _rename(owner: Caller, two: list[UUID]) -> None:
    tag_rename(owner, Tag.objects.get().pk, parsed(TagPatch, {"name": "打ち合わせ"}))


def _untag(owner: Caller, two: list[UUID]) -> None:
    tag_delete(owner, Tag.objects.get().pk)


def _tag(owner: Caller, two: list[UUID]) -> None:
    tag_create(owner, parsed(TagInput, {"name": "別", "pack": "work"}))


def _make(owner: Caller, two: list[UUID]) -> None:
    entity_create(
        owner,
        parsed(NewEntity, {"name": "山田", "type": "Person", "pack": "work", "aliases": ["Y"]}),
    )


def _call(owner: Caller, two: list[UUID]) -> None:
    entity = Entity.objects.order_by("pk")[0]
    entity_revise(owner, entity.entity_id, parsed(EntityPatch, {"aliases": ["T", "たなか"]}))


def _delete(owner: Caller, two: list[UUID]) -> None:
    _make(owner, two)
    entity_delete(owner, Entity.objects.get(name="山田").entity_id)


def _hide(owner: Caller, two: list[UUID]) -> None:
    invalidate(owner, two[0])


def _fold(owner: Caller, two: list[UUID]) -> None:
    collapse(owner, two[1], into=two[0])


CHANGES = (_edit, _merge, _link, _unlink, _rename, _untag, _tag, _make, _call, _hide, _fold)


@pytest.mark.parametrize("change", CHANGES)
def test_undo_gives_every_row_back(owner: Caller, two: list[UUID], change: Any) -> None:
    before = everything()
    change(owner, two)
    changed, change_id = everything(), latest()
    assert changed != before
    undone = undo(owner, change_id)
    assert everything() == before
    assert verify().is_sound
    undo(owner, undone.change_id)
    assert everything() == changed
    assert verify().is_sound


def test_a_removed_entity_returns_with_its_names(owner: Caller, two: list[UUID]) -> None:
    _make(owner, two)
    before = everything()
    entity_delete(owner, Entity.objects.get(name="山田").entity_id)
    undo(owner, latest())
    assert everything() == before


def test_what_was_saved_is_hidden_and_can_return(owner: Caller, two: list[UUID]) -> None:
    saved = Revision.objects.filter(target_type="memory").values_list("change_id", flat=True)[0]
    before = everything()
    undone = undo(owner, saved)
    assert not Memory.objects.kept().exists() and Memory.objects.count() == 2
    undo(owner, undone.change_id)
    assert everything() == before


def test_a_second_time_is_refused(owner: Caller, two: list[UUID]) -> None:
    _hide(owner, two)
    change = latest()
    undo(owner, change)
    with pytest.raises(Conflict, match="undone already"):
        undo(owner, change)


def test_what_changed_since_is_named(owner: Caller, two: list[UUID]) -> None:
    revise(owner, two[0], parsed(MemoryPatch, {"text": "一"}))
    first = latest()
    revise(owner, two[0], parsed(MemoryPatch, {"text": "二"}))
    with pytest.raises(Conflict, match=str(latest())):
        undo(owner, first)
    assert Memory.objects.get(uid=two[0]).raw_text == "二"


def test_what_the_program_read_out_of_an_edit_goes_with_it(
    owner: Caller, two: list[UUID], settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    revise(owner, two[0], parsed(MemoryPatch, {"text": "2024年5月3日に鈴木さんと会った"}))
    edit = latest()
    queue.drain()
    memory = Memory.objects.get(uid=two[0])
    assert memory.micro_summary and memory.about_start
    undo(owner, edit)
    queue.drain()
    memory.refresh_from_db()
    assert (memory.raw_text, memory.about_start) == ("田中とTanaka", None)
    assert not memory.mentions.filter(entity__name="鈴木").exists()
    assert verify().differences == ()


def test_a_time_that_somebody_gave_since_is_not_taken_back(
    owner: Caller, two: list[UUID], settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    revise(owner, two[0], parsed(MemoryPatch, {"text": "2024年5月3日に会った"}))
    queue.drain()
    revise(owner, two[0], parsed(MemoryPatch, {"text": "2024年5月4日に会った"}))
    edit = latest()
    queue.drain()
    revise(owner, two[0], parsed(MemoryPatch, {"about_start": "2024-05-01T00:00:00Z"}))
    with pytest.raises(Conflict, match="first"):
        undo(owner, edit)


def test_later_changes_of_other_fields_stay(owner: Caller, two: list[UUID]) -> None:
    revise(owner, two[0], parsed(MemoryPatch, {"text": "一"}))
    first = latest()
    revise(owner, two[0], parsed(MemoryPatch, {"importance": 0.9}))
    undo(owner, first)
    memory = Memory.objects.get(uid=two[0])
    assert (memory.raw_text, memory.importance_score) == ("田中とTanaka", 0.9)


def test_what_was_added_to_a_list_since_stays(owner: Caller, two: list[UUID]) -> None:
    revise(owner, two[0], parsed(MemoryPatch, {"tags": ["a", "b"]}))
    first = latest()
    revise(owner, two[0], parsed(MemoryPatch, {"tags": ["a", "b", "c"]}))
    undo(owner, first)
    tags = Memory.objects.get(uid=two[0]).tags.order_by("name")
    assert [tag.name for tag in tags] == ["c", "会議"]
    assert verify().is_sound


def test_forgetting_is_for_good(owner: Caller, two: list[UUID]) -> None:
    _edit(owner, two)
    edited = latest()
    forget(owner, [two[0]], confirm=True)
    for change in (latest(), edited):
        with pytest.raises(Conflict, match="forgotten"):
            undo(owner, change)


def test_an_assistant_undoes_what_it_did_itself(
    owner: Caller, assistant: Caller, two: list[UUID]
) -> None:
    _hide(assistant, two)
    undone = undo(assistant, latest())
    assert Memory.objects.of(owner).get(uid=two[0]).invalidated_at is None
    undo(assistant, undone.change_id)
    bound = replace(assistant, namespace="work")
    with pytest.raises(Forbidden):
        undo(bound, latest())


def test_what_others_changed_is_for_the_owner(
    owner: Caller, assistant: Caller, two: list[UUID], other: Caller
) -> None:
    _hide(owner, two)
    with pytest.raises(Forbidden):
        undo(assistant, latest())
    with pytest.raises(NotFound):
        undo(other, latest())
    with pytest.raises(NotFound):
        undo(owner, uuid4())
