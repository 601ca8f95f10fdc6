"""What clients build on and assistants read: names, parameters, hints and texts are pinned.

A wanted change is written down by running with ``PIN_TOOL_CONTRACT=1`` and reviewing the diff.
"""

import json
import os
from pathlib import Path
from typing import Any, get_type_hints

import anyio
import jsonschema
import pytest
from mcp_types import Tool

from memories.interfaces.mcp.arguments import SearchArguments
from memory_site.mcp.compatibility import global_mcp_server
from memory_site.mcp.lenient import lenient, parameter_names
from memory_site.mcp.registry import product_server

CONTRACT = Path(__file__).with_name("tool_contract.json")


@pytest.fixture(scope="module", autouse=True)
def tools() -> list[Tool]:
    """Return the tools as a client lists them."""
    product_server()
    return anyio.run(global_mcp_server.list_tools)


def contract_of(tool: Tool) -> dict[str, Any]:
    """Return what is pinned of a tool."""
    assert tool.annotations and tool.output_schema is None
    hints = get_type_hints(global_mcp_server._tool_manager._tools[tool.name].fn)
    return {
        "title": tool.title,
        "description": tool.description,
        "annotations": tool.annotations.model_dump(by_alias=True),
        "required": tool.input_schema.get("required", []),
        "parameters": {
            name: schema.get("description", "")
            for name, schema in tool.input_schema["properties"].items()
        },
        "results": list(hints["return"].model_fields),
        "meta": tool.meta or {},
    }


def test_the_contract_is_kept(tools: list[Tool]) -> None:
    actual = {
        "instructions": product_server().instructions,
        "tools": {tool.name: contract_of(tool) for tool in tools},
    }
    if os.environ.get("PIN_TOOL_CONTRACT"):
        CONTRACT.write_text(json.dumps(actual, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert actual == json.loads(CONTRACT.read_text("utf-8"))


def test_every_parameter_is_explained(tools: list[Tool]) -> None:
    for tool in tools:
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}: {name}"


def test_schemas_are_plain(tools: list[Tool]) -> None:
    """No references, which some clients refuse; what is not listed may still be taken."""
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert "$ref" not in json.dumps(tool.input_schema)
        assert "additionalProperties" not in tool.input_schema


def test_what_is_not_listed_is_still_taken() -> None:
    given = lenient(SearchArguments, {"query": "x", "KIND": 1, "kind": "Memory", "order": "DESC"})
    assert (given["kind"], given["order"]) == (["memory"], "desc")
    assert "metadata" in parameter_names(SearchArguments, [])


def test_what_assistants_have_to_read_stays_short(tools: list[Tool]) -> None:
    """Fewer than 3,000 tokens of o200k, which tests/slow/test_o200k.py counts: 4.3 characters each."""
    read = [
        json.dumps(
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for tool in tools
    ]
    assert sum(map(len, read)) <= 12_800
    assert len(product_server().instructions or "") < 2_000
