"""Groups of memories: tags, contexts, sessions and threads."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from core.schemas import Input, Json, Label, Output, Patch, Reason, Required, Text
from memories.models import SessionStatus
from packs.schemas import PackId


class NodeFilters(Input):
    """Filters of the list of tags or contexts."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    q: Text = Field(default="", max_length=200, description="A part of the name.")


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


class SessionFilters(Input):
    """Filters of the list of sessions."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    status: SessionStatus | None = None
    device_id: Annotated[Text, Field(max_length=128)] | None = None
    key: Annotated[Text, Field(max_length=128)] | None = Field(
        default=None, description="Your own id of the session: `session_id` of its memories."
    )


class SessionInput(Input):
    """A session opened before anything is saved into it."""

    key: Annotated[Required, Field(max_length=128)] = Field(
        description="Your own id of the conversation: the `session_id` of its memories."
    )
    pack: PackId | None = None
    device_id: Annotated[Required, Field(max_length=128)] | None = None
    context: Json = Field(default_factory=dict)


class SessionPatch(Patch):
    """Changes to a session; saving into a closed one opens it again."""

    not_null: ClassVar[frozenset[str]] = frozenset({"status", "context"})

    status: Literal["active", "closed"] | None = None
    context: Json | None = None
    reason: Reason = ""


class SessionOut(Output):
    """A session: ``id`` is ours, ``key`` the caller's own id."""

    id: str
    key: str
    pack: str
    device_id: str
    status: SessionStatus
    is_implicit: bool
    started_at: datetime
    last_activity: datetime
    context: dict[str, Any]
    memory_count: int


class ThreadFilters(Input):
    """Filters of the list of threads."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    q: Text = Field(default="", max_length=200, description="A part of the title.")


class ThreadOut(Output):
    """A thread, and how many memories are in it."""

    id: int
    key: str
    title: str
    pack: str
    memory_count: int
    created_at: datetime
    updated_at: datetime | None
