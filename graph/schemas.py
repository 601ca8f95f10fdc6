"""Relations of entities and the types of relations, as REST shows and changes them."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Input, Output, Patch, Score
from entities.schemas import Color, Description, DisplayName, TypeKey

from .models import RelationScope, Transitivity


class RelationTypeFilters(Input):
    """Filters of the list of relation types."""

    scope: RelationScope | None = Field(
        default=None, description="What they connect; those that connect both are always found."
    )


class NewRelationType(Input):
    """A kind of link or relation of your own: nobody else sees it."""

    key: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
    display_name: DisplayName = Field(description="The Japanese name.")
    display_name_en: DisplayName = Field(description="The English name.")
    description: Description = ""
    scope: RelationScope
    canonical_type: TypeKey | None = Field(
        default=None, description="The family; by default its own."
    )
    inverse_type: TypeKey | None = Field(default=None, description="What the way back is called.")
    is_directed: bool = True
    is_symmetric: bool = False
    single_valued: bool = Field(default=False, description="Whether an entity has one at a time.")
    transitivity: Transitivity = Transitivity.NONE
    color: Color = ""

    @model_validator(mode="after")
    def _symmetric_has_no_direction(self) -> "NewRelationType":
        if self.is_symmetric and self.is_directed:
            raise PydanticCustomError("symmetric", gettext_noop("a symmetric type is not directed"))
        return self


class RelationTypePatch(Patch):
    """Changes to how a type is called, shown and weighed; its direction is fixed."""

    not_null: ClassVar[frozenset[str]] = frozenset(
        {
            "display_name", "display_name_en", "description", "color", "default_weight",
            "confidence_threshold",
        }
    )  # fmt: skip

    display_name: DisplayName | None = None
    display_name_en: DisplayName | None = None
    description: Description | None = None
    color: Color | None = None
    default_weight: Score | None = None
    confidence_threshold: Score | None = None
    for_everybody: bool = Field(
        default=False,
        description="Change a shared type itself; for the operator. Otherwise only your own view.",
    )

    not_a_change: ClassVar[frozenset[str]] = frozenset({"for_everybody"})


class RelationTypeOut(Output):
    """A kind of link or relation, with its name in both languages."""

    key: str
    display_name: str
    display_name_en: str
    description: str
    scope: RelationScope
    canonical_type: str
    inverse_type: str | None
    is_directed: bool
    is_symmetric: bool
    single_valued: bool
    transitivity: Transitivity
    default_weight: float
    confidence_threshold: float
    color: str
    is_system_type: bool
    is_user_defined: bool


class RelationEnd(Output):
    """The entity at one end of a relation."""

    id: UUID
    name: str
    type: str


class RelationOut(Output):
    """A relation of two entities: its validity, when it was recorded, and its evidence."""

    id: UUID
    source: RelationEnd
    target: RelationEnd
    type: str
    reason: str
    weight: float
    confidence: float
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    superseded_at: datetime | None
    version: int | None = Field(description="Null for a token bound to a namespace.")
    evidence: list[UUID]


class InferredOut(Output):
    """A relation that follows from others by the rules of its type; it is not stored."""

    source: RelationEnd
    target: RelationEnd
    type: str
    confidence: float
    through: list[UUID]


class InferredRelations(Output):
    """Inferred relations of one entity, the most certain first; always one page."""

    results: list[InferredOut]
    next: None = None
    previous: None = None


class TypeOut(Output):
    """A type of memories, entities or relations."""

    kind: Literal["memory", "entity", "relation"]
    key: str
    display_name: str
    display_name_en: str


class TypesOut(Output):
    """All types that the caller may name."""

    results: list[TypeOut]
