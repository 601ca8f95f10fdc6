"""Explain a logged search: its stored hits, and the same search made again for the rest."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from pydantic_core import from_json, to_json

from core.caller import Caller
from core.errors import WasurenaError
from memories.models import RetrievalRun
from memories.schemas import SearchInput, parsed
from memories.schemas.search.trace import TraceOut
from memories.search.explain.stored_traces import Trace
from memories.search.explain.trace import Traced
from memories.selectors.searches.runs import run_get
from memories.selectors.searches.traces import trace_out
from memories.services.search import find


def explained(caller: Caller, run_id: UUID) -> tuple[RetrievalRun, TraceOut | None]:
    """Return a logged search and its trace; None if nothing is known of it any more.

    Raises:
        NotFound: the search is not the caller's, or used other packs.
    """
    run = run_get(caller, run_id)
    return run, trace_out(caller, run, _made_again(caller, run))


def _made_again(caller: Caller, run: RetrievalRun) -> dict[str, Any] | None:
    """Return the trace of the same search made now, as of then; None if that is not possible.

    What was asked for may be erased, or name what is no longer there. A token of a namespace must not
    learn from it how what lies outside has changed.
    """
    if caller.namespace or not (run.query or run.plan.get("filters")):
        return None
    place = replace(caller, namespace=run.plan.get("namespace", ""))
    given = {
        **run.plan.get("request", {}),
        "query": run.query,
        "mode": run.mode,
        "packs": run.packs,
        "filters": run.plan.get("filters", {}),
    }
    try:
        found = find(place, parsed(SearchInput, given), run.created_at, Traced.ALL)
    except WasurenaError:
        return None
    if not isinstance(found.trace, Trace):
        return None
    plain: dict[str, Any] = from_json(to_json(found.trace.listed(), inf_nan_mode="null"))
    return plain
