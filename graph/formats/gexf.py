"""GEXF 1.3 for Gephi: what held from when to when is a spell of its edge."""

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
    iso,
)

NAMESPACE = "http://gexf.net/1.3"
_TYPES = {NUMBER: "double", YES_NO: "boolean"}
_NODES = columns(ExportNode, frozenset({"id", "label"}))
_EDGES = columns(ExportEdge, frozenset({"id", "source", "target", "label", "weight"}))


def write(graph: GraphRows) -> Iterator[bytes]:
    """Yield the document in chunks."""
    return in_chunks(_pieces(graph))


def _pieces(graph: GraphRows) -> Iterator[str]:
    yield f'{xml.DECLARATION}<gexf xmlns="{NAMESPACE}" version="1.3">\n'
    made = graph.made_at.date().isoformat()
    yield f'<meta lastmodifieddate="{made}"><creator>Wasurena</creator></meta>\n'
    # “date” stands for dates and times here: some readers know no other name.
    yield '<graph defaultedgetype="directed" mode="dynamic" timeformat="date">\n'
    yield from _declared("node", _NODES)
    yield from _declared("edge", _EDGES)
    yield "<nodes>\n"
    for node in graph.nodes:
        ident = f"id={xml.attribute(node.id)} label={xml.attribute(node.label)}"
        yield f"<node {ident}>{_values(node, _NODES)}</node>\n"
    yield "</nodes>\n<edges>\n"
    for edge in graph.edges:
        yield f"<edge {_ends(edge)}>{_values(edge, _EDGES)}{_spells(edge)}</edge>\n"
    yield "</edges>\n</graph>\n</gexf>\n"


def _declared(owner: str, named: Mapping[str, str]) -> Iterator[str]:
    yield f'<attributes class="{owner}" mode="static">\n'
    for name, kind in named.items():
        yield f'<attribute id="{name}" title="{name}" type="{_TYPES.get(kind, "string")}"/>\n'
    yield "</attributes>\n"


def _ends(edge: ExportEdge) -> str:
    """Return the attributes of an edge; all are directed, and ``directed`` tells them apart."""
    ends = f"source={xml.attribute(edge.source)} target={xml.attribute(edge.target)}"
    label = xml.attribute(edge.label or edge.type)
    return f'id={xml.attribute(edge.id)} {ends} label={label} weight="{edge.weight}"'


def _values(row: Row, named: Mapping[str, str]) -> str:
    values = (
        f'<attvalue for="{name}" value={xml.attribute(as_text(value))}/>'
        for name, value in given(row, named)
    )
    return f"<attvalues>{''.join(values)}</attvalues>"


def _spells(edge: ExportEdge) -> str:
    """Return when an edge held; an open side has no bound."""
    bounds = {"start": edge.valid_from, "end": edge.valid_to}
    known = "".join(f' {name}="{iso(at)}"' for name, at in bounds.items() if at)
    return f"<spells><spell{known}/></spells>" if known else ""
