"""Tags and contexts: the shared nodes that memories hang on."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from core.schemas import Input, Label, Output, Reason
from packs.schemas import PackId


class NodeFilters(Input):
    """Which tags or contexts to list."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    q: str = Field(default="", max_length=200, description="A part of the name.")


class TagInput(Input):
    """A new tag."""

    name: Annotated[Label, Field(max_length=100)]
    pack: PackId | None = Field(
        default=None, description="Chosen by the name where it is left out."
    )


class TagPatch(Input):
    """A new name for a tag."""

    name: Annotated[Label, Field(max_length=100)]
    reason: Reason = ""


class ContextNodeInput(Input):
    """A new context: a project or a situation."""

    name: Annotated[Label, Field(max_length=200)]
    pack: PackId | None = Field(
        default=None, description="Chosen by the name where it is left out."
    )


class ContextNodePatch(Input):
    """A new name for a context."""

    name: Annotated[Label, Field(max_length=200)]
    reason: Reason = ""


class NodeOut(Output):
    """A tag or a context, and how many memories hang on it."""

    id: int
    name: str
    pack: str
    memory_count: int
    created_at: datetime
