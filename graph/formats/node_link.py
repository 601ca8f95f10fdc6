"""Node-link JSON, as networkx reads and writes it; the format that Wasurena reads again.

``networkx.node_link_graph(data, edges="edges")`` makes a ``MultiDiGraph`` of it.
"""

from collections.abc import Iterable, Iterator

from .rows import (
    ExportEdge,
    ExportNode,
    GraphRows,
    Row,
    columns,
    compact_json,
    given,
    in_chunks,
    iso,
)

NAME, VERSION = "wasurena", 1
_NODES, _EDGES = columns(ExportNode), columns(ExportEdge)


def write(graph: GraphRows) -> Iterator[bytes]:
    """Yield the document in chunks, with one node or edge on each line."""
    return in_chunks(_pieces(graph))


def _pieces(graph: GraphRows) -> Iterator[str]:
    about = {"format": NAME, "version": VERSION, "exported_at": iso(graph.made_at)}
    yield f'{{"directed":true,"multigraph":true,"graph":{compact_json(about)},\n"nodes":[\n'
    yield from _listed(graph.nodes, _NODES)
    yield '],\n"edges":[\n'
    yield from _listed(graph.edges, _EDGES)
    yield "]}\n"


def _listed(rows: Iterable[Row], named: Iterable[str]) -> Iterator[str]:
    for at, row in enumerate(rows):
        separator = ",\n" if at else ""
        yield f"{separator}{compact_json(dict(given(row, named)))}"
    yield "\n"
