"""No answer is longer than clients take whole, however much is stored or sent."""

import json
from typing import Any

import pytest
from mcp_types import CallToolResult

from tests.live_server import LiveServer

from .conftest import PROBLEM_KEY, Call, text_of

MOST = 50_000
LONG = "The gutter over the north door leaks again and nobody knows why. "


def lengths(result: CallToolResult) -> tuple[int, int]:
    """Return the characters of the structured answer, and of the text."""
    structured = json.dumps(result.structured_content, ensure_ascii=False, separators=(",", ":"))
    return len(structured), len(text_of(result))


@pytest.fixture(scope="module")
def full(server: LiveServer) -> str:
    """Fill the server with long things that hang together; return the id of a memory of many."""
    people = [{"name": f"Guest {n:03} of the long house", "type": "Person"} for n in range(60)]
    states = [
        {"kind": "fact", "predicate": f"rule_{n}", "value": f"{n} {LONG * 120}"} for n in range(10)
    ]
    rows = [{"text": f"{n}. {LONG * 20}", "tags": ["gutter"], "pack": "lifelog"} for n in range(45)]
    with server.client() as client:
        saved = client.post("/api/memories/batch/", json={"memories": rows}, timeout=180)
        many = saved.json()["results"]
        made = client.post("/api/memories/", json={
            "text": LONG * 800, "pack": "lifelog", "entities": people, "states": states,
            "links": [{"target_id": one["id"], "type": "related", "reason": LONG * 3}
                      for one in many[:30]],
        }, timeout=180)  # fmt: skip
        assert made.status_code == 201, made.text
    memory: str = made.json()["id"]
    return memory


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_memory", {"id": "?"}),
        ("explore_related", {"id": "?", "limit": 100, "depth": 3}),
        ("search_memories", {"query": "gutter north door", "limit": 100, "explain": True}),
        ("search_memories", {"kind": "state", "limit": 100}),
        ("build_context", {"message": "Why does the gutter leak?", "token_budget": 100_000}),
        ("build_context", {"message": "gutter", "token_budget": 100_000, "format": "json"}),
        ("entity_neighbors", {"id": "Guest 001 of the long house", "depth": 3, "limit": 100}),
        ("graph_snapshot", {"focus": ["Guest 001 of the long house"], "limit": 300}),
        ("find_path", {"source_id": "Guest 001 of the long house", "target_id": "?"}),
        ("history", {"id": "?"}),
        ("update_memory", {"id": "?", "importance": 0.7}),
        ("tasks", {}),
    ],
)
def test_long_answers_are_cut_and_say_so(
    call: Call, full: str, tool: str, arguments: dict[str, Any]
) -> None:
    given = {name: full if value == "?" else value for name, value in arguments.items()}
    result = call(tool, **given)
    assert not result.is_error, text_of(result)
    assert max(lengths(result)) <= MOST
    content = result.structured_content or {}
    if tool in ("get_memory", "update_memory"):
        assert "more characters" in content["more"] and content["more"] in text_of(result)
        assert text_of(result).count("<recalled-memories") == text_of(result).count(
            "</recalled-memories>"
        )


def test_a_save_with_very_much_answers_in_short(call: Call) -> None:
    odd = [{"name": f"{n} {'x' * 200}", "type": "y" * 60} for n in range(100)]
    said = [{"kind": "z" * 60, "predicate": "is", "value": f"{n} {LONG * 40}"} for n in range(30)]
    result = call("save_memory", text=f"{LONG} Written down twice.", entities=odd, states=said)
    assert not result.is_error, text_of(result)
    assert max(lengths(result)) <= MOST


def test_an_error_names_the_first_of_very_many_problems(call: Call) -> None:
    memories = [{"text": "", "pack": "nowhere " * 20, "importance": "much"} for _n in range(900)]
    result = call("save_memories", memories=memories)
    assert result.is_error and result.meta
    assert len(text_of(result)) <= MOST and "more problems" in text_of(result)
    problem = result.meta[PROBLEM_KEY]
    assert len(json.dumps(problem)) <= MOST
    assert {"memories.0.text", ""} <= {one["field"] for one in problem["errors"]}
