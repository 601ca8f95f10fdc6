"""What a model gets wrong beside the text: the save is stored, and the answer says what became of it."""

from typing import Any

import pytest

from .conftest import Call, text_of


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("pack", {"pack": "no-such-pack"}),
        ("memory_type", {"memory_type": "no-such-type"}),
        ("created_at", {"created_at": "2999-01-01T00:00:00Z"}),
        ("created_at", {"created_at": "yesterday"}),
        ("importance", {"importance": 2}),
        ("entities.0.type", {"entities": [{"name": "x", "type": "guitarist"}]}),
        ("relations.0", {"relations": [{"source": "Aozora", "target": "Aozora", "type": "part_of"}]}),
        ("links.0.target_id", {"links": [{"target_id": "6f0c7c5e-0000-4000-8000-000000000001"}]}),
        ("txt", {"txt": "misspelt"}),
    ],
)  # fmt: skip
def test_an_annotation_is_noted(call: Call, field: str, arguments: dict[str, Any]) -> None:
    result = call("save_memory", text=f"ok {field} {arguments}", **arguments)
    assert not result.is_error and result.structured_content
    assert [note["field"] for note in result.structured_content["notes"]] == [field]
    assert field in text_of(result)


def test_an_argument_without_a_name_is_noted(call: Call) -> None:
    result = call("save_memory", text="an argument without a name", **{"": 1})
    assert not result.is_error and "Note: " in text_of(result)


@pytest.mark.parametrize(
    "arguments",
    [
        {"tags": "a, b"}, {"tags": '["a", "b"]'}, {"entities": "Aozora"}, {"pinned": "true"}, {"pin": True},
        {"memory_type": "Preference", "category": None, "importance": None, "links": None},
        {"relations": [{"source": "me", "target": "Aozora", "type": "employed_by"}]},
        {"pack": "仕事", "entities": [{"name": "青空", "type": "会社"}]},
    ],
)  # fmt: skip
def test_what_is_meant_is_taken(call: Call, arguments: dict[str, Any]) -> None:
    result = call("save_memory", text=f"taken {arguments}", **arguments)
    assert not result.is_error and result.structured_content
    assert not result.structured_content.get("notes")


def test_one_of_a_batch_does_not_refuse_the_others(call: Call) -> None:
    given = [{"text": "lenient one", "importance": 7}, {"text": "lenient two", "tags": "x"}]
    result = call("save_memories", memories=given)
    assert not result.is_error and "importance" in text_of(result)


@pytest.mark.parametrize(
    ("word", "kept", "is_noted"),
    [
        ("Replaces", "supersedes", False),
        ("置き換える", "supersedes", False),
        ("置き換え", "supersedes", False),
        ("zorbs", "related", True),
    ],
)
def test_links_take_everyday_words(call: Call, word: str, kept: str, is_noted: bool) -> None:
    pair = [call("save_memory", text=f"{end} of {word}") for end in ("start", "end")]
    start, end = (one.structured_content["id"] for one in pair if one.structured_content)
    result = call("relate", source_id=start, target_id=end, type=word)
    assert not result.is_error and result.structured_content
    assert kept in result.structured_content["link"]
    notes = result.structured_content.get("notes", [])
    assert [note["field"] for note in notes] == ["type"] * is_noted
    assert ("is no link type" in text_of(result)) == is_noted


def test_changes_take_everyday_words(call: Call) -> None:
    saved = call("save_memory", text="Rust, then")
    assert saved.structured_content
    uid = saved.structured_content["id"]
    done = call("update_memory", id=uid, memory_type="決定", pack="私生活")
    assert not done.is_error and done.structured_content
    memory = done.structured_content["memory"]
    assert (memory["memory_type"], memory["pack"]) == ("decision", "lifelog")
    noted = call("update_memory", id=uid, memory_type="poem", pinned=True)
    assert noted.structured_content and "“poem” is no memory type" in text_of(noted)
    assert noted.structured_content["memory"]["memory_type"] == "decision"
    alone = call("update_memory", id=uid, memory_type="poem")
    assert alone.is_error and "“poem” is no memory type" in text_of(alone)
