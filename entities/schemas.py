"""People and things, and their types, as REST lists and changes them."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from accounts.schemas import Input, Json, Name, Output, Patch, Reason, Required, Score, Text
from packs.schemas import PackId

TypeKey = Annotated[Required, Field(max_length=64)]
DisplayName = Annotated[Required, Field(max_length=100)]
Icon = Annotated[Text, Field(max_length=32)]
Description = Annotated[Text, Field(max_length=10_000)]
Colour = Annotated[Text, Field(max_length=32, pattern=r"^[\w#(),.%/ -]*$")]


class EntityFilters(Input):
    """Which entities to list."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    q: str = Field(default="", max_length=255, description="A part of the name or of an alias.")
    type: list[TypeKey] = Field(default_factory=list, description="Entity types.")


class NewEntity(Input):
    """A person or thing that no memory has mentioned yet."""

    name: Name = Field(description="The name as people say it, e.g. 田中太郎")
    type: TypeKey = Field(default="Concept", description="An entity type, e.g. Person, Project")
    aliases: list[Name] = Field(default_factory=list, max_length=50)
    pack: PackId | None = Field(
        default=None, description="Chosen by the name where it is left out."
    )
    description: Description = ""
    attributes: Json = Field(default_factory=dict)
    importance: Score = 0.5


class EntityPatch(Patch):
    """Changes to an entity; aliases are replaced, absent fields stay."""

    name: Name | None = None
    type: TypeKey | None = None
    aliases: list[Name] | None = Field(default=None, max_length=50)
    description: Description | None = None
    attributes: Json | None = None
    importance: Score | None = None
    reason: Reason = ""


class EntityOut(Output):
    """A person or thing. ``memory_count``: in how many memories the caller can read about it."""

    id: UUID
    name: str
    type: str
    pack: str
    aliases: list[str]
    description: str
    attributes: dict[str, Any]
    importance: float
    confidence: float
    validation: str
    memory_count: int
    merged_into: UUID | None
    last_mentioned_at: datetime | None
    created_at: datetime
    updated_at: datetime | None


class NewEntityType(Input):
    """A kind of entity; it holds at once, for everybody."""

    key: Annotated[Text, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
    display_name: DisplayName = Field(description="The Japanese name.")
    display_name_en: DisplayName = Field(description="The English name.")
    description: Description = ""
    parent: TypeKey | None = None
    icon: Icon = ""
    color: Colour = ""


class EntityTypePatch(Patch):
    """Changes to how a type is called and shown."""

    display_name: DisplayName | None = None
    display_name_en: DisplayName | None = None
    description: Description | None = None
    icon: Icon | None = None
    color: Colour | None = None


class EntityTypeOut(Output):
    """A kind of entity, with its name in both languages."""

    key: str
    display_name: str
    display_name_en: str
    description: str
    parent: str | None
    icon: str
    color: str
    is_system_type: bool
    is_user_defined: bool
