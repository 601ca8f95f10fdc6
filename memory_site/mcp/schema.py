"""JSON Schemas as clients of every kind take them: without references and null branches.

Some clients refuse ``$ref`` (and recursion), and spell out every ``anyOf`` with
null to the assistant. What is accepted stays wider than what is advertised: a
null for an optional parameter is still taken.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

Schema = dict[str, Any]
PREFIX = "#/$defs/"


def input_schema(model: type[BaseModel], texts: Mapping[str, str]) -> Schema:
    """Return the schema of a tool's parameters, each one explained."""
    schema = model.model_json_schema(by_alias=True)
    flat = _flattened(schema, schema.get("$defs", {}), ())
    flat.pop("description", None)
    _explain(flat, texts)
    return flat


def output_schema(model: type[BaseModel]) -> Schema:
    """Return the schema of a tool's structured result; every null branch is kept."""
    schema = TypeAdapter(model).json_schema(by_alias=True, mode="serialization")
    return _flattened(schema, schema.get("$defs", {}), (), keep_null=True)


def _flattened(
    schema: Schema, definitions: Schema, inside: tuple[str, ...], *, keep_null: bool = False
) -> Schema:
    """Return ``schema`` with its references replaced by what they name, once."""
    result: Schema = {}
    for key, value in _resolved(schema, definitions, inside).items():
        if key in ("$defs", "title"):
            continue
        within = (*inside, schema["$ref"]) if "$ref" in schema else inside
        result[key] = _flattened_value(key, value, definitions, within, keep_null)
    if not keep_null and result.get("default", ...) is None:
        del result["default"]
    return result if keep_null else _without_null(result)


def _resolved(schema: Schema, definitions: Schema, inside: tuple[str, ...]) -> Schema:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    if reference in inside:
        return {"type": "object", **beside}
    return {**definitions[reference.removeprefix(PREFIX)], **beside}


def _flattened_value(
    key: str, value: Any, definitions: Schema, inside: tuple[str, ...], keep_null: bool
) -> Any:
    if key in ("properties",):
        return {
            name: _flattened(inner, definitions, inside, keep_null=keep_null)
            for name, inner in value.items()
        }
    if key in ("anyOf", "oneOf", "allOf"):
        return [_flattened(inner, definitions, inside, keep_null=keep_null) for inner in value]
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return _flattened(value, definitions, inside, keep_null=keep_null)
    return value


def _without_null(schema: Schema) -> Schema:
    branches = [branch for branch in schema.get("anyOf", []) if branch.get("type") != "null"]
    if not branches:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**branches[0], **rest} if len(branches) == 1 else {**rest, "anyOf": branches}


def _explain(schema: Schema, texts: Mapping[str, str]) -> None:
    """Add the texts to parameters that have no description, at any depth."""
    for name, inner in schema.get("properties", {}).items():
        if name in texts and not inner.get("description"):
            inner["description"] = texts[name]
        _explain(inner, texts)
    for inner in (schema.get("items"), *schema.get("anyOf", ())):
        if isinstance(inner, dict):
            _explain(inner, texts)
