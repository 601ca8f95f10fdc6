"""Erase the words, filters and traces of searches that found erased memories."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet, TextField

from core.caller import Caller
from core.db.packed_json import Unpacked
from core.journal import erase_payloads
from core.models import Revision
from memories.models import Feedback, Memory, RetrievalRun
from memories.search.explain import stored_traces
from memories.selectors.searches.runs import runs_seen

RUNS_PER_BATCH = 200
# Of so many memories each is looked for by the database; of more, every search is read once.
FEW = 10
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TARGET = "retrievalrun"
# Parts of a stored plan that contain words or names from the request.
GIVEN = ("filters", "namespace")


def runs_naming(
    caller: Caller, memories: Sequence[Memory], names: Collection[str]
) -> list[tuple[UUID, str]]:
    """Return the searches that found one of these memories or ask for one of the names.

    Only those that the caller may see: a bound token changes nothing beyond.
    """
    rows = runs_seen(caller).prefetch_related(None)
    return list((_runs_that_found(rows, memories) | _runs_that_ask(rows, names)).items())


def _runs_that_found(rows: QuerySet[RetrievalRun], memories: Sequence[Memory]) -> dict[UUID, str]:
    """Return the searches that returned one of these memories, or were made for one."""
    shown = rows.annotate(shown=Unpacked("selected", output_field=TextField()))
    found: dict[UUID, str] = {}
    if len(memories) > FEW:
        ours = {str(memory.uid) for memory in memories}
        listed = shown.values_list("pk", "query", "shown").iterator(chunk_size=2_000)
        found |= {pk: query for pk, query, ids in listed if not ours.isdisjoint(ID.findall(ids))}
    else:
        for memory in memories:
            by_id = shown.filter(shown__contains=str(memory.uid))
            found |= dict(by_id.values_list("pk", "query"))
    found |= dict(rows.filter(memory__in=memories).values_list("pk", "query"))
    return found


def _runs_that_ask(rows: QuerySet[RetrievalRun], names: Collection[str]) -> dict[UUID, str]:
    """Return the searches whose query or filters contain one of these names."""
    folded = [name.casefold() for name in names if len(name) > 1]
    if not folded:
        return {}
    asked = rows.values_list("pk", "query", "plan__filters")
    return {
        pk: query
        for pk, query, filters in asked.iterator(chunk_size=2_000)
        if any(name in f"{query} {filters}".casefold() for name in folded)
    }


def erase_runs(run_ids: Sequence[UUID], memories: Sequence[Memory], now: datetime) -> None:
    """Erase the words of these searches and what they found; who searched and when stays."""
    erase_words(run_ids, memories)
    for start in range(0, len(run_ids), RUNS_PER_BATCH):
        erase_payloads(_entries(run_ids[start : start + RUNS_PER_BATCH]), now)


def erase_words(run_ids: Sequence[UUID], memories: Sequence[Memory]) -> None:
    """Erase the words, filters and traces of these searches; their journal holds ids only."""
    gone = {str(memory.uid) for memory in memories}
    for start in range(0, len(run_ids), RUNS_PER_BATCH):
        part = run_ids[start : start + RUNS_PER_BATCH]
        runs = list(RetrievalRun.objects.filter(pk__in=part))
        for run in runs:
            run.query, run.trace = "", None
            run.plan = {name: value for name, value in run.plan.items() if name not in GIVEN}
            run.selected = [row for row in run.selected if row.get("id") not in gone]
        RetrievalRun.objects.bulk_update(runs, ["query", "trace", "plan", "selected"])
        Feedback.objects.filter(run__in=part).exclude(comment="").update(comment="")


def _entries(run_ids: Sequence[UUID]) -> QuerySet[Revision]:
    ids = [str(run_id) for run_id in run_ids]
    return Revision.objects.filter(target_type=TARGET, target_id__in=ids)


def leave_traces(memories: Sequence[Memory]) -> None:
    """Remove the memories from every trace, and their text from searches made for them."""
    stored_traces.erase([memory.pk for memory in memories])
    RetrievalRun.objects.filter(memory__in=memories).update(query="")
