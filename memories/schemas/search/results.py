"""The results of a search: hits and states, why each was found, and the time understood."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.utils import timezone
from pydantic import Field

from core.schemas import Output
from memories.schemas.outputs import EntityRef, MemoryOut
from memories.schemas.recalled_text import one_line


class RouteScore(Output):
    """The rank and the score of a memory in one route."""

    route: str
    rank: int
    score: float
    share: float
    detail: str = ""


class Explanation(Output):
    """Why a memory was found: its routes, and the parts that make its score."""

    routes: list[RouteScore]
    parts: dict[str, float]
    signals: dict[str, float] = Field(
        default_factory=dict,
        description="What beside the routes moved it: its conversation, its speaker, its text.",
    )
    matched_words: list[str] = Field(default_factory=list)
    path: list[str] = Field(default_factory=list)
    stages: dict[str, Any] | None = None


class ReplacedBy(Output):
    """The memory that says what holds instead."""

    id: UUID
    title: str
    date: datetime = Field(description="When it was said.")


class Hit(Output):
    """A memory with its score (higher is better, 0…1 within one search)."""

    kind: Literal["memory"] = "memory"
    memory: MemoryOut
    score: float
    explanation: Explanation
    duplicates: list[UUID] = Field(
        default_factory=list,
        description="Memories that say the same and rank lower; they are not listed again.",
    )
    is_outside: bool = Field(
        default=False, description="Whether it lies outside of the time that was understood."
    )
    replaced_by: ReplacedBy | None = Field(
        default=None,
        description="The latest memory that supersedes it, or that ended what it says.",
    )
    ended_at: datetime | None = Field(
        default=None, description="When what it says ended or was replaced; null: nothing says so."
    )
    unsettled: str = Field(
        default="",
        description="What contradicts another memory and waits for a decision: “3 May / 4 May”.",
    )
    answers: float | None = Field(
        default=None, description="How likely it answers the query, 0–1; null if nothing tells."
    )
    is_weak: bool = Field(
        default=False, description="Only among the nearest: nothing stored answers the query."
    )


class StateHit(Output):
    """A dated claim that fits the question, with its evidence."""

    kind: Literal["state"] = "state"
    id: UUID
    pack: str
    state_kind: str
    subject: EntityRef | None
    predicate: str
    value: str
    text: str
    sentence: str = Field(description="The whole claim as one sentence, with its dates and marks.")
    has_ended: bool = Field(description="Whether it no longer holds.")
    is_unsettled: bool = Field(description="Whether the user has still to decide about it.")
    unsettled: str = Field(
        default="", description="The values that contradict each other: “3 May / 4 May”."
    )
    replaced_by: ReplacedBy | None = Field(
        default=None, description="The memory that ended it, where one did."
    )
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    said_at: datetime = Field(description="When it was last said or confirmed.")
    due_at: datetime | None
    completed_at: datetime | None
    confidence: float
    evidence: list[UUID]
    score: float
    matched_words: list[str] = Field(default_factory=list)
    answers: float | None = Field(
        default=None, description="How likely it answers the query, 0–1; null if nothing tells."
    )
    is_weak: bool = Field(
        default=False, description="Only among the nearest: nothing stored answers the query."
    )


class UnderstoodTime(Output):
    """A half-open time that the query named; an open end is null."""

    words: str
    start: datetime | None
    end: datetime | None
    is_soft: bool = Field(
        description="Whether its ends are not sharp: what lies near them counts too."
    )


class UnderstoodOut(Output):
    """The time that the answer is limited to, as it was read in the query."""

    times: list[UnderstoodTime]
    zone: str = Field(description="The time zone in which it was read.")
    is_chronological: bool = Field(
        description="Whether only a time was asked for: the answer then lists it from its beginning."
    )
    in_range: int = Field(
        description="How many memories lie in it; if none, the nearest outside of it are shown."
    )

    @property
    def sentence(self) -> str:
        """The time as words in the current time zone, and how to search all times."""
        spans = (
            f"“{one_line(one.words)}” = {moment(one.start) or '…'} – {moment(one.end) or '…'}"
            f"{' or near it' if one.is_soft else ''}"
            for one in self.times
        )
        order = ", oldest first" if self.is_chronological else ""
        return f"{'; '.join(spans)} ({self.zone}){order}; read_time=false searches all times"


def moment(at: datetime | None) -> str:
    """Return a time to the minute in the current time zone; a day where it is midnight."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    is_day = (local.hour, local.minute) == (0, 0)
    return f"{local:%Y-%m-%d}" if is_day else f"{local:%Y-%m-%d %H:%M}"


class SearchOut(Output):
    """Ranked hits, matching states, and the id of the search run for feedback.

    If nothing stored answers the query, ``answered`` is false, and the results are at most three
    weak ones.
    """

    understood: UnderstoodOut | None = Field(
        default=None, description="The time read in the query; `read_time: false` ignores it."
    )
    results: list[Hit]
    answered: bool = Field(
        default=True,
        description="Whether anything stored answers the query, as far as one can tell.",
    )
    people: list[str] = Field(
        default_factory=list, description="Known people and things that the query names."
    )
    filters: dict[str, Any] = Field(
        default_factory=dict, description="The filters that were set, as they were read."
    )
    unknown_names: list[str] = Field(
        default_factory=list, description="Names in the query that nothing stored holds."
    )
    states: list[StateHit] = Field(
        default_factory=list, description="What is known of it; as relevant as the hits."
    )
    run_id: UUID
    took_ms: float
    notes: list[str] = Field(default_factory=list)
    stages: dict[str, Any] | None = None
