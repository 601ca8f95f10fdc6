"""States, and one entity with its relations."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, Self
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from pydantic import Field, model_validator

from core.errors import InvalidInput
from core.schemas import Input, Moment, Namespace, Output, Patch, Reason, Score, Text
from entities.schemas import EntityOut
from graph.schemas import RelationOut
from memories.models import StateKind
from packs.schemas import PackId

from .leniency.base import NoteOut
from .outputs import EntityRef
from .search.inputs import Validity

MAX_VALUE = 10_000
Predicate = Annotated[Text, Field(max_length=64, pattern=r"^([a-z][a-z0-9_]*)?$")]
Value = Annotated[Text, Field(max_length=MAX_VALUE)]
# How urgent a task is.
TaskStatus = Literal["open", "due", "overdue", "done"]
DEFAULT_DAYS = 7
DaysAhead = Annotated[int, Field(ge=1, le=366)]


class StateFilters(Input):
    """Filters of the list of states."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    kind: StateKind | None = None
    entity: UUID | None = Field(default=None, description="The subject, or a further entity.")
    predicate: Text | None = Field(default=None, max_length=64)
    memory: UUID | None = Field(default=None, description="Evidence of the state.")
    current: bool | None = Field(
        default=None, description="true: what is not superseded; false: what is."
    )
    held_at: Moment | None = Field(default=None, description="What held at this time.")
    known_at: Moment | None = Field(
        default=None, description="As it was known at this time, rather than now."
    )
    done: bool | None = Field(default=None, description="Tasks that are done, or are not.")
    tasks: TaskStatus | None = Field(
        default=None,
        description="Tasks only. open: not done; due: open, with a deadline within `days`; "
        "overdue: open, and the deadline has passed; done.",
    )
    days: DaysAhead | None = Field(
        default=None, description=f"With tasks=due: how many days ahead; default {DEFAULT_DAYS}."
    )
    validity: Validity | None = Field(
        default=None,
        description="current: neither replaced nor ended; superseded: replaced; any. Without this and "
        "`current`, `done`, `tasks`, `held_at` and `known_at`, the list shows what is current.",
    )

    @model_validator(mode="after")
    def _tasks_are_meant(self) -> Self:
        if self.days is not None and self.tasks != "due":
            raise InvalidInput(_("only with tasks=due"), field="days", code="without_due")
        if self.tasks is not None and self.kind not in (None, StateKind.TASK):
            raise InvalidInput(
                _("only tasks have a status; leave kind out"), field="kind", code="not_tasks"
            )
        return self


class StateInput(Input):
    """A fact, relation or task. Entities are given by id; without a subject it is the owner's."""

    kind: StateKind = StateKind.FACT
    pack: PackId | None = None
    namespace: Namespace | None = None
    subject: UUID | None = Field(default=None, description="Of whom or what; empty: the owner.")
    predicate: Annotated[Text, Field(max_length=64)] = Field(
        default="", description="A relation type, e.g. lives_in; everyday words are read as one."
    )
    value: Value = ""
    object: UUID | None = Field(default=None, description="The value, where it is an entity.")
    body: Value = Field(default="", description="A sentence, where predicate and value say less.")
    valid_from: Moment | None = None
    valid_to: Moment | None = Field(default=None, description="Exclusive: it held until then.")
    due_at: Moment | None = None
    confidence: Score | None = None
    salience: Score = 0.5
    searchable: bool = True
    evidence: Annotated[list[UUID], Field(max_length=100)] = Field(
        default_factory=list, description="Memories that say so."
    )
    reason: Reason = ""


class StatePatch(Patch):
    """Changes to a state; earlier versions stay readable."""

    not_null: ClassVar[frozenset[str]] = frozenset(
        {"value", "body", "confidence", "salience", "searchable"}
    )

    value: Value | None = None
    body: Value | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    due_at: Moment | None = None
    confidence: Score | None = None
    salience: Score | None = None
    searchable: bool | None = None
    reason: Reason = ""


class StateEnd(Input):
    """The time at which a state ended or a task was done; default: now."""

    at: Moment | None = None
    reason: Reason = ""


class StateUndo(Input):
    """The change to undo; default: the last one."""

    change_id: UUID | None = None


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
    sentence: str = Field(description="The whole claim as one sentence, with its dates and marks.")
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
    method: str
    evidence: list[UUID]


class StateSaved(StateOut):
    """A state that was stated; ``notes`` say what was taken otherwise than it was given."""

    notes: list[NoteOut] = Field(default_factory=list)


class StatesProposed(Output):
    """Proposals for an uncertain state, which wait in the inbox."""

    proposals: list[UUID]


class EntitySaved(EntityOut):
    """An entity that was made or changed; ``notes`` say what was taken otherwise than given."""

    notes: list[NoteOut] = Field(default_factory=list)


class EntityDetail(EntityOut):
    """An entity with its relations, the current ones first."""

    relations: list[RelationOut]
