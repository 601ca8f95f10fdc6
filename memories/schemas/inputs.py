"""Inputs of a save and of an update (the REST contract: docs/rest.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from core.schemas import (
    Input,
    Json,
    Label,
    Line,
    Moment,
    Name,
    Namespace,
    Patch,
    Reason,
    Required,
    Score,
    Text,
)
from packs.schemas import PackId

from .ids import MentionedMemory, MentionedState
from .leniency.base import LenientInput, LenientPart

MAX_TEXT = 100_000
MAX_BATCH = 1_000


class EntityInput(LenientPart):
    """A person or thing that the text is about."""

    plain: ClassVar[str] = "name"
    key_names: ClassVar[Mapping[str, str]] = {"entity_type": "type", "kind": "type"}

    name: Name = Field(description="The name as people say it, e.g. 田中太郎")
    type: Annotated[Text, Field(max_length=64)] = Field(
        default="Concept", description="An entity type, e.g. Person, Organization, Project"
    )
    aliases: list[Name] = Field(default_factory=list, max_length=50)


class RelationInput(LenientPart):
    """A relation of two entities; one that is not in ``entities`` becomes one."""

    decisive: ClassVar[frozenset[str]] = frozenset({"valid_to"})
    key_names: ClassVar[Mapping[str, str]] = {
        "from": "source", "subject": "source", "to": "target", "object": "target",
        "relation": "type", "relation_type": "type", "predicate": "type",
    }  # fmt: skip

    source: Name
    target: Name
    type: Annotated[Text, Field(max_length=64)] = Field(
        default="relates_to", description="A relation type, e.g. works_for"
    )
    reason: Reason = ""
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    confidence: Score | None = None


class SaidState(LenientPart):
    """Something that holds of one of the entities, or of the owner, from when to when."""

    plain: ClassVar[str] = "value"
    decisive: ClassVar[frozenset[str]] = frozenset({"valid_to"})
    key_names: ClassVar[Mapping[str, str]] = {
        "object": "value", "type": "kind", "property": "predicate", "attribute": "predicate",
        "due": "due_at", "deadline": "due_at",
    }  # fmt: skip

    kind: Annotated[Text, Field(max_length=64)] = Field(
        default="fact", description="fact, relation, or task: to do"
    )
    subject: Name = Field(default="me", description="An entity's name, or me")
    predicate: Annotated[Text, Field(max_length=64)] = Field(
        default="",
        description="A key, e.g. lives_in, works_for, likes, birthday",
    )
    value: Annotated[Required, Field(max_length=10_000)] = Field(
        description="In few words; an entity's name where it is one."
    )
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    due_at: Moment | None = None
    confidence: Score | None = None


class LinkInput(LenientPart):
    """A link from the memory to another one."""

    plain: ClassVar[str] = "target_id"
    key_names: ClassVar[Mapping[str, str]] = {
        "id": "target_id", "target": "target_id", "memory_id": "target_id",
        "relation": "type", "link_type": "type",
    }  # fmt: skip

    target_id: MentionedMemory
    type: Annotated[Text, Field(max_length=64)] = Field(
        default="related", description="e.g. supersedes, supports"
    )
    weight: Score = 1.0
    reason: Reason = ""


class MemoryInput(LenientInput):
    """One thing to remember, verbatim.

    Only the text, and where the memory goes, can refuse it (ADR 0029).
    """

    key_names: ClassVar[Mapping[str, str]] = {"pin": "pinned", "type": "memory_type"}
    # Where a memory goes and which it is: a guess would show it to others, or store it twice.
    strict: ClassVar[frozenset[str]] = frozenset({"namespace", "external_id"})

    text: Annotated[Required, Field(max_length=MAX_TEXT)] = Field(
        description="What was said or decided, word for word."
    )
    title: Annotated[Line, Field(max_length=120)] = ""
    speaker: Annotated[Line, Field(max_length=200)] = Field(
        default="", description="Who said it, where that is not the owner."
    )
    pack: Annotated[Text, Field(max_length=32)] | None = Field(
        default=None, description="work, dev, lifelog…; chosen by the text where it is left out."
    )
    namespace: Namespace | None = None
    session_id: Annotated[Required, Field(max_length=128)] | None = Field(
        default=None, description="Your own id of the conversation."
    )
    device_id: Annotated[Required, Field(max_length=128)] | None = None
    created_at: Moment | None = Field(
        default=None,
        description="When it was said, if that is not now. Naive times are the owner's.",
    )
    memory_type: Annotated[Text, Field(max_length=32)] | None = None
    category: Annotated[Line, Field(max_length=64)] = ""
    importance: Score | None = None
    confidence: Score | None = None
    tags: list[Annotated[Label, Field(max_length=100)]] = Field(default_factory=list, max_length=50)
    context: Annotated[Line, Field(max_length=200)] | None = Field(
        default=None, description="The project or situation it comes from."
    )
    source: Annotated[Text, Field(max_length=32, pattern=r"^[\w.:-]*$")] | None = None
    external_id: Annotated[Required, Field(max_length=255)] | None = Field(
        default=None,
        description="Your own id: saving the same text under it again changes nothing.",
    )
    assistant_text: Annotated[Text, Field(max_length=MAX_TEXT)] = ""
    entities: list[EntityInput] = Field(default_factory=list, max_length=100)
    relations: list[RelationInput] = Field(default_factory=list, max_length=200)
    states: list[SaidState] = Field(default_factory=list, max_length=50)
    links: list[LinkInput] = Field(default_factory=list, max_length=100)
    replaces: list[MentionedMemory] = Field(
        default_factory=list, max_length=20, description="Memories that this one replaces."
    )
    completes: list[MentionedState] = Field(
        default_factory=list,
        max_length=20,
        description="Tasks (ids of states) that are done by it.",
    )
    about_start: Moment | None = None
    about_end: Moment | None = None
    latitude: Annotated[float, Field(ge=-90, le=90)] | None = None
    longitude: Annotated[float, Field(ge=-180, le=180)] | None = None
    pinned: bool = False
    searchable: bool = True
    client_context: Json = Field(default_factory=dict)
    image_summaries: list[Annotated[Text, Field(max_length=10_000)]] = Field(
        default_factory=list, max_length=5
    )
    extra_data: Json = Field(default_factory=dict)


class BatchInput(Input):
    """Up to 1,000 memories, stored all or none."""

    # More than that is refused as too large before each one is validated.
    memories: list[MemoryInput] = Field(min_length=1, json_schema_extra={"maxItems": MAX_BATCH})


class MemoryPatch(Patch):
    """Changes to one memory. Tags are replaced, links stay; absent fields stay."""

    not_null: ClassVar[frozenset[str]] = frozenset(
        {
            "text", "title", "speaker", "pack", "memory_type", "category", "importance",
            "confidence", "tags", "pinned", "searchable", "extra_data",
        }
    )  # fmt: skip

    text: Annotated[Required, Field(max_length=MAX_TEXT)] | None = None
    title: Annotated[Line, Field(max_length=120)] | None = None
    speaker: Annotated[Line, Field(max_length=200)] | None = None
    pack: PackId | None = None
    memory_type: Annotated[Text, Field(max_length=32)] | None = None
    category: Annotated[Line, Field(max_length=64)] | None = None
    importance: Score | None = None
    confidence: Score | None = None
    tags: list[Annotated[Label, Field(max_length=100)]] | None = Field(default=None, max_length=50)
    context: Annotated[Line, Field(max_length=200)] | None = None
    about_start: Moment | None = None
    about_end: Moment | None = None
    pinned: bool | None = None
    searchable: bool | None = None
    extra_data: Json | None = None
    reason: Reason = ""


SECRETS = {
    "private_key": _("private key"),
    "api_key": _("API key"),
    "password": _("password"),
}
PERSONAL = {
    "phone": _("telephone number"),
    "email": _("e-mail address"),
    "credit_card": _("credit card number"),
    "cvv": _("security code of a card"),
    "my_number": _("My Number"),
    "ssn": _("social security number"),
    "ni_number": _("national insurance number"),
    "passport": _("passport number"),
    "residence_card": _("residence card number"),
    "driving_license": _("driving license number"),
    "insurance_number": _("insurance number"),
    "medical_record": _("patient number"),
    "iban": _("bank account (IBAN)"),
    "bank_account": _("bank account"),
    "address": _("postal address"),
}
# Kept and not asked about, unless a pack says so.
OTHERS = {
    "health": _("statement on health"),
    "example": _("number that is reserved for tests"),
}


def sensitive_label(what: str) -> str:
    """Return the label of a kind of sensitive text."""
    return str({**SECRETS, **PERSONAL, **OTHERS}.get(what, what))
