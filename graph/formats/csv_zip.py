"""CSV: a zip of ``nodes.csv`` and ``edges.csv`` by RFC 4180, for spreadsheets and databases.

The files begin with a byte order mark, without which spreadsheets garble Japanese. A text that a
spreadsheet would compute gets an apostrophe in front.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .rows import CHUNK, TEXT, ExportEdge, ExportNode, GraphRows, Row, as_text, columns

BYTE_ORDER_MARK = "\ufeff"
# The wide forms are computed by Japanese spreadsheets.
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_ROWS_AT_ONCE = 200


def write(graph: GraphRows) -> Iterator[bytes]:
    """Yield the archive in chunks."""
    out = _Drain()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows, kind in (
            ("nodes.csv", graph.nodes, ExportNode),
            ("edges.csv", graph.edges, ExportEdge),
        ):
            entry = zipfile.ZipInfo(name, graph.made_at.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                for part in _parts(rows, columns(kind)):
                    file.write(part)
                    if out.size >= CHUNK:
                        yield out.taken()
    yield out.taken()


def _parts(rows: Iterable[Row], named: Mapping[str, str]) -> Iterator[bytes]:
    text = io.StringIO(newline="")
    table = csv.writer(text)
    text.write(BYTE_ORDER_MARK)
    table.writerow(named)
    for at, row in enumerate(rows, start=1):
        table.writerow([_cell(getattr(row, name), kind) for name, kind in named.items()])
        if at % _ROWS_AT_ONCE == 0:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _cell(value: Any, kind: str) -> str:
    text = as_text(value)
    return f"'{text}" if kind == TEXT and text.startswith(FORMULAS) else text


class _Drain(io.RawIOBase):
    """A file that only grows, from which what was written is taken away."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Keep the bytes until they are taken."""
        self._parts.append(bytes(data))
        self.size += len(self._parts[-1])
        return len(self._parts[-1])

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        taken = b"".join(self._parts)
        self._parts, self.size = [], 0
        return taken
