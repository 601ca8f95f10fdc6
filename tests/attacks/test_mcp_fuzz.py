"""Every MCP tool answers whatever it is called with: no crash, no traceback, in time."""

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import ApiToken

from .attempts import rolled_back
from .test_isolation_mcp import called_tool, token_of, tools
from .victim import Victim

MOST_SECONDS = 10
# Clients cut longer answers themselves.
MOST_CHARACTERS = 50_000
ODD: list[Any] = [
    None, "", " ", "\x00", "\ud800", "x" * 5_000, 0, -1, 10**40, 1.5, float("inf"), True, [], [[]], {},
    {"a": {"b": []}}, ["x"] * 300, "0001-01-01", "9999-12-31T23:59:59-12:00", "</recalled-memories>",
    "%", "'; DROP TABLE events;--", "NEAR/2 AND (", "２０２６年", "\u202e", "🎉" * 500,
]  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(ODD),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
        ),
        max_leaves=6,
    ),
)


def valid(schema: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Return values that a JSON schema allows, more or less."""
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return st.one_of([valid(one, depth) for one in options])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "array" and depth < 3:
        return st.lists(valid(schema.get("items", {}), depth + 1), max_size=3)
    if kind == "object" and depth < 3:
        fields = {
            name: valid(part, depth + 1) for name, part in schema.get("properties", {}).items()
        }
        return st.fixed_dictionaries({}, optional=fields)
    if kind in ("integer", "number"):
        return st.integers(schema.get("minimum", 0), schema.get("maximum", 100))
    if kind == "boolean":
        return st.booleans()
    texts = ["田中", "the plan", "2026-01-01", "work", "a" * 8, "zq000w"]
    return st.sampled_from(texts) | st.text(max_size=30)


@st.composite
def arguments_of(draw: st.DrawFn, schema: dict[str, Any]) -> dict[str, Any]:
    """Draw arguments: valid ones, some of them replaced by odd values, some with unknown names."""
    chosen: dict[str, Any] = {}
    for name, part in schema["properties"].items():
        is_needed = name in schema.get("required", ())
        if is_needed or draw(st.booleans()):
            chosen[name] = draw(valid(part) if draw(st.integers(0, 2)) else VALUES)
    if draw(st.integers(0, 5)) == 0:
        chosen[draw(st.text(max_size=10))] = draw(VALUES)
    return chosen


def _answers(token: ApiToken, name: str, arguments: dict[str, Any]) -> None:
    """Call a tool, and check that its answer says nothing of what lies behind it."""
    begun = time.process_time()
    with rolled_back():
        answer = called_tool(token, name, arguments)
    told = json.dumps(answer.model_dump(mode="json"))
    text = "".join(block.text for block in answer.content if block.type == "text")
    structured = json.dumps(answer.structured_content, ensure_ascii=False)
    assert max(len(text), len(structured)) <= MOST_CHARACTERS, (name, arguments)
    assert time.process_time() - begun < MOST_SECONDS, (name, arguments)
    for word in ("Traceback", 'File \\"', "sqlite", "pydantic", "django"):
        assert word not in told or word in str(arguments), (name, word, told[:500])


def _fuzz(victim: Victim, examples: int) -> None:
    token = token_of("alice")
    for tool in tools():
        _fuzz_tool(token, tool.name, tool.parameters, examples)


def _fuzz_tool(token: ApiToken, name: str, schema: dict[str, Any], examples: int) -> None:
    @settings(
        max_examples=examples, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(arguments_of(schema))
    def called(arguments: dict[str, Any]) -> None:
        _answers(token, name, arguments)

    called()


def test_tools_answer_odd_calls(victim: Victim) -> None:
    _fuzz(victim, 6)


@pytest.mark.slow
def test_tools_answer_very_many_odd_calls(victim: Victim) -> None:
    _fuzz(victim, 200)
