"""Forgetting: a preview first, then from everywhere but the backups."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden, InvalidInput, NotFound
from core.models import Revision
from entities.models import Entity, Mention
from graph.models import EntityRelation, MemoryLink
from memories.models import EmbeddingJob, Memory, Session, Tag, Thread, VectorMetadata
from memories.schemas import LinkInput, MemoryPatch, SavedOut, SearchMode, SearchOut
from memories.services.forget import forget
from memories.services.update import relate, revise, unrelate
from tests.memories.conftest import NOW, stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
PEOPLE = [{"name": "佐藤", "type": "Person"}, {"name": "田中", "type": "Person"}]
KNOWS = {"source": "佐藤", "target": "田中", "type": "knows", "reason": "purple reason"}


@pytest.fixture
def purple(owner: Caller, save: Save) -> SavedOut:
    """A memory with everything hanging on it, the first of its conversation."""
    purple = save(
        owner, "the purple elephant E77-Q", pack="work", session_id="s", tags=["zoo"], context="Zoo",
        speaker="鈴木", entities=PEOPLE, relations=[KNOWS], created_at=NOW - timedelta(hours=1),
    )  # fmt: skip
    stays = save(owner, "it stays", pack="work", session_id="s", tags=["zoo"], context="Zoo")
    relate(owner, stays.id, LinkInput(target_id=purple.id, type="supports", reason="purple too"))
    revise(owner, purple.id, MemoryPatch(text="the purple elephant E78-Q", reason="purple typo"))
    return purple


def test_a_preview_changes_nothing(owner: Caller, purple: SavedOut) -> None:
    before = {model: model._default_manager.count() for model in (Memory, Revision, Mention)}
    preview = forget(owner, [purple.id])
    assert not preview.confirmed and [m.id for m in preview.memories] == [purple.id]
    counted = (preview.memory_count, preview.link_count, preview.mention_count)
    assert counted == (1, 2, 3) and preview.vector_count == 1 and preview.revision_count == 2
    assert any("Copies" in note for note in preview.notes)
    assert {model: model._default_manager.count() for model in before} == before


def test_confirmed_it_is_gone_everywhere(owner: Caller, purple: SavedOut, find: Find) -> None:
    pk = stored(purple).pk
    done = forget(owner, [purple.id], confirm=True, reason="asked", now=NOW)
    assert done.confirmed and done.memory_count == 1
    assert not Memory.objects.filter(uid=purple.id).exists()
    assert not Mention.objects.exists() and not MemoryLink.objects.exists()
    assert not EntityRelation.objects.exists()
    assert not VectorMetadata.objects.filter(memory_id=pk).exists()
    assert not EmbeddingJob.objects.filter(item_id=pk).exists()
    for mode in SearchMode:
        assert (
            str(purple.id) not in find(owner, "purple elephant E78-Q", mode=mode).model_dump_json()
        )
    assert [hit.memory.text for hit in find(owner, filters={"tags": "zoo"}).results] == ["it stays"]


def test_the_journal_keeps_that_but_not_what(owner: Caller, purple: SavedOut) -> None:
    forget(owner, [purple.id], confirm=True, reason="asked", now=NOW)
    rows = Revision.objects.filter(target_id=str(purple.id), target_type="memory").order_by("id")
    assert [row.action for row in rows] == ["CREATE", "UPDATE", "ERASE"]
    for row in rows[:2]:
        assert (row.before, row.after, row.reason, row.erased_at) == (None, None, "", NOW)
    assert rows[2].reason == "asked" and rows[2].actor == "owner" and rows[2].created_at == NOW
    everything = str(list(Revision.objects.values_list("before", "after", "reason")))
    assert "purple" not in everything


def test_links_that_were_removed_earlier_are_erased_too(owner: Caller, save: Save) -> None:
    one, two = save(owner, "one"), save(owner, "two")
    link = relate(owner, one.id, LinkInput(target_id=two.id, reason="purple"))
    unrelate(owner, link.id)
    forget(owner, [two.id], confirm=True)
    everything = str(list(Revision.objects.values_list("before", "after", "reason")))
    assert "purple" not in everything


def test_what_others_need_stays(owner: Caller, save: Save, purple: SavedOut) -> None:
    save(owner, "further evidence", pack="work", entities=PEOPLE, relations=[KNOWS])
    forget(owner, [purple.id], confirm=True)
    assert EntityRelation.objects.get().evidence.get().raw_text == "further evidence"
    assert Tag.objects.get().name == "zoo" and Entity.objects.count() == 3
    assert Session.objects.filter(key="s").exists()
    thread = Thread.objects.get(memories__raw_text="it stays")
    assert thread.title == "it stays"


def test_the_last_of_a_thread_leaves_no_title(owner: Caller, save: Save) -> None:
    forget(owner, [save(owner, "purple").id], confirm=True)
    assert [thread.title for thread in Thread.objects.all()] == [""]


def test_several_at_once_or_none(owner: Caller, other: Caller, save: Save) -> None:
    mine, more, bobs = save(owner, "a"), save(owner, "b"), save(other, "c")
    for ids, field in (([mine.id, bobs.id], "ids.1"), ([uuid4(), mine.id], "ids.0")):
        with pytest.raises(NotFound) as refused:
            forget(owner, ids, confirm=True)
        assert [problem.field for problem in refused.value.problems] == [field]
    assert Memory.objects.count() == 3
    assert forget(owner, [mine.id, more.id, mine.id], confirm=True).memory_count == 2
    assert [memory.raw_text for memory in Memory.objects.all()] == ["c"]


def test_the_same_words_may_be_said_again(owner: Caller, save: Save) -> None:
    first = save(owner, "はい", external_id="e")
    forget(owner, [first.id], confirm=True)
    again = save(owner, "はい", external_id="e")
    assert again.action == "created" and again.id != first.id


def test_bad_ones(owner: Caller, save: Save) -> None:
    saved = save(owner, "x")
    with pytest.raises(InvalidInput) as refused:
        forget(owner, [], confirm=True)
    assert refused.value.problems[0].field == "ids"
    for scope in ("read", "write"):
        limited: Any = caller_of_token(token_create(user_name="alice", scopes=[scope])[0])
        with pytest.raises(Forbidden):
            forget(limited, [saved.id])
