"""Search page: one logged search with its trace; the list of recent searches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from core.caller import Caller
from memories.models import RetrievalRun
from memories.schemas.journal import JudgementOut, RunFilters, TuningOut
from memories.schemas.search.trace import CandidateOut, TraceOut
from memories.selectors.feedback import judgements_of, tuning_of
from memories.selectors.searches.runs import plan_of, run_list

SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A logged search with its trace, judgements and learned weights."""

    run: RetrievalRun
    trace: TraceOut | None
    judged: Mapping[UUID | None, JudgementOut]
    tuning: TuningOut

    @property
    def plan(self) -> dict[str, Any]:
        """The plan as it was used."""
        return plan_of(self.run)

    @property
    def hits(self) -> list[CandidateOut]:
        """The results, best first."""
        found = self.trace.candidates if self.trace else []
        return [candidate for candidate in found if candidate.fate == SHOWN]

    @property
    def cut(self) -> list[CandidateOut]:
        """The candidates that were cut."""
        found = self.trace.candidates if self.trace else []
        return [candidate for candidate in found if candidate.fate != SHOWN]


def search_page(caller: Caller, run: RetrievalRun, trace: TraceOut | None) -> SearchPage:
    """Return the page of a logged search with its trace."""
    return SearchPage(run, trace, judgements_of(caller, run), tuning_of(caller))


def recent_searches(
    caller: Caller, words: str, *, since: date | None = None, until: date | None = None
) -> QuerySet[RetrievalRun]:
    """Return recent searches by a part of their query, from the first to the last of these days."""
    asked = RunFilters(
        q=words,
        since=datetime.combine(since, time()) if since else None,
        until=datetime.combine(until + timedelta(days=1), time()) if until else None,
    )
    return run_list(caller, asked).order_by("-created_at", "-run_id")
