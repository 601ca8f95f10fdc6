"""What is given is given back: every field of a save and of a change, at any depth."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import pytest
from pydantic import BaseModel
from rest_framework.test import APIClient

from core.caller import Caller
from memories.interfaces.mcp.answers.memories import USUAL, memory_answer
from memories.interfaces.mcp.render import memory_text
from memories.schemas import EntityInput, LinkInput, MemoryInput, MemoryPatch, RelationInput
from memories.schemas.inputs import SaidState
from memories.selectors.memories import memory_detail
from tests.mcp.conftest import Call, text_of
from tests.mcp.conftest import call as call

URL = "/api/memories/"
# One value for each field, none of them its default.
ENTITIES = [
    {"name": "Ida Holm", "type": "Person", "aliases": ["Idahi"]},
    {"name": "Acme Works", "type": "Organization"},
]
RELATION = {
    "source": "Ida Holm",
    "target": "Acme Works",
    "type": "works_for",
    "reason": "she said so",
    "valid_from": "2024-04-01T00:00:00Z",
    "valid_to": "2025-04-01T00:00:00Z",
    "confidence": 0.75,
}
STATE = {
    "kind": "task",
    "subject": "Ida Holm",
    "predicate": "owes",
    "value": "send the offer",
    "valid_from": "2025-01-02T00:00:00Z",
    "valid_to": "2025-03-02T00:00:00Z",
    "due_at": "2025-02-02T00:00:00Z",
    "confidence": 0.8,
}
FACT = {"kind": "fact", "subject": "Ida Holm", "predicate": "likes", "value": "green tea"}
SAVED = {
    "text": "Ida Holm of Acme Works wants the offer.",
    "title": "The offer",
    "speaker": "Tom Lind",
    "pack": "work",
    "namespace": "team/a",
    "session_id": "session-7",
    "device_id": "phone",
    "created_at": "2025-01-02T03:04:05Z",
    "memory_type": "decision",
    "category": "meeting",
    "importance": 0.9,
    "confidence": 0.9,
    "tags": ["offer", "spring"],
    "context": "Acme",
    "source": "chat",
    "external_id": "ext-1",
    "assistant_text": "I shall remind you.",
    "entities": ENTITIES,
    "relations": [RELATION],
    "states": [STATE, FACT],
    "links": [{"type": "supports", "weight": 0.6, "reason": "as agreed"}],
    "about_start": "2025-02-01T00:00:00Z",
    "about_end": "2025-02-03T00:00:00Z",
    "latitude": 35.01,
    "longitude": 135.77,
    "pinned": True,
    "searchable": False,
    "client_context": {"app": "mail", "thread": 4},
    "image_summaries": ["A signed page", "A stamp"],
    "extra_data": {"ticket": "A-7"},
}
CHANGED = {
    "text": "Ida Holm wants another offer.",
    "title": "Another offer",
    "speaker": "Eva Roth",
    "memory_type": "task",
    "category": "design",
    "importance": 0.2,
    "confidence": 0.3,
    "tags": ["autumn"],
    "context": "Globex",
    "about_start": "2025-05-01T00:00:00Z",
    "about_end": "2025-05-03T00:00:00Z",
    "pinned": False,
    "searchable": True,
    "extra_data": {"ticket": "B-8"},
    "reason": "she changed her mind",
}
# What a save does to other rows: test_save_answers.py.
DEEDS = {"replaces", "completes"}
# What a change may name, though it has to be what it is.
FIXED = {"pack": "work"}


def given_back(given: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the path of each field that the answer does not have as it was given."""
    for name, value in given.items():
        found = FOUND[name](answer) if name in FOUND else answer.get(name)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for at, inner in enumerate(value):
                # Derived ones stand beside those that were given.
                missing = [list(given_back(_as_stored(name, inner), row)) for row in found]
                yield from (
                    f"{name}.{at}.{path}" for path in min(missing, key=len, default=["all"])
                )
        elif _plain(found) != _plain(value):
            yield name


def _as_stored(kind: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what was given; no claim is surer than the memory that makes it."""
    if kind not in ("states", "relations") or "confidence" not in given:
        return given
    return {**given, "confidence": round(given["confidence"] * SAVED["confidence"], 4)}


FOUND: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "source": lambda row: _name(row["source"]),
    "target": lambda row: _name(row["target"]),
    "subject": lambda row: _name(row["subject"]),
}


def _name(end: Any) -> Any:
    return end["name"] if isinstance(end, dict) else end


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    try:
        return datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return value


def other_memory(api: APIClient) -> str:
    saved = api.post(
        URL, {"text": "It was agreed.", "pack": "work", "namespace": "team/a"}, format="json"
    )
    return str(saved.json()["id"])


def everything(target: str) -> dict[str, Any]:
    return {**SAVED, "links": [{**SAVED["links"][0], "target_id": target}]}


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        (MemoryInput, SAVED),
        (EntityInput, ENTITIES[0]),
        (RelationInput, RELATION),
        (SaidState, STATE),
        (LinkInput, {**SAVED["links"][0], "target_id": ""}),
        (MemoryPatch, CHANGED | FIXED),
    ],
)
def test_every_field_of_the_schema_is_tried(schema: type[BaseModel], given: dict[str, Any]) -> None:
    assert set(given) == set(schema.model_fields) - DEEDS


@pytest.mark.django_db
def test_rest_gives_back_what_was_saved_and_changed(api: APIClient) -> None:
    saved = everything(other_memory(api))
    answer = api.post(URL, saved, format="json")
    assert answer.status_code == 201, answer.content
    address = f"{URL}{answer.json()['id']}/"
    assert list(given_back(saved, api.get(address).json())) == []
    changed = api.patch(address, CHANGED | FIXED, format="json")
    assert changed.status_code == 200, changed.content
    assert changed.json() == api.get(address).json()
    reason = CHANGED["reason"]
    assert list(given_back(CHANGED, changed.json())) == ["reason"]
    assert api.get(f"{address}history/").json()["results"][0]["reason"] == reason


@pytest.mark.django_db
def test_lists_and_searches_stay_lean(api: APIClient) -> None:
    api.post(URL, {**everything(other_memory(api)), "searchable": True}, format="json")
    (row, *_) = api.get(URL, {"tags": "offer"}).json()["results"]
    (hit, *_) = api.post(f"{URL}search/", {"query": "offer"}, format="json").json()["results"]
    assert row.keys() == hit["memory"].keys()
    assert not row.keys() & {"links", "states", "relations", "client_context", "image_summaries"}


@pytest.mark.django_db
def test_an_assistant_reads_all_of_it(api: APIClient, owner: Caller) -> None:
    answer = api.post(URL, everything(other_memory(api)), format="json").json()
    text = memory_text(memory_answer(memory_detail(owner, answer["id"]), str))
    for words in (
        "I shall remind you.",
        "A stamp",
        "send the offer",
        "as agreed",
        "latitude: 35.01",
    ):
        assert words in text
    assert '{"app":"mail","thread":4}' in text and '{"ticket":"A-7"}' in text


def test_mcp_gives_back_what_was_saved_and_changed(call: Call) -> None:
    target = call("save_memory", text="It was agreed.", pack="work").structured_content["id"]
    saved = {**everything(target), "external_id": "ext-mcp", "searchable": True}
    answer = call("save_memory", **saved)
    assert not answer.is_error, text_of(answer)
    uid = answer.structured_content["id"]
    shown = call("get_memory", id=uid).structured_content["memory"]
    assert list(given_back(saved, USUAL | shown)) == []
    changed = call("update_memory", id=uid, **CHANGED, **FIXED)
    assert not changed.is_error, text_of(changed)
    shown = USUAL | changed.structured_content["memory"]
    assert list(given_back(CHANGED, shown)) == ["reason"]
