"""The columns of rows that hold words of a person: a pack's privacy policy decides about them."""

from collections.abc import Mapping
from typing import Any

from entities.models import Entity, EntityAlias, Mention
from graph.models import EntityRelation, MemoryLink
from memories.models import (
    Affect,
    Context,
    Memory,
    Proposal,
    Session,
    State,
    Tag,
    Thread,
    ThreadMembership,
)
from memories.records.privacy.rows import COLUMNS
from nlp.names.spelling import look_up_key
from nlp.text.tokens import content_hash, name_key

WORDS: Mapping[Any, tuple[str, ...]] = {
    Session: ("context",),
    Tag: ("name",),
    Context: ("name",),
    Entity: ("name", "reading", "description", "attributes", "extra_data"),
    EntityAlias: ("alias", "reading"),
    Memory: (*COLUMNS.values(), "summary_text", "micro_summary"),
    Thread: ("title",),
    ThreadMembership: ("evidence",),
    Mention: ("surface", "context_window"),
    Affect: ("moment_affect_text", "inner_thought_text"),
    MemoryLink: ("notes", "keywords_common", "properties"),
    EntityRelation: ("reason", "properties"),
    State: ("value", "body", "extra_data"),
    Proposal: ("payload", "reason"),
}
# Columns without whose words a row says nothing: it is left out with them.
NEEDED: Mapping[Any, str] = {
    Tag: "name", Context: "name", Entity: "name", EntityAlias: "alias", Memory: "raw_text",
    Mention: "surface",
}  # fmt: skip
NAMES = frozenset({"name", "alias", "title", "speaker", "surface"})
# By column of a memory, the field by which its original is kept.
FIELDS = {column: field for field, column in COLUMNS.items()}


def follow(model: Any, values: dict[str, Any]) -> None:
    """Set the columns that follow from words that were changed."""
    if model is Memory and "content_hash" in values:
        values["content_hash"] = content_hash(values.get("raw_text") or "")
    if model in (Tag, Context) and "name_key" in values:
        values["name_key"] = name_key(values.get("name") or "")
    if model is Entity and "name_key" in values:
        kind = str(values.get("entity_type_id", "")).rstrip("#")
        values["name_key"] = look_up_key(values.get("name") or "", kind)
    if model is EntityAlias and "alias_key" in values:
        values["alias_key"] = name_key(values.get("alias") or "")
