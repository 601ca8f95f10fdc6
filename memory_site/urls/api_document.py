"""What every operation of the OpenAPI document shares: the shape of its errors."""

from typing import Any

TEXT = {"type": "string"}
PROBLEM_FIELD = {
    "type": "object",
    "required": ["field", "code", "detail"],
    "properties": {
        "field": {
            **TEXT,
            "description": "The path of the field, as memories.3.text; empty for the whole.",
        },
        "code": {**TEXT, "description": "Stable: programs may compare it."},
        "detail": {**TEXT, "description": "What is wrong, for people."},
    },
}
PROBLEM = {
    "type": "object",
    "description": "Every error: what is wrong, and with which field.",
    "required": ["type", "title", "status", "code", "errors"],
    "properties": {
        "type": {**TEXT, "format": "uri"},
        "title": TEXT,
        "status": {"type": "integer"},
        "code": TEXT,
        "errors": {"type": "array", "items": PROBLEM_FIELD},
    },
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def require_bodies(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Mark bodies as required that have required fields, or need one field of several."""
    schemas = result.get("components", {}).get("schemas", {})
    for operations in result.get("paths", {}).values():
        for body in (operation.get("requestBody") for operation in operations.values()):
            if body:
                reference = body["content"]["application/json"]["schema"].get("$ref", "")
                schema = schemas.get(reference.rsplit("/", 1)[-1], {})
                body["required"] = "required" in schema or "anyOf" in schema
    return result


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the problem document as the answer of whatever goes wrong."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result.get("paths", {}).values():
        for method, operation in operations.items():
            if method in METHODS:
                operation["responses"]["default"] = {
                    "description": "What went wrong.",
                    "content": content,
                }
    return result
