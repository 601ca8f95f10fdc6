"""Whatever names and texts hold, every format stays well-formed and says the same."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.formats.csv_zip import FORMULAS
from graph.formats.cypher import literal, relationship
from graph.formats.rows import CHUNK, ExportEdge, ExportNode, GraphRows
from graph.formats.writers import FORMATS, FormatName

NOW = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
HOSTILE = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00")),
    st.text(st.sampled_from("\\u0027'\"`;{}()[]<>&\n\r\t\x01\x85\u2028,=+-@＝田é\ufffe]]>")),
    st.sampled_from(
        ["'}) DETACH DELETE n //", "\\u0027}) DETACH DELETE n //", "\\\\u0027", "]]>", "--", "</node>",
         "=HYPERLINK(1)", "＝1+1", '","', "a\r\nb"]
    ),
)  # fmt: skip


def rows(texts: Sequence[str]) -> GraphRows:
    nodes = [
        ExportNode(
            id=f"memory:{at}", kind="memory", label=text, text=text, tags=(text,), date=NOW,
            confidence=0.5, pinned=False, attributes={text: text},
        )
        for at, text in enumerate(texts)
    ]  # fmt: skip
    edges = [
        ExportEdge(
            id=f"link:{at}", kind="link", source=f"memory:{at}", target=f"memory:{at + 1}",
            type="supports", reason=text, weight=0.25, directed=at % 2 == 0,
            valid_from=NOW if at % 2 else None, evidence=("memory:0",),
        )
        for at, text in enumerate(texts[1:])
    ]  # fmt: skip
    return GraphRows(iter(nodes), iter(edges), NOW)


def written(name: FormatName, texts: Sequence[str]) -> bytes:
    return b"".join(FORMATS[name].write(rows(texts)))


def in_xml(text: str) -> str:
    """Return a text as XML 1.0 can hold it."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


TEXTS = st.lists(HOSTILE, min_size=1, max_size=4)


@settings(max_examples=60)
@given(TEXTS)
def test_xml_holds_every_text(texts: list[str]) -> None:
    graphml = nx.parse_graphml(written("graphml", texts).decode(), force_multigraph=True)
    gexf = nx.read_gexf(io.BytesIO(written("gexf", texts)), version="1.3")
    for graph in (graphml, gexf):
        found = [graph.nodes[f"memory:{at}"].get("text", "") for at in range(len(texts))]
        assert found == [in_xml(text) for text in texts]
        reasons = {a.get("id", key): a.get("reason", "") for *_e, key, a in _edges(graph)}
        assert reasons == {f"link:{at}": in_xml(text) for at, text in enumerate(texts[1:])}


def _edges(graph: Any) -> list[tuple[Any, ...]]:
    if graph.is_multigraph():
        return list(graph.edges(data=True, keys=True))
    return [(one, other, "", values) for one, other, values in graph.edges(data=True)]


@settings(max_examples=60)
@given(TEXTS)
def test_json_says_what_went_in(texts: list[str]) -> None:
    document = json.loads(written("json", texts))
    assert [node.get("text", "") for node in document["nodes"]] == texts
    graph = nx.node_link_graph(document, edges="edges")
    assert graph.number_of_edges() == len(texts) - 1
    assert [edge.get("reason", "") for edge in document["edges"]] == texts[1:]


@settings(max_examples=60)
@given(TEXTS)
def test_csv_holds_every_text_and_no_formula(texts: list[str]) -> None:
    with zipfile.ZipFile(io.BytesIO(written("csv", texts))) as archive:
        raw = archive.read("nodes.csv")
    assert raw.startswith(b"\xef\xbb\xbf")
    table = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    for row, text in zip(table, texts, strict=True):
        assert row["text"] == (f"'{text}" if text.startswith(FORMULAS) else text)
        assert not any(cell.startswith(FORMULAS) for cell in row.values())


def decoded_first(text: str) -> str:
    """Decode as Neo4j's older readers do: escapes of code points before anything else."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


def value_of(text: str) -> tuple[str, str]:
    """Return the value of the string literal at the beginning, and what follows it."""
    assert text[0] == "'"
    value, at = "", 1
    while text[at] != "'":
        if text[at] != "\\":
            value, at = value + text[at], at + 1
        elif text[at + 1] == "u":
            value, at = value + chr(int(text[at + 2 : at + 6], 16)), at + 6
        else:
            plain = {"n": "\n", "r": "\r", "t": "\t"}.get(text[at + 1], text[at + 1])
            value, at = value + plain, at + 2
    return value, text[at + 1 :]


@settings(max_examples=300)
@given(HOSTILE)
def test_a_cypher_literal_ends_where_it_should(text: str) -> None:
    for script in (literal(text), decoded_first(literal(text))):
        assert value_of(f"{script} AFTER") == (text, " AFTER")


@settings(max_examples=60)
@given(TEXTS)
def test_a_cypher_script_has_one_statement_a_line(texts: list[str]) -> None:
    script = written("cypher", texts).decode()
    lines = script.splitlines()
    assert script.count("\n") == len(lines) == 5 + len(texts) + len(texts) - 1
    assert all(line.endswith(";") for line in lines)
    assert all(line.startswith(("CREATE CONSTRAINT", "MERGE (n:", "MATCH (a:")) for line in lines)


@given(st.text())
def test_a_relationship_is_a_plain_name(text: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Z0-9_]*", relationship(text))


@pytest.mark.parametrize("name", FORMATS)
def test_writers_hand_out_small_parts(name: FormatName) -> None:
    read: list[int] = []
    texts = ["田中さんと会議。" * 50] * 800
    many = rows([f"{at}{text}" for at, text in enumerate(texts)])

    def counted() -> Any:
        for node in many.nodes:
            read.append(1)
            yield node

    parts = FORMATS[name].write(GraphRows(counted(), many.edges, NOW))
    first = next(parts)
    assert len(first) < 8 * CHUNK
    if name != "csv":  # which packs so well that all of it is one part
        assert len(read) < len(texts)
    assert sum(map(len, parts)) >= 0 and len(read) == len(texts)


def test_gexf_says_when_an_edge_held() -> None:
    assert b'<spell start="2026-11-20T12:30:00Z"/>' in written("gexf", ["a", "b", "c"])
