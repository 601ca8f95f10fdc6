"""The base of all answers: what is empty is left out, and ids are short."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.utils import timezone
from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer

from memories.schemas import EntityRef
from memories.schemas.recalled_text import json_text, one_line
from memories.schemas.search.results import moment as moment

Shorten = Callable[[UUID], str]
Row = TypeVar("Row", bound=BaseModel)
# The name of a node of the graph.
NODE = re.compile(r"(?:memory|entity):([0-9a-f]{32}|[0-9a-f-]{36})")
ID_IN_TEXT = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
# Clients cut longer results themselves, without a word.
MOST_CHARACTERS = 50_000
# For what stands around the list that is cut.
FRAME = 1_000


class Answer(BaseModel):
    """What a tool answers; nulls and empties are left out where it is written."""

    model_config = ConfigDict(frozen=True)

    @model_serializer(mode="wrap")
    def _without_empties(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return without_empties(handler(self))


def without_empties(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out nulls, empty texts and empty lists; zero and false are said."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


def lean(value: Any, short: Shorten) -> Any:
    """Return an output as plain values: no empties, short ids, times of the reader's zone."""
    if isinstance(value, EntityRef):
        return {"name": value.name, "type": value.type}
    if isinstance(value, BaseModel):
        return without_empties({name: lean(inner, short) for name, inner in value})
    if isinstance(value, UUID):
        return short(value)
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat()
    if isinstance(value, dict):
        return {name: lean(inner, short) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [lean(inner, short) for inner in value]
    return round(value, 4) if isinstance(value, float) else value


def ids_in(value: Any) -> Iterator[UUID]:
    """Yield every id in an output, at any depth; entities go by their names but in the graph."""
    if isinstance(value, UUID):
        yield value
    elif isinstance(value, str):
        if node := NODE.fullmatch(value):
            yield UUID(node[1])
    elif isinstance(value, BaseModel):
        if not isinstance(value, EntityRef):
            # Changes are named in full: several rows have one.
            for name, inner in value:
                yield from ids_in(inner) if name != "change_id" else ()
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from ids_in(inner)


def with_short_ids(text: str, short: Shorten) -> str:
    """Return a sentence of the services on one line, the ids in it short."""
    return one_line(ID_IN_TEXT.sub(lambda found: short(UUID(found[0])), text))


def fitting(rows: Sequence[Row], most: int = MOST_CHARACTERS) -> list[Row]:
    """Return the first rows that fit into an answer that clients take whole."""
    kept, room = [], most - FRAME
    for row in rows:
        room -= len(json_text(row.model_dump(mode="json", by_alias=True))) + 1
        if room < 0:
            break
        kept.append(row)
    return kept


def more_than(kept: Sequence[object], rows: Iterable[object]) -> str:
    """Say how many rows had no room; empty if all had."""
    left = sum(1 for _ in rows) - len(kept)
    return f"{left} more; narrow the query" if left else ""
