"""Requests to every route and method of the OpenAPI document, with somebody's ids in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from .marks import MARK

METHODS = ("get", "post", "put", "patch", "delete")
DAY = "2026-01-01T00:00:00Z"
# Names of parameters that stand for what another name holds in answers.
SAME = {
    "about_id": "id", "source": "source_id", "memory": "memory_id", "subject": "subject_id",
    "entity": "name", "context": "context", "into": "id", "merge": "id", "other": "id",
    "thread": "thread_id", "q": "name", "query": "name", "surface": "name", "focus": "node",
}  # fmt: skip
Pool = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Request:
    """One request: what is asked, with which parameters."""

    method: str
    route: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content_type: str = "application/json"

    @property
    def sent(self) -> str:
        """Everything that the request says."""
        return f"{self.path} {self.query} {self.body}"

    @property
    def is_safe(self) -> bool:
        """Whether it may change nothing."""
        return self.method == "get"

    def send(self, client: APIClient) -> Any:
        """Return what a client is answered."""
        call = getattr(client, self.method)
        if self.is_safe:
            return call(self.path, self.query)
        address = f"{self.path}?{_encoded(self.query)}" if self.query else self.path
        if self.content_type != "application/json":
            return call(address, self.body, content_type=self.content_type)
        return call(address, self.body, format="json")


def _encoded(query: Mapping[str, Any]) -> str:
    from urllib.parse import urlencode

    return urlencode(query, doseq=True)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return dict(SchemaGenerator().get_schema(request=None, public=True))


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return method, route and description of every operation."""
    return [
        (method, route, item[method])
        for route, item in sorted(document()["paths"].items())
        for method in METHODS
        if method in item
    ]


def content_of(answer: Any) -> str:
    """Return the text of an answer, of a streamed one too."""
    raw: bytes = b"".join(answer) if answer.streaming else answer.content
    return raw.decode("utf-8", "replace")


class Harvest:
    """What a person's own answers hold: the ids of each collection, and values by name."""

    def __init__(self, client: APIClient) -> None:
        self.ids: dict[str, list[str]] = {}
        self.values: Pool = {}
        routes = [route for method, route, _ in operations() if method == "get"]
        for route in sorted(routes, key=lambda one: one.count("{")):
            for path in self.paths(route):
                answer = client.get(path)
                if answer.get("Content-Type", "").startswith("application/json"):
                    self._note(path, answer)

    def paths(self, route: str) -> list[str]:
        """Return the addresses of a route, with ids in them."""
        if "{" not in route:
            return [route]
        parent, _, rest = route.partition("{")
        ids = self.ids.get(parent, [])
        # Those of a name of theirs first: the others may be everybody's.
        chosen = dict.fromkeys([*(one for one in ids if MARK.search(one)), *ids[:3], *ids[-2:]])
        return [f"{parent}{one}{rest.partition('}')[2]}" for one in chosen]

    def _note(self, path: str, answer: Any) -> None:
        import json

        told = json.loads(content_of(answer))
        rows = told if isinstance(told, list) else told.get("results", told.get("backups", []))
        for row in rows if isinstance(rows, list) else []:
            key = next((name for name in ("id", "key", "name") if name in row), None)
            if key and "{" not in path:
                self.ids.setdefault(path, []).append(str(row[key]))
        self._walk(told)

    def _walk(self, told: Any, name: str = "") -> None:
        if isinstance(told, dict):
            for key, value in told.items():
                self._walk(value, key)
                if name and key == "id":
                    self._keep(f"{name}_id", value)
                if key == "key" and isinstance(value, str) and ":" in value:
                    self._keep("node", value)
        elif isinstance(told, list):
            for value in told:
                self._walk(value, name)
        elif isinstance(told, str | int) and not isinstance(told, bool):
            self._keep(name, told)

    def _keep(self, name: str, value: Any) -> None:
        known = self.values.setdefault(name, [])
        if value not in known and value != "":
            known.append(value)


class Generator:
    """Builds requests from the document and a harvest.

    ``examples`` are bodies by schema, ``queries`` parameters by operation.
    """

    def __init__(
        self, harvest: Harvest, examples: Mapping[str, Any], queries: Mapping[str, Any]
    ) -> None:
        self._harvest = harvest
        self._examples = examples
        self._queries = queries
        self._turn = count()

    def requests(self, method: str, route: str, operation: dict[str, Any]) -> Iterator[Request]:
        """Yield requests of one operation: the plainest ones, and one for each optional parameter."""
        parameters = [one for one in operation.get("parameters", []) if one["in"] == "query"]
        query = {
            one["name"]: self._value(one["name"], one["schema"])
            for one in parameters if one.get("required")
        }  # fmt: skip
        schema, content_type, name = _body_of(operation)
        for path in self._harvest.paths(route):
            plain = Request(method, route, path, query, None, content_type)
            for asked in self._queries.get(f"{method} {route}", ()):
                yield replace(plain, query=asked)
            if schema is None:
                yield plain
                continue
            yield from (replace(plain, body=body) for body in self._examples.get(name, ()))
            yield from (replace(plain, body=body) for body in self._bodies(schema))
        for path in self._harvest.paths(route)[:1]:
            first = Request(method, route, path, query, self._body(schema), content_type)
            for one in parameters:
                for value in self._choices(one["name"], one["schema"]):
                    yield replace(first, query={**query, one["name"]: value})

    def arguments(self, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield arguments of an MCP tool."""
        yield from self._bodies(_inlined(schema, schema.get("$defs", {})))

    def _body(self, schema: dict[str, Any] | None) -> Any:
        return None if schema is None else next(iter(self._bodies(schema)), {})

    def _bodies(self, schema: dict[str, Any]) -> Iterator[Any]:
        """Yield a body of what is required, and one for each field that is not."""
        schema = _resolved(schema)
        properties, required = schema.get("properties", {}), schema.get("required", [])
        for _again in range(3):
            base = {name: self._value(name, properties[name]) for name in required}
            if base or not properties:
                yield base
        for name, part in properties.items():
            if name not in required:
                for value in self._choices(name, part):
                    yield {**base, name: value}

    def _choices(self, name: str, schema: dict[str, Any]) -> Iterator[Any]:
        """Yield values of an optional parameter, if it could name something of somebody."""
        schema = _resolved(schema)
        if "properties" in schema:
            for inner, part in schema["properties"].items():
                if inner != "not":
                    yield from ({inner: value} for value in self._choices(inner, part))
        elif schema.get("type") in ("string", "array") or "format" in schema:
            for _again in range(2 if "enum" not in schema else 1):
                yield self._value(name, schema)
        elif schema.get("type") == "boolean":
            yield True

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        schema = _resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][next(self._turn) % len(schema["enum"])]
        kind = schema.get("type")
        if kind == "array":
            return [self._value(name, schema.get("items", {}))]
        if kind == "object":
            return {
                inner: self._value(inner, schema["properties"][inner])
                for inner in schema.get("required", ())
            }
        if kind == "boolean":
            return True
        if kind in ("integer", "number"):
            return max(schema.get("minimum", 1), min(1, schema.get("maximum", 1)))
        return self._text(name, schema)

    def _text(self, name: str, schema: dict[str, Any]) -> Any:
        if schema.get("format") == "date-time":
            return DAY
        if schema.get("format") == "uuid":
            return self._uuid(name)
        pool = [*self._pool(name), "probe"]
        return str(pool[next(self._turn) % len(pool)])[: schema.get("maxLength", 1000)]

    def _pool(self, name: str) -> list[Any]:
        values = self._harvest.values
        singular = name.rstrip("s")
        names = (name, SAME.get(name, name), singular, f"{singular}_id", f"{singular}_key")
        return [value for one in dict.fromkeys(names) for value in values.get(one, [])]

    def _uuid(self, name: str) -> str:
        """Return a UUID of theirs: of what the name says, else any."""
        found = [value for value in self._pool(name) if _is_uuid(value)]
        found += [value for value in self._pool(f"{name}_id") if _is_uuid(value)]
        everything = [value for value in self._harvest.values.get("id", []) if _is_uuid(value)]
        known = [*dict.fromkeys([*found, *everything])]
        return str(known[next(self._turn) % len(known)])


def _inlined(part: Any, definitions: dict[str, Any]) -> Any:
    """Return a schema with the definitions that it refers to in their places, once each."""
    if isinstance(part, list):
        return [_inlined(one, definitions) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[-1]
        left = {key: value for key, value in definitions.items() if key != name}
        return _inlined(definitions.get(name, {}), left)
    return {key: _inlined(value, definitions) for key, value in part.items() if key != "$defs"}


def _is_uuid(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 36 and value.count("-") == 4


def _body_of(operation: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str]:
    content = operation.get("requestBody", {}).get("content", {})
    if not content:
        return None, "application/json", ""
    kind = "application/json" if "application/json" in content else next(iter(content))
    schema = content[kind].get("schema", {})
    return schema, kind, schema.get("$ref", "").rsplit("/", 1)[-1]


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without references and without null."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return _resolved(document()["components"]["schemas"][name])
    options = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if options and "properties" not in schema:
        chosen = [one for one in options if one.get("type") != "null"]
        return {**_resolved(chosen[0]), **{k: v for k, v in schema.items() if k == "maxLength"}}
    return schema
