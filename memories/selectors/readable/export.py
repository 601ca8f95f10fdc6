"""Write a readable export: a folder of Markdown, or one file."""

from collections.abc import Callable, Iterable, Iterator

from core.caller import Caller, Scope
from core.db.sqlite.read_snapshot import read_snapshot
from memories.schemas.archive import ExportPart

from .linked_data import linked_data
from .markdown import markdown_files
from .rows import ReadableMemory, readable_memories
from .tables import csv_table

FORMATS: dict[str, Callable[[Iterable[ReadableMemory]], Iterator[bytes]]] = {
    "csv": csv_table,
    "json-ld": linked_data,
}


def export_file(caller: Caller, asked: ExportPart, format_name: str) -> Iterator[bytes]:
    """Yield the parts of one file, as of one moment.

    Raises:
        Forbidden: the token may not read, or does not allow a pack.
        InvalidInput: there is no such pack.
    """
    caller.require(Scope.READ)
    with read_snapshot():
        yield from FORMATS[format_name](readable_memories(caller, asked))


def export_folder(caller: Caller, asked: ExportPart) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each Markdown file, as of one moment.

    Raises:
        Forbidden: the token may not read, or does not allow a pack.
        InvalidInput: there is no such pack.
    """
    caller.require(Scope.READ)
    with read_snapshot():
        yield from markdown_files(readable_memories(caller, asked))
