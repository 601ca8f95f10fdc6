"""Memories as JSON-LD, in the words of schema.org where it has some."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from .rows import ReadableMemory

OWN = "urn:wasurena:"
CONTEXT = {
    "@vocab": "https://schema.org/",
    "type": f"{OWN}type",
    "pack": f"{OWN}pack",
    "namespace": f"{OWN}namespace",
    "answer": f"{OWN}assistant-text",
    "link": {"@id": f"{OWN}link", "@container": "@set"},
    "target": {"@id": f"{OWN}target", "@type": "@id"},
    "dateCreated": {"@type": "http://www.w3.org/2001/XMLSchema#dateTime"},
    "keywords": {"@container": "@set"},
    "about": {"@container": "@set"},
}


def linked_data(rows: Iterable[ReadableMemory]) -> Iterator[bytes]:
    """Yield one document, memory by memory."""
    yield f'{{"@context":{_json(CONTEXT)},"@graph":['.encode()
    for number, row in enumerate(rows):
        start = ",\n" if number else "\n"
        yield f"{start}{_json(_node(row))}".encode("utf-8", "replace")
    yield b"\n]}\n"


def _node(row: ReadableMemory) -> dict[str, Any]:
    memory = row.memory
    node = {
        "@id": memory.id.urn,
        "@type": "CreativeWork",
        "name": memory.title,
        "text": memory.text,
        "answer": memory.assistant_text,
        "dateCreated": memory.created_at.isoformat(),
        "author": {"@type": "Person", "name": memory.speaker} if memory.speaker else None,
        "type": memory.memory_type,
        "pack": memory.pack,
        "namespace": memory.namespace,
        "isPartOf": {"@type": "Collection", "name": memory.context} if memory.context else None,
        "keywords": memory.tags,
        "about": [
            {"@id": one.id.urn, "@type": "Thing", "name": one.name, "type": one.type}
            for one in memory.entities
        ],
        "link": [
            {"type": one.type, "target": one.id.urn, "description": one.reason} for one in row.links
        ],
    }
    return {name: value for name, value in node.items() if value}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
