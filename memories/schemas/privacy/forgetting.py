"""Forgetting by a filter: the conditions, the preview, and the job that carries it out."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from core.input_problems import refusal
from core.schemas import Input, Moment, Output, Reason, Required, Text
from memories.schemas.outputs import MemoryOut, UnsharedOut
from memories.schemas.search.inputs import Packs, SearchFilters, Suggesting, Words

from .scan import ScanRow

MAX_MATCHING = 1_000
# Texts are parsed here: strict JSON inside of a model with suggestions would refuse them.
_DAY, _CHANGE = TypeAdapter(date), TypeAdapter(UUID)


def _parse_day(value: Any) -> Any:
    try:
        return _DAY.validate_python(value) if isinstance(value, str) else value
    except ValidationError as error:
        raise PydanticCustomError(
            "date_parsing", gettext_noop("a date is expected: YYYY-MM-DD, such as 2026-11-24")
        ) from error


def _parse_change(value: Any) -> Any:
    return _CHANGE.validate_python(value) if isinstance(value, str) else value


Day = Annotated[date, BeforeValidator(_parse_day, json_schema_input_type=date)]
ChangeId = Annotated[UUID, BeforeValidator(_parse_change, json_schema_input_type=UUID)]


class ForgetFilters(Suggesting):
    """What to forget: keys are ANDed, the values of a list ORed. Hidden memories count too.

    Without a condition nothing is chosen; all memories only by ``everything``.
    """

    # Passed on to the filters of searches as they are.
    SHARED: ClassVar[frozenset[str]] = frozenset(SearchFilters.model_fields)

    pack: Packs | None = None
    namespace: Words | None = Field(default=None, description="At or below these.")
    entity: Words | None = Field(
        default=None, description="Names, aliases or ids of people and things that it mentions."
    )
    session_id: Words | None = None
    source: Words | None = Field(default=None, description="import, api, mcp, browser…")
    import_change: ChangeId | None = Field(
        default=None, description="The change of the journal that stored it, such as an import."
    )
    speaker: Words | None = None
    tags: Words | None = None
    context: Words | None = None
    device_id: Words | None = None
    memory_type: Words | None = None
    day: Day | None = Field(default=None, description="Said on this day, in your time zone.")
    created_after: Moment | None = Field(default=None, description="Said at or after.")
    created_before: Moment | None = Field(default=None, description="Said before.")
    recorded_after: Moment | None = Field(default=None, description="Stored at or after.")
    recorded_before: Moment | None = Field(default=None, description="Stored before.")
    about_after: Moment | None = Field(default=None, description="Tells of then or later.")
    about_before: Moment | None = Field(default=None, description="Tells of a time before.")
    matching: Annotated[Required, Field(max_length=MAX_MATCHING)] | None = Field(
        default=None,
        description="Holds this text anywhere; case, width and kana do not matter.",
    )
    everything: bool = Field(default=False, description="All memories, without any condition.")

    @model_validator(mode="after")
    def _say_what(self) -> ForgetFilters:
        given = self.conditions
        if empty := [name for name, value in given.items() if value == []]:
            said = gettext_noop("“{name}” is empty: name a value, or leave it out")
            raise refusal("empty", said, name=empty[0])
        if not given and not self.everything:
            raise PydanticCustomError(
                "empty",
                gettext_noop("name at least one condition; “everything” chooses all memories"),
            )
        if given and self.everything:
            said = gettext_noop("“everything” takes no other condition, but there is “{name}”")
            raise refusal("contradiction", said, name=min(given))
        return self

    @property
    def conditions(self) -> dict[str, Any]:
        """The given conditions by name."""
        named = self.model_dump(exclude={"everything"})
        return {name: value for name, value in named.items() if value is not None}


class ForgetByFilter(Input):
    """What to forget, and the confirmation of an earlier preview."""

    filters: ForgetFilters
    pinned: bool = Field(default=False, description="Forget pinned memories too.")
    erase_names: bool = Field(
        default=False,
        description="Also erase the people, things, tags, contexts and sessions that nothing else "
        "names, and the words of searches that found these memories.",
    )
    confirm: Annotated[Text, Field(max_length=64)] = Field(
        default="", description="“confirmation” of the preview; empty for a preview."
    )
    reason: Reason = ""


class PrivacyStatus(StrEnum):
    """Where a privacy job stands."""

    RUNNING = "running"
    DONE = "done"
    CANCELED = "canceled"
    FAILED = "failed"


class PrivacyJobOut(Output):
    """Work on many memories, with its progress and the counts of what was done.

    ``found`` is what a scan has found so far.
    """

    id: UUID
    work: str
    status: PrivacyStatus
    total: int
    done: int
    outcome: dict[str, int]
    found: list[ScanRow] = Field(default_factory=list)
    started_at: datetime
    finished_at: datetime | None


class StayingOut(Output):
    """What stays although it has to do with the chosen memories, and why.

    ``pinned`` match the filter, but are pinned; ``named_only`` memories hold a name of a chosen person
    or thing, and are not linked to it; ``states`` and ``relations`` have other evidence; ``names`` are
    named by other memories too. ``only_named_here`` are the names and searches that go with
    ``erase_names`` only, where that is not given.
    """

    pinned: int
    named_only: int
    states: int
    relations: int
    names: int
    only_named_here: int


class ForgetPreview(Output):
    """What a filter chooses, and what goes with it.

    ``examples`` are the newest memories; ``only_named_here`` is erased with ``erase_names`` only, and is
    listed for up to 1,000 memories. Where ``matching`` is the only condition, it holds too what an
    earlier forget left: names without a memory, and searches with the text. ``search_count`` searches
    quote the memories: their words go in any case. ``confirmation`` belongs to exactly what is shown.
    ``job`` is the work that was ordered, where it was too much for one step.
    """

    confirmed: bool
    confirmation: str
    memory_count: int
    hidden_count: int
    by_pack: dict[str, int]
    by_type: dict[str, int]
    first_at: datetime | None
    last_at: datetime | None
    link_count: int
    mention_count: int
    vector_count: int
    revision_count: int
    state_count: int
    relation_count: int
    search_count: int
    stays: StayingOut
    examples: list[MemoryOut]
    only_named_here: list[UnsharedOut]
    notes: list[str]
    job: PrivacyJobOut | None = None
