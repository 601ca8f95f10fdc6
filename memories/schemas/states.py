"""States, as REST lists them."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from accounts.schemas import Input, Output
from packs.schemas import PackId

from ..models import StateKind
from .outputs import EntityRef


class StateFilters(Input):
    """Which states to list."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    kind: StateKind | None = None
    entity: UUID | None = Field(default=None, description="The subject, or a further entity.")
    predicate: str | None = Field(default=None, max_length=64)
    memory: UUID | None = Field(default=None, description="Evidence of the state.")
    current: bool | None = Field(
        default=None, description="true: what is not superseded; false: what is."
    )


class StateOut(Output):
    """A dated claim, valid in the half-open time from ``valid_from`` to ``valid_to``."""

    id: UUID
    pack: str
    namespace: str
    kind: StateKind
    subject: EntityRef | None
    predicate: str
    value: str
    body: str
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    superseded_at: datetime | None
    last_confirmed_at: datetime | None
    due_at: datetime | None
    completed_at: datetime | None
    confidence: float
    salience: float
    searchable: bool
    validation: str
    evidence: list[UUID]
