"""Read node-link JSON: Wasurena's own, and what networkx writes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from core.caller import Caller
from core.errors import InvalidInput, Problem, TooLarge
from core.schemas import parsed
from graph.formats.node_link import NAME, VERSION
from graph.formats.schemas import MAX_EDGES, MAX_NODES, GraphImportOptions
from graph.nodes import NodeKind

from .edges import EdgeReader
from .nodes import NodeReader
from .records import EdgeRecord, ImportedGraph, NodeRecord, Problems, key_of

Record = TypeVar("Record", bound=BaseModel)


def read_graph(
    caller: Caller, data: Any, options: GraphImportOptions, now: datetime
) -> ImportedGraph:
    """Return the graph of a file, completely checked.

    Raises:
        TooLarge: more than 100,000 nodes or 200,000 edges.
        InvalidInput: up to 100 problems, each with its path (``nodes.3.id``).
    """
    raw_nodes, raw_edges = _lists(data)
    problems = Problems()
    records = _records(NodeRecord, raw_nodes, "nodes", problems)
    by_key = _by_key(records, problems)
    nodes = NodeReader(caller, options, now, problems)
    kinds = {key: nodes.kind_of(records[at]) for key, at in by_key.items()}
    called = {key: records[at].called for key, at in by_key.items()}
    edges = EdgeReader(caller, options, problems, kinds, called)
    edges.read(_records(EdgeRecord, raw_edges, "edges", problems), is_directed=_is_directed(data))
    graph = ImportedGraph(edges=edges.found, notes=edges.notes())
    for key, at in by_key.items():
        if kinds[key] is NodeKind.MEMORY:
            nodes.add_memory(graph, at, key, records[at], edges.groups[key])
        elif kinds[key] is NodeKind.ENTITY:
            nodes.add_entity(graph, at, key, records[at])
    nodes.validate(graph.memories)
    if problems.total:
        raise InvalidInput(_as_listed(problems, _edges_name(data)))
    return graph


def _lists(data: Any) -> tuple[list[Any], list[Any]]:
    """Return the nodes and the edges, which networkx called “links” before."""
    if not isinstance(data, dict):
        raise InvalidInput(_("a JSON object is expected"), code="not_an_object")
    about = data.get("graph")
    if isinstance(about, dict) and about.get("format") == NAME and about.get("version") != VERSION:
        detail = f"this program reads version {VERSION}"
        raise InvalidInput(detail, field="graph.version", code="version")
    edges_name = _edges_name(data)
    found = [data.get("nodes"), data.get(edges_name)]
    for name, value, most in zip(("nodes", edges_name), found, (MAX_NODES, MAX_EDGES), strict=True):
        if not isinstance(value, list):
            raise InvalidInput(_("a list is expected"), field=name, code="list_type")
        if len(value) > most:
            raise TooLarge(
                format_lazy(_("at most {most}"), most=f"{most:,}"), field=name, code="too_many"
            )
    nodes, edges = (value for value in found if value is not None)
    return nodes, edges


def _edges_name(data: dict[str, Any]) -> str:
    return "links" if "links" in data and "edges" not in data else "edges"


def _as_listed(problems: Problems, edges_name: str) -> list[Problem]:
    """Return the problems with the name that the file has for its edges, and how many there are."""
    listed = [
        replace(problem, field=problem.field.replace("edges", edges_name, 1))
        if problem.field.startswith("edges.")
        else problem
        for problem in problems.listed
    ]
    if (more := problems.total - len(listed)) > 0:
        listed.append(
            Problem("", "more", format_lazy(_("{more} further problems"), more=f"{more:,}"))
        )
    return listed


def _is_directed(data: dict[str, Any]) -> bool:
    return data.get("directed") is True


def _records(
    schema: type[Record], values: Sequence[Any], name: str, problems: Problems
) -> dict[int, Record]:
    """Return the valid rows by their position."""
    found = {}
    for at, value in enumerate(values):
        try:
            found[at] = parsed(schema, value, prefix=f"{name}.{at}")
        except InvalidInput as error:
            problems.add(*error.problems)
    return found


def _by_key(records: dict[int, NodeRecord], problems: Problems) -> dict[str, int]:
    """Return the positions of the nodes by key; an id stands once."""
    found: dict[str, int] = {}
    for at, record in records.items():
        if (first := found.setdefault(key_of(record.id), at)) != at:
            detail = f"the id {json.dumps(record.id)} is that of nodes.{first} already"
            problems.add(Problem(f"nodes.{at}.id", "repeated", detail))
    return found
