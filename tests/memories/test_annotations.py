"""A save is never refused for an annotation: everyday words are taken, the rest is kept and said."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import InvalidInput
from entities.models import Entity
from graph.models import EntityRelation, MemoryLink
from memories.models import Memory, State
from memories.records.annotations.meaning import nearest_in_meaning
from memories.records.annotations.types import TypeReader, labels_of
from memories.schemas import MemoryInput, SavedOut, parsed
from memories.services.save import remember
from tests.memories.conftest import stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


def kinds(out: SavedOut) -> dict[str, str]:
    return {entity.name: entity.type for entity in out.entities}


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ("person", "Person"), ("PEOPLE", "Person"), ("人", "Person"), ("人物", "Person"), ("上司", "Person"),
        ("org", "Organization"), ("Company", "Organization"), ("companies", "Organization"),
        ("会社", "Organization"), ("勤務先", "Organization"), ("大学", "Organization"),
        ("tool", "Technology"), ("Programming Language", "Technology"), ("ライブラリ", "Technology"),
        ("place", "Location"), ("City", "Location"), ("都市", "Location"), ("restaurant", "Restaurant"),
        ("meeting", "Meeting"), ("打ち合わせ", "Meeting"), ("trip", "Event"), ("repo", "Repository"),
        ("todo", "Task"), ("book", "CreativeWork"), ("犬", "Pet"), ("料理", "Food"), ("topic", "Concept"),
        ("文書", "Document"), ("", "Concept"), ("  project ", "Project"), ("time-unit", "TimeUnit"),
    ],
)  # fmt: skip
def test_entity_types(owner: Caller, word: str, kept: str) -> None:
    item = parsed(MemoryInput, {"text": "x", "entities": [{"name": "x", "type": word}]})
    out = remember(owner, item)
    assert kinds(out) == {"x": kept} and not out.notes


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ("employed_by", "works_for"), ("works at", "works_for"), ("worksAt", "works_for"),
        ("勤務", "works_for"),
        ("belongs to", "member_of"), ("所属", "member_of"), ("lives in", "lives_in"),
        ("住んでいる", "lives_in"),
        ("Friend_of", "friend"), ("友人", "friend"), ("spouse", "married_to"), ("担当", "assigned_to"),
        ("uses", "uses"), ("manages", "leads"), ("hobby", "likes"), ("associated with", "relates_to"),
    ],
)  # fmt: skip
def test_relation_types_and_the_names_they_join(owner: Caller, word: str, kept: str) -> None:
    given = {"source": "Mika", "target": "Aozora", "type": word}
    out = remember(owner, parsed(MemoryInput, {"text": "x", "relations": [given]}))
    assert not out.notes and {"Mika", "Aozora"} == set(kinds(out))
    assert EntityRelation.objects.get().relation_type_id == kept


def test_names_of_relations_get_the_types_that_the_relation_says(owner: Caller) -> None:
    first = {"text": "x", "pack": "work", "entities": [{"name": "Aozora", "type": "Project"}]}
    remember(owner, parsed(MemoryInput, first))
    given = [
        {"from": "Mika", "to": "Umi Bank", "relation": "employer"},
        {"subject": "Mika", "object": "Aozora", "predicate": "zorbs"},
    ]
    out = remember(owner, parsed(MemoryInput, {"text": "y", "pack": "work", "relations": given}))
    assert kinds(out) == {"Mika": "Person", "Umi Bank": "Organization", "Aozora": "Project"}
    assert [note.field for note in out.notes] == ["relations.1.type"]
    assert Entity.objects.filter(name="Aozora").count() == 1


@pytest.mark.parametrize("me", ["me", "I", "user", "私"])
def test_relations_of_the_owner_are_states(owner: Caller, me: str) -> None:
    given = [{"source": me, "target": "Aozora", "type": "employed_by"}]
    out = remember(owner, parsed(MemoryInput, {"text": "x", "relations": given}))
    assert not out.notes and kinds(out) == {"Aozora": "Organization"}
    state = State.objects.get()
    assert (state.subject, state.predicate, state.value) == (None, "works_for", "Aozora")


@pytest.mark.parametrize(
    ("word", "kept"),
    [("replaces", "supersedes"), ("Replaces?", "supersedes"), ("UPDATE", "supersedes"),
     ("訂正", "supersedes"), ("because of", "caused_by"),
     ("evidence_for", "supports"), ("zorb", "related"), (None, "related"), ("", "related")],
)  # fmt: skip
def test_link_types(owner: Caller, save: Save, word: str | None, kept: str) -> None:
    target = save(owner, "first", pack="work")
    out = save(owner, "second", pack="work", links=[{"target_id": str(target.id), "type": word}])
    links = MemoryLink.objects.filter(src_memory=stored(out)) | MemoryLink.objects.filter(
        dst_memory=stored(out)
    )
    assert kept in links.values_list("relation_type", flat=True)
    assert [note.field for note in out.notes] == ["links.0.type"] * (word == "zorb")


@pytest.mark.parametrize(
    ("word", "kept"),
    [("Decision", "decision"), ("todo", "task"), ("メモ", "note"), ("会議", "meeting"), ("好み", "preference"),
     ("episodic", "event"), ("Preferences", "preference"), ("poem", "note")],
)  # fmt: skip
def test_memory_types(owner: Caller, word: str, kept: str) -> None:
    out = remember(owner, parsed(MemoryInput, {"text": "x", "memory_type": word}))
    assert stored(out).memory_type == kept
    assert [note.field for note in out.notes] == ["memory_type"] * (word == "poem")


def test_notes_are_by_meaning(owner: Caller) -> None:
    given = [{"name": "Mika", "type": "guitarist"}]
    out = remember(owner, parsed(MemoryInput, {"text": "x", "entities": given}))
    (note,) = out.notes
    assert "“guitarist” is no entity type and was stored as Concept" in note.detail
    types = labels_of(TypeReader(owner).entity_types)
    if near := nearest_in_meaning("guitarist", types):
        assert f"nearest in meaning: {near[0]}" in note.detail


def test_one_bad_annotation_refuses_neither_its_memory_nor_others(owner: Caller) -> None:
    bad = {
        "text": "Mika plays at Aozora",
        "entities": [{"name": ""}, {"name": "Aozora", "type": None, "role": "host"}, 7],
        "relations": ["nonsense", {"source": "Mika"}],
        "links": ["not an id"],
        "wat": 1,
    }
    item = parsed(MemoryInput, bad)
    out = remember(owner, item)
    assert kinds(out) == {"Aozora": "Concept"}
    fields = [note.field for note in out.notes]
    assert {"entities.2", "entities.1.role", "relations.0", "relations.1", "links.0", "wat"} <= set(
        fields
    )


def test_the_text_alone_refuses(owner: Caller) -> None:
    for text in ("", " \n", None, 7, ["x"], "x" * 100_001, "a\x00"):
        with pytest.raises(InvalidInput) as refused:
            parsed(MemoryInput, {"text": text, "tags": "a, b", "wat": 1})
        assert [problem.field for problem in refused.value.problems] == ["text"]
    assert not Memory.objects.exists()


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["name", "type", "source", "target", "value", "x"]), inner, max_size=4),
    max_leaves=6,
)  # fmt: skip
FREE = sorted(set(MemoryInput.model_fields) - {"text"} - MemoryInput.strict)


@settings(max_examples=120)
@given(st.dictionaries(st.sampled_from([*FREE, "pin", "unknown"]), ANYTHING, max_size=4))
def test_no_annotation_refuses(annotations: dict[str, Any]) -> None:
    assert parsed(MemoryInput, {"text": "x", **annotations}).text == "x"
