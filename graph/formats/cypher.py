"""A Cypher script for Neo4j: constraints, then one statement for each node and edge.

Texts are string literals, since a script has no parameters. Names of labels, types and properties
hold letters, digits and underscores only.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from graph.nodes import NodeKind

from .rows import JSON, ExportEdge, ExportNode, GraphRows, Row, as_text, columns, given, in_chunks

_NODES = columns(ExportNode, frozenset({"id"}))
_EDGES = columns(ExportEdge, frozenset({"id", "source", "target"}))
_LABELS: Mapping[str, str] = {kind.value: kind.value.capitalize() for kind in NodeKind}
_NOT_IN_NAMES = re.compile(r"[^A-Z0-9_]+")
_NAMED = {"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# A reader may decode \uXXXX before it looks for the end of a literal, and takes the second half of
# an escaped backslash for the beginning of one: the “u” behind it is written as an escape itself.
_ESCAPED = re.compile("\\\\u?|['\"\x00-\x1f\x7f-\x9f\u2028\u2029]")


def write(graph: GraphRows) -> Iterator[bytes]:
    """Yield the script in chunks."""
    return in_chunks(_pieces(graph))


def _pieces(graph: GraphRows) -> Iterator[str]:
    for label in _LABELS.values():
        name = f"{label.lower()}_id"
        yield f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE;\n"
    for node in graph.nodes:
        where = f"(n:{_LABELS[node.kind]} {{id: {literal(node.id)}}})"
        yield f"MERGE {where} SET {_set('n', node, _NODES)};\n"
    for edge in graph.edges:
        link = f"(a)-[r:{relationship(edge.type)} {{id: {literal(edge.id)}}}]->(b)"
        ends = f"{_end('a', edge.source)}, {_end('b', edge.target)}"
        yield f"MATCH {ends} MERGE {link} SET {_set('r', edge, _EDGES)};\n"


def _end(variable: str, name: str) -> str:
    return f"({variable}:{_LABELS[name.partition(':')[0]]} {{id: {literal(name)}}})"


def _set(variable: str, row: Row, named: Mapping[str, str]) -> str:
    return ", ".join(
        f"{variable}.{name} = {_value(value, named[name])}" for name, value in given(row, named)
    )


def _value(value: Any, kind: str) -> str:
    if kind == JSON and isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, bool | int | float):
        return as_text(value)
    return literal(as_text(value))


def relationship(type_key: str) -> str:
    """Return the type of a relationship: ``WORKS_FOR`` of ``works_for``."""
    name = _NOT_IN_NAMES.sub("_", type_key.upper()).strip("_")
    return name if name[:1].isalpha() else f"T_{name}"


def literal(value: str) -> str:
    """Return a text as a string literal on one line."""
    return f"'{_ESCAPED.sub(_escape, value)}'"


def _escape(found: re.Match[str]) -> str:
    part = found[0]
    if part == "\\u":
        return "\\\\\\u0075"
    return _NAMED.get(part) or f"\\u{ord(part):04x}"
