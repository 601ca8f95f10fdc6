"""Memories as Markdown: one file each, with YAML front matter."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from .rows import ReadableMemory

# Bytes of a title in a name: names have 255 on most systems, and 143 on some encrypted ones.
MOST_BYTES = 60
# What is no letter and no digit, and characters that YAML wants escaped and JSON does not.
OTHERS = re.compile(r"[\W_]+")
UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def markdown_files(rows: Iterable[ReadableMemory]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each memory's file."""
    for row in rows:
        memory = row.memory
        name = file_name(memory.created_at, memory.title, memory.id)
        body = f"{_front_matter(row)}\n{_body(row)}"
        yield name, body.encode("utf-8", "replace")


def file_name(created_at: datetime, title: str, uid: UUID) -> str:
    """Return a name that every file system takes, and no other memory has."""
    words = OTHERS.sub("-", unicodedata.normalize("NFC", title)).strip("-").lower()
    short = words.encode()[:MOST_BYTES].decode("utf-8", "ignore").strip("-")
    parts = [f"{created_at.astimezone(UTC):%Y-%m-%d}", short, str(uid)]
    return f"{'-'.join(part for part in parts if part)}.md"


def _front_matter(row: ReadableMemory) -> str:
    memory = row.memory
    fields: dict[str, Any] = {
        "id": str(memory.id),
        "title": memory.title,
        "created": memory.created_at.isoformat(),
        "speaker": memory.speaker,
        "type": memory.memory_type,
        "pack": memory.pack,
        "namespace": memory.namespace,
        "context": memory.context,
        "source": memory.source,
        "tags": memory.tags,
        "entities": [f"{one.name} ({one.type})" for one in memory.entities],
        "links": [{"type": one.type, "id": str(one.id)} for one in row.links],
    }
    lines = [f"{name}: {_yaml(value)}" for name, value in fields.items() if value]
    return "\n".join(["---", *lines, "---", ""])


def _yaml(value: Any) -> str:
    """Return a value as YAML in one line, of which JSON is a part."""
    text = json.dumps(value, ensure_ascii=False)
    return UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _body(row: ReadableMemory) -> str:
    parts = [row.memory.text]
    if row.memory.assistant_text:
        parts.append(f"## Assistant\n\n{row.memory.assistant_text}")
    if row.links:
        lines = [
            f"- {one.type}: [{_label(one.title) or one.id}]({_target(one)})" for one in row.links
        ]
        parts.append("\n".join(["## Links", "", *lines]))
    return "\n\n".join(parts) + "\n"


def _label(title: str) -> str:
    return re.sub(r"([\\\[\]])", r"\\\1", " ".join(title.split()))


def _target(link: Any) -> str:
    return file_name(link.created_at, link.title, link.id)
