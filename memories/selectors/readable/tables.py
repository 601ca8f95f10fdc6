"""Memories as one CSV table."""

import csv
import io
from collections.abc import Iterable, Iterator

from .rows import ReadableMemory

COLUMNS = (
    "id", "created", "speaker", "type", "pack", "namespace", "context", "tags", "title", "text",
    "assistant_text", "source", "importance", "entities", "links",
)  # fmt: skip


def csv_table(rows: Iterable[ReadableMemory]) -> Iterator[bytes]:
    """Yield the table line by line; several values of a cell stand in lines of their own.

    Texts are word for word, also those that a spreadsheet takes for formulas.
    """
    # The mark tells spreadsheets that it is UTF-8.
    yield b"\xef\xbb\xbf" + _line(COLUMNS)
    for row in rows:
        memory = row.memory
        yield _line(
            (
                str(memory.id),
                memory.created_at.isoformat(),
                memory.speaker,
                memory.memory_type,
                memory.pack,
                memory.namespace,
                memory.context or "",
                "\n".join(memory.tags),
                memory.title,
                memory.text,
                memory.assistant_text,
                memory.source,
                str(memory.importance),
                "\n".join(one.name for one in memory.entities),
                "\n".join(f"{one.type} {one.id}" for one in row.links),
            )
        )


def _line(cells: Iterable[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "replace")
