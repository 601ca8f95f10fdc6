"""Changing, hiding and bringing back: the old text goes to the journal, links stay."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden, InvalidInput, NotFound
from core.models import Revision
from graph.models import MemoryLink
from memories.index import embedding_jobs
from memories.models import Memory, Tag, VectorMetadata
from memories.schemas import MemoryPatch, SavedOut, SearchOut, parsed
from memories.services.update import invalidate, restore, revise
from tests.memories.conftest import NOW, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


def patched(caller: Caller, out: Any, **fields: Any) -> Memory:
    return Memory.objects.get(uid=revise(caller, out.id, parsed(MemoryPatch, fields), now=NOW).id)


def test_it_works(owner: Caller, save: Save, find: Find) -> None:
    first = save(owner, "Deadline is Friday.", tags=["a", "b"], session_id="s")
    second = save(owner, "Noted", session_id="s", links=[{"target_id": str(first.id)}])
    memory = patched(owner, first, text="締切は月曜日。", tags=["c"], reason="moved")
    assert memory.raw_text == "締切は月曜日。" and memory.title == "締切は月曜日"
    assert memory.language == "ja" and memory.updated_at == NOW
    assert [tag.name for tag in memory.tags.all()] == ["c"]
    assert Tag.objects.count() == 3
    assert MemoryLink.objects.filter(src_memory=stored(second)).count() == 1
    change = Revision.objects.filter(action="UPDATE").get()
    assert change.before and change.after and change.reason == "moved"
    assert change.before["raw_text"] == "Deadline is Friday." and change.before["tags"] == [
        "a",
        "b",
    ]
    assert change.after["raw_text"] == "締切は月曜日。" and change.after["tags"] == ["c"]


def test_only_the_new_text_is_found(owner: Caller, save: Save, find: Find) -> None:
    saved = save(owner, "the purple elephant E77-Q")
    patched(owner, saved, text="a quiet lake F88-R")
    embedding_jobs.drain()
    assert find(owner, "elephant E77-Q", mode="keyword").results == []
    assert texts(find(owner, "lake", mode="keyword")) == ["a quiet lake F88-R"]
    assert texts(find(owner, "F88-R", mode="keyword")) == ["a quiet lake F88-R"]
    assert texts(find(owner, "calm water", mode="semantic_only")) == ["a quiet lake F88-R"]
    assert VectorMetadata.objects.get().content_hash == stored(saved).content_hash


def test_tags_and_context_are_found_again(owner: Caller, save: Save, find: Find) -> None:
    saved = save(owner, "x", tags=["osprey"], context="Pond")
    patched(owner, saved, tags=["heron"], context="Lake")
    for word, count in (("osprey", 0), ("pond", 0), ("heron", 1), ("lake", 1)):
        assert len(find(owner, word, mode="keyword").results) == count
    patched(owner, saved, tags=[], context=None)
    assert stored(saved).context is None and not stored(saved).tags.exists()


@pytest.mark.parametrize(
    ("fields", "column", "value"),
    [
        ({"title": "T"}, "title", "T"),
        ({"speaker": " 田中 "}, "speaker", "田中"),
        ({"memory_type": "decision"}, "memory_type", "decision"),
        ({"category": "travel"}, "category", "travel"),
        ({"importance": 0}, "importance_score", 0.0),
        ({"confidence": 0.25}, "confidence", 0.25),
        ({"pinned": True}, "pinned", True),
        ({"searchable": False}, "searchable", False),
        ({"extra_data": {"a": [1]}}, "extra_data", {"a": [1]}),
    ],
)
def test_every_field(
    owner: Caller, save: Save, fields: dict[str, Any], column: str, value: Any
) -> None:
    saved = save(owner, "text stays")
    memory = patched(owner, saved, **fields)
    assert getattr(memory, column) == value and memory.raw_text == "text stays"


def test_a_title_of_ones_own_outlives_the_text(owner: Caller, save: Save) -> None:
    assert patched(owner, save(owner, "one", title="Mine"), text="two").title == "Mine"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, ""),
        ({"reason": "only"}, ""),
        ({"text": ""}, "text"),
        ({"text": None}, "text"),
        ({"tags": None}, "tags"),
        ({"title": None}, "title"),
        ({"importance": None}, "importance"),
        ({"memory_type": "nte"}, "memory_type"),
        ({"pack": "gone"}, "pack"),
        ({"about_start": "2025-02-02T00:00:00", "about_end": "2025-02-01T00:00:00"}, "about_end"),
        ({"about_start": "0001-01-01T00:00:00"}, "about_start"),
        ({"uid": "x"}, "uid"),
    ],
)
def test_bad_ones_change_nothing(
    owner: Caller, save: Save, fields: dict[str, Any], field: str
) -> None:
    saved = save(owner, "x", pack="work", tags=["t"])
    before = Memory.objects.values().get()
    with pytest.raises(InvalidInput) as refused:
        patched(owner, saved, **fields)
    assert field in [problem.field for problem in refused.value.problems]
    assert Memory.objects.values().get() == before
    assert not Revision.objects.filter(action="UPDATE").exists()


class TestHiding:
    def test_hides_and_brings_back(self, owner: Caller, save: Save, find: Find) -> None:
        saved = save(owner, "a heron")
        assert invalidate(owner, saved.id, reason="wrong", now=NOW).action == "invalidated"
        assert invalidate(owner, saved.id).action == "unchanged"
        assert find(owner, "heron").results == [] and stored(saved).invalidated_at == NOW
        assert not VectorMetadata.objects.exists()
        assert restore(owner, saved.id).action == "restored"
        assert restore(owner, saved.id).action == "unchanged"
        embedding_jobs.drain()
        assert texts(find(owner, "heron", mode="keyword")) == ["a heron"]
        assert texts(find(owner, "a bird", mode="semantic_only")) == ["a heron"]
        actions = Revision.objects.filter(target_type="memory").order_by("id")
        assert [row.action for row in actions] == ["CREATE", "INVALIDATE", "RESTORE"]
        assert actions[1].reason == "wrong"

    def test_what_is_changed_while_hidden_stays_hidden(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        saved = save(owner, "a heron")
        invalidate(owner, saved.id)
        patched(owner, saved, text="an osprey")
        assert find(owner, "osprey").results == []
        restore(owner, saved.id)
        assert texts(find(owner, "osprey", mode="keyword")) == ["an osprey"]


def test_nobody_else_may(owner: Caller, other: Caller, save: Save) -> None:
    saved = save(owner, "mine", pack="work", namespace="team/a")
    reader = caller_of_token(token_create(user_name="alice", scopes=["read"])[0])
    elsewhere = caller_of_token(token_create(user_name="alice", packs=["dev"])[0])
    beside = caller_of_token(token_create(user_name="alice", namespace="team/b")[0])
    for caller, error in (
        (other, NotFound),
        (elsewhere, NotFound),
        (beside, NotFound),
        (reader, Forbidden),
    ):
        for deed in (lambda c: patched(c, saved, text="no"), lambda c: invalidate(c, saved.id)):
            with pytest.raises(error):
                deed(caller)
    assert stored(saved).raw_text == "mine"


@pytest.mark.parametrize(
    ("given", "kept"),
    [({"memory_type": "決定"}, "decision"), ({"memory_type": "Choices"}, "decision")],
)
def test_words_for_types_are_taken(
    owner: Caller, save: Save, given: dict[str, str], kept: str
) -> None:
    uid = save(owner, "We chose Postgres", pack="work").id
    revised = revise(owner, uid, parsed(MemoryPatch, given))
    assert revised.memory_type == kept and not revised.notes


def test_a_word_that_is_no_type_is_left_out_and_noted(owner: Caller, save: Save) -> None:
    uid = save(owner, "We chose Postgres", pack="work", memory_type="decision").id
    given = parsed(
        MemoryPatch, {"memory_type": "poem", "category": "zorb", "pack": "no-such", "pinned": True}
    )
    revised = revise(owner, uid, given, is_lenient=True)
    assert revised.pinned and revised.memory_type == "decision" and revised.pack == "work"
    assert [note.field for note in revised.notes] == ["memory_type", "category", "pack"]
    with pytest.raises(InvalidInput, match="poem"):
        revise(owner, uid, given)
    with pytest.raises(InvalidInput, match="poem"):
        revise(owner, uid, parsed(MemoryPatch, {"memory_type": "poem"}), is_lenient=True)


def test_words_for_packs_move(owner: Caller, save: Save) -> None:
    uid = save(owner, "We chose Postgres", pack="work").id
    assert revise(owner, uid, parsed(MemoryPatch, {"pack": "生活"})).pack == "lifelog"
