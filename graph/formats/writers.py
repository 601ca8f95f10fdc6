"""The formats by name: what they are called, and who writes them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from . import csv_zip, cypher, gexf, graphml, node_link
from .rows import GraphRows

FormatName = Literal["graphml", "gexf", "json", "cypher", "csv"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format; ``write`` yields a document in chunks while it reads the rows."""

    suffix: str
    content_type: str
    write: Callable[[GraphRows], Iterator[bytes]]


FORMATS: Mapping[FormatName, Format] = {
    "graphml": Format(".graphml", "application/graphml+xml", graphml.write),
    "gexf": Format(".gexf", "application/gexf+xml", gexf.write),
    "json": Format(".json", "application/json", node_link.write),
    "cypher": Format(".cypher", "text/plain; charset=utf-8", cypher.write),
    "csv": Format(".zip", "application/zip", csv_zip.write),
}
