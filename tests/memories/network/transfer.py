"""Exports as JSON, imports, and what a graph says without its ids."""

import json
from collections import Counter
from typing import Any

import networkx as nx

from core.caller import Caller
from graph.formats.schemas import ExportInput, GraphImported, GraphImportOptions
from graph.formats.writers import FORMATS
from memories.selectors.network.export import export_graph
from memories.services.network.graph_import import import_graph

OF_THE_ROW = {"id", "date", "updated_at", "recorded_at", "session", "attributes"}


def exported(caller: Caller, **asked: Any) -> dict[str, Any]:
    """Return the export of a caller."""
    rows = export_graph(caller, ExportInput(**asked))
    document: dict[str, Any] = json.loads(b"".join(FORMATS["json"].write(rows)))
    return document


def imported(caller: Caller, document: Any, **options: Any) -> GraphImported:
    """Import a document."""
    return import_graph(caller, document, GraphImportOptions(**options))


def content(document: dict[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Return nodes and edges without the ids and dates that every person's rows have anew."""
    said = {node["id"]: _said(node) for node in document["nodes"]}
    edges: Counter[str] = Counter()
    for edge in document["edges"]:
        ends = [said[edge["source"]], said[edge["target"]]]
        ends = ends if edge["directed"] else sorted(ends)
        evidence = sorted(said[name] for name in edge.get("evidence", ()))
        plain = {name: edge[name] for name in edge if name not in OF_THE_ROW}
        edges[_text({**plain, "source": ends[0], "target": ends[1], "evidence": evidence})] += 1
    return Counter(said.values()), edges


def _said(node: dict[str, Any]) -> str:
    kept = {name: value for name, value in node.items() if name not in OF_THE_ROW}
    when = node.get("date") if node["kind"] == "memory" else None
    what = node.get("attributes", {})
    return _text({**kept, "when": when, "attributes": what})


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def as_networkx(document: dict[str, Any]) -> "nx.Graph[str]":
    """Return an export as an undirected graph of names with weights."""
    found: nx.Graph[str] = nx.Graph()
    names = {node["id"]: node.get("name") or node["text"] for node in document["nodes"]}
    found.add_nodes_from(names.values())
    for edge in document["edges"]:
        ends = names[edge["source"]], names[edge["target"]]
        found.add_edge(*ends, weight=edge["weight"])
    return found
