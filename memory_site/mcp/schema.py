"""JSON Schemas as clients of every kind take them, and as few tokens as they can be.

Some clients refuse ``$ref`` (and recursion), and spell out every ``anyOf`` with null to the
assistant. What is accepted stays wider than what is advertised: a null for an optional parameter
is taken, one word for a list of them, and bounds that an error explains are not listed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]
PREFIX = "#/$defs/"
UNIONS = ("anyOf", "oneOf", "allOf")
# What the names and texts of parameters say already, or an error does.
UNSAID = frozenset(
    {"title", "$ref", "format", "pattern", "minLength", "maxLength", "minItems", "maxItems",
     "exclusiveMinimum", "minimum", "maximum"}
)  # fmt: skip
# What is not listed may be taken all the same.
CLOSED = ("additionalProperties", False)
# Defaults that go without saying.
PLAIN_DEFAULTS: tuple[Any, ...] = (None, "", [], {}, False, 0.0)


def input_schema(model: type[BaseModel], texts: Mapping[str, str]) -> Schema:
    """Return the schema of a tool's parameters, each one explained."""
    schema = model.model_json_schema(by_alias=True)
    flat = _Flattening(schema.pop("$defs", {})).of(_undescribed(schema))
    _explain(flat, texts)
    return flat


@dataclass(frozen=True, slots=True)
class _Flattening:
    """Puts definitions in the place of references; a recursive one ends as a plain object."""

    definitions: Schema

    def of(self, schema: Schema, inside: tuple[str, ...] = ()) -> Schema:
        if reference := schema.get("$ref"):
            schema, inside = self._resolved(schema, inside), (*inside, reference)
        result = {
            key: self._value(key, value, inside)
            for key, value in schema.items()
            if key not in UNSAID and not _is_about_presence(key, value) and (key, value) != CLOSED
        }
        if result.get("default", ...) in PLAIN_DEFAULTS:
            del result["default"]
        return _without_choice(result)

    def _resolved(self, schema: Schema, inside: tuple[str, ...]) -> Schema:
        if schema["$ref"] in inside:
            return {"type": "object", **schema}
        return _undescribed(self.definitions[schema["$ref"].removeprefix(PREFIX)]) | schema

    def _value(self, key: str, value: Any, inside: tuple[str, ...]) -> Any:
        if key == "properties":
            return {name: self.of(inner, inside) for name, inner in value.items()}
        if key in UNIONS:
            return [self.of(inner, inside) for inner in value]
        if key in ("items", "additionalProperties") and isinstance(value, dict):
            return self.of(value, inside)
        return value


def _is_about_presence(key: str, value: Any) -> bool:
    """Whether this says that one of several fields is needed: some clients refuse that."""
    return key == "anyOf" and all(set(branch) == {"required"} for branch in value)


def _undescribed(schema: Schema) -> Schema:
    """Leave out the docstring of a model: it speaks to developers."""
    return {key: value for key, value in schema.items() if key != "description"}


def _without_choice(schema: Schema) -> Schema:
    """Leave out the branch for null, and all but the list where one word stands for a list of it."""
    branches = [branch for branch in schema.get("anyOf", []) if branch.get("type") != "null"]
    lists = [branch for branch in branches if branch.get("type") == "array"]
    if not branches:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    branches = lists or branches
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
