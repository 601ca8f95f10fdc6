"""People and things, and their types, as REST lists and changes them."""

from datetime import datetime
from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from core.schemas import Input, Json, Name, Output, Patch, Reason, Required, Score, Text
from packs.schemas import PackId, icon_problem


def _listed_icon(name: str) -> str:
    """Refuse a name that is not in the icon list."""
    if problem := icon_problem(name):
        raise PydanticCustomError("unknown_icon", "{problem}", {"problem": problem})
    return name


TypeKey = Annotated[Required, Field(max_length=64)]
DisplayName = Annotated[Required, Field(max_length=100)]
Icon = Annotated[Text, Field(max_length=32), AfterValidator(_listed_icon)]
Description = Annotated[Text, Field(max_length=10_000)]
Color = Annotated[Text, Field(max_length=32, pattern=r"^[A-Za-z0-9_#(),.%/ -]*$")]


class EntityFilters(Input):
    """Filters of the list of entities."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    q: Text = Field(default="", max_length=255, description="A part of the name or of an alias.")
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

    not_null: ClassVar[frozenset[str]] = frozenset(
        {"name", "type", "aliases", "description", "attributes", "importance"}
    )

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
    same_as: list[UUID] = Field(description="The same person or thing in other packs.")
    last_mentioned_at: datetime | None
    created_at: datetime
    updated_at: datetime | None


class NewEntityType(Input):
    """A kind of entity of your own: nobody else sees it."""

    key: Annotated[Text, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
    display_name: DisplayName = Field(description="The Japanese name.")
    display_name_en: DisplayName = Field(description="The English name.")
    description: Description = ""
    parent: TypeKey | None = None
    icon: Icon = ""
    color: Color = ""


# One change holds the write lock; each merge takes it for some 20 ms.
MOST_MERGED = 24


class EntityMerge(Input):
    """Another entity that is the same; the one in the address stays."""

    merge: UUID = Field(description="The entity that goes; its row stays, marked as merged.")
    also: list[UUID] = Field(
        default_factory=list, max_length=MOST_MERGED, description="Further entities that go."
    )
    reason: Reason = ""
    preview: bool = Field(default=False, description="Only say what would happen.")
    force: bool = Field(default=False, description="Merge different types all the same.")


class EntitySplit(Input):
    """Mentions that are of somebody or something else."""

    mentions: list[int] = Field(min_length=1, max_length=10_000, description="Ids of mentions.")
    name: Text = Field(default="", max_length=255, description="As written there where empty.")
    type: TypeKey | None = Field(default=None, description="The same type where it is left out.")
    aliases: list[Name] = Field(default_factory=list, max_length=50)
    reason: Reason = ""


class EntityUndo(Input):
    """A merge or a split to be taken back."""

    change_id: UUID


class OtherEntity(Input):
    """An entity of another pack."""

    other: UUID
    reason: Reason = ""


class EntityJoinOut(Output):
    """Two entities of different packs, and the change that joined or separated them."""

    id: UUID
    other: UUID
    change_id: UUID


class RelationSketch(Output):
    """A relation in a preview, in words."""

    source: str
    type: str
    target: str


class EntityMergeOut(Output):
    """The effects of a merge; ``change_id`` undoes it, and is null in a preview.

    ``relations``: how many move. Of those that do not, ``folded`` say what the one that stays
    says too, ``vanishing`` lie between the two, and ``past`` said it of another time.
    """

    id: UUID
    merged: UUID
    also: list[UUID]
    change_id: UUID | None
    names: list[str]
    mentions: int
    mentions_after: int
    relations: int
    states: int
    folded: list[RelationSketch]
    vanishing: list[RelationSketch]
    past: list[RelationSketch]


class EntitySplitOut(Output):
    """The effects of a split; ``made`` is the new entity."""

    id: UUID
    made: UUID
    change_id: UUID
    mentions: int
    relations: int
    states: int


class EntityUndoOut(Output):
    """The number of rows that an undo restored."""

    id: UUID
    undone: UUID
    change_id: UUID
    rows: int


class EntityMentionOut(Output):
    """A place in a memory where an entity is named."""

    id: int
    memory: UUID
    link_type: str
    surface: str
    position: int | None
    around: str
    method: str
    confidence: float | None
    created_at: datetime


class EntityTypePatch(Patch):
    """Changes to how a type is called and shown."""

    not_null: ClassVar[frozenset[str]] = frozenset(
        {"display_name", "display_name_en", "description", "icon", "color"}
    )

    display_name: DisplayName | None = None
    display_name_en: DisplayName | None = None
    description: Description | None = None
    icon: Icon | None = None
    color: Color | None = None
    for_everybody: bool = Field(
        default=False,
        description="Change a shared type itself; for the operator. Otherwise only your own view.",
    )

    not_a_change: ClassVar[frozenset[str]] = frozenset({"for_everybody"})


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
