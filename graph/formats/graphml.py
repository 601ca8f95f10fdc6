"""GraphML: all edges are directed for readers that take no mixed graphs; ``directed`` tells them apart."""

from collections.abc import Iterator, Mapping

from . import xml
from .rows import (
    NUMBER,
    YES_NO,
    ExportEdge,
    ExportNode,
    GraphRows,
    Row,
    as_text,
    columns,
    given,
    in_chunks,
)

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_TYPES = {NUMBER: "double", YES_NO: "boolean"}
_NODES = columns(ExportNode, frozenset({"id"}))
_EDGES = columns(ExportEdge, frozenset({"id", "source", "target"}))


def write(graph: GraphRows) -> Iterator[bytes]:
    """Yield the document in chunks."""
    return in_chunks(_pieces(graph))


def _pieces(graph: GraphRows) -> Iterator[str]:
    yield f'{xml.DECLARATION}<graphml xmlns="{NAMESPACE}">\n'
    yield from _keys("node", _NODES)
    yield from _keys("edge", _EDGES)
    yield '<graph id="wasurena" edgedefault="directed">\n'
    for node in graph.nodes:
        yield f"<node id={xml.attribute(node.id)}>{_data('node', node, _NODES)}</node>\n"
    for edge in graph.edges:
        ends = f"source={xml.attribute(edge.source)} target={xml.attribute(edge.target)}"
        yield f"<edge id={xml.attribute(edge.id)} {ends}>{_data('edge', edge, _EDGES)}</edge>\n"
    yield "</graph>\n</graphml>\n"


def _keys(owner: str, named: Mapping[str, str]) -> Iterator[str]:
    for name, kind in named.items():
        yield (
            f'<key id="{owner}_{name}" for="{owner}" attr.name="{name}"'
            f' attr.type="{_TYPES.get(kind, "string")}"/>\n'
        )


def _data(owner: str, row: Row, named: Mapping[str, str]) -> str:
    return "".join(
        f'<data key="{owner}_{name}">{xml.text(as_text(value))}</data>'
        for name, value in given(row, named)
    )
