"""What clients build on and assistants read: names, parameters, hints and texts are pinned.

A wanted change is written down by running with ``PIN_TOOL_CONTRACT=1`` and reviewing the diff.
"""

import json
import os
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp_types import Tool

from memory_site.mcp.compatibility import global_mcp_server
from memory_site.mcp.registry import product_server

CONTRACT = Path(__file__).with_name("tool_contract.json")


@pytest.fixture(scope="module")
def tools() -> list[Tool]:
    """Return the tools as a client lists them."""
    product_server()
    return anyio.run(global_mcp_server.list_tools)


def contract_of(tool: Tool) -> dict[str, Any]:
    """Return what is pinned of a tool."""
    assert tool.annotations and tool.output_schema
    return {
        "title": tool.title,
        "description": tool.description,
        "annotations": tool.annotations.model_dump(by_alias=True),
        "required": tool.input_schema.get("required", []),
        "parameters": {
            name: schema.get("description", "")
            for name, schema in tool.input_schema["properties"].items()
        },
        "results": list(tool.output_schema["properties"]),
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
        for path, schema in parameters_of(tool.input_schema):
            assert schema.get("description"), f"{tool.name}: {path}"


def test_schemas_are_plain_and_closed(tools: list[Tool]) -> None:
    """No references (some clients refuse them), and nothing unknown is let in."""
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema or {})
        assert "$ref" not in json.dumps([tool.input_schema, tool.output_schema])
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema and tool.output_schema["type"] == "object"


def test_what_assistants_have_to_read_stays_short(tools: list[Tool]) -> None:
    read = [json.dumps([tool.name, tool.description, tool.input_schema]) for tool in tools]
    assert sum(map(len, read)) < 33_000
    assert len(product_server().instructions or "") < 2_000


def parameters_of(schema: dict[str, Any], path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return every property at any depth, with its path."""
    found = []
    for name, inner in schema.get("properties", {}).items():
        found.append((f"{path}{name}", inner))
        found += parameters_of(inner, f"{path}{name}.")
    if isinstance(schema.get("items"), dict):
        found += parameters_of(schema["items"], path)
    return found
