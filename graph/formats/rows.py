"""The rows of an export, and how a value of theirs is written as text.

Ids are node names (``memory:<uuid>``, ``tag:<name>``), as in ``graph.network.schemas``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

Value = str | float | bool | datetime | tuple[str, ...] | Mapping[str, Any] | None
# Bytes that a writer hands out at once.
CHUNK = 65_536
TEXT, NUMBER, YES_NO, TIME, JSON = "text", "number", "yes_no", "time", "json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportNode:
    """A node. What a kind of nodes does not have is None or empty.

    ``attributes`` are those of an entity, or the extra data of a memory.
    """

    id: str
    kind: str
    label: str
    type: str = ""
    pack: str = ""
    date: datetime | None = None
    updated_at: datetime | None = None
    name: str = ""
    aliases: tuple[str, ...] = ()
    description: str = ""
    title: str = ""
    text: str = ""
    assistant_text: str = ""
    speaker: str = ""
    category: str = ""
    context: str = ""
    tags: tuple[str, ...] = ()
    session: str = ""
    namespace: str = ""
    about_start: datetime | None = None
    about_end: datetime | None = None
    importance: float | None = None
    confidence: float | None = None
    pinned: bool | None = None
    searchable: bool | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportEdge:
    """An edge. ``evidence`` are names of the memories that say so."""

    id: str
    kind: str
    source: str
    target: str
    type: str
    label: str = ""
    directed: bool = True
    weight: float = 1.0
    confidence: float = 1.0
    reason: str = ""
    date: datetime | None = None
    updated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    evidence: tuple[str, ...] = ()


Row = ExportNode | ExportEdge


@dataclass(frozen=True, slots=True)
class GraphRows:
    """A graph to write: every node once, then every edge between these nodes."""

    nodes: Iterable[ExportNode]
    edges: Iterable[ExportEdge]
    made_at: datetime


# How the columns that are no texts are written.
_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("weight", "confidence", "importance"), NUMBER),
    **dict.fromkeys(("directed", "pinned", "searchable"), YES_NO),
    **dict.fromkeys(
        ("date", "updated_at", "about_start", "about_end", "valid_from", "valid_to", "recorded_at"),
        TIME,
    ),
    **dict.fromkeys(("aliases", "tags", "evidence", "attributes"), JSON),
}


@cache
def columns(kind: type[Row], without: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Return the columns of nodes or edges in their order, each with the kind of its values."""
    names = (column.name for column in fields(kind) if column.name not in without)
    return {name: _KINDS.get(name, TEXT) for name in names}


def given(row: Row, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a row that are not empty; zero and no are not empty."""
    for name in names:
        value: Value = getattr(row, name)
        if value is not None and value not in ("", (), {}):
            yield name, value


def as_text(value: Value) -> str:
    """Return a value as text: times in ISO 8601 and UTC, lists and objects as JSON."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping | tuple):
        return compact_json(value)
    return "" if value is None else str(value)


def iso(at: datetime) -> str:
    """Return a time in UTC, to the microsecond if it has any."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def compact_json(value: Any) -> str:
    """Return a value as JSON on one line; times in ISO 8601."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    return iso(value) if isinstance(value, datetime) else str(value)


def in_chunks(pieces: Iterable[str]) -> Iterator[bytes]:
    """Join small texts to chunks of bytes in UTF-8."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()
