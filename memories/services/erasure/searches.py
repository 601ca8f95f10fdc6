"""Find the searches that concern erased memories, and erase their words, filters and traces."""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
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


Runs = QuerySet[RetrievalRun]
Found = Iterable[tuple[UUID, str]]


class SearchLog:
    """The logged searches of a person, each read once for a question.

    An erasure asks before it takes the write lock, and again under it: then only what was logged
    in between is read.
    """

    def __init__(self, person: str) -> None:
        self._rows = RetrievalRun.objects.filter(base_user=person).order_by()
        self._answers: dict[Hashable, tuple[set[UUID], dict[UUID, str]]] = {}
        self.catch_up()

    def catch_up(self) -> None:
        """Look which searches there are now."""
        # Everybody's: the index of the keys answers alone.
        self._logged = set(RetrievalRun.objects.order_by().values_list("pk", flat=True))

    def matching(self, question: Hashable, find: Callable[[Runs], Found]) -> dict[UUID, str]:
        """Return the queries of the searches that ``find`` picks; ``question`` says what it asks."""
        if question not in self._answers:
            self._answers[question] = self._logged, dict(find(self._rows))
        read, found = self._answers[question]
        new = list(self._logged - read)
        for start in range(0, len(new), RUNS_PER_BATCH):
            found |= dict(find(self._rows.filter(pk__in=new[start : start + RUNS_PER_BATCH])))
        self._answers[question] = self._logged, found
        return found


def runs_naming(
    caller: Caller, log: SearchLog, memories: Sequence[Memory], names: Collection[str]
) -> list[tuple[UUID, str]]:
    """Return the searches that found one of these memories or ask for one of the names.

    Only those that the caller may see: a bound token changes nothing beyond.
    """
    found = {**_that_found(log, memories), **_that_ask(log, names)}
    if caller.packs is None and not caller.namespace:
        return list(found.items())
    seen = runs_seen(caller).prefetch_related(None).filter(pk__in=found)
    return [(pk, found[pk]) for pk in seen.values_list("pk", flat=True)]


def _that_found(log: SearchLog, memories: Sequence[Memory]) -> dict[UUID, str]:
    """Return the searches that returned one of these memories, or were made for one."""
    ours = frozenset(str(memory.uid) for memory in memories)
    found = log.matching(("found", ours), lambda runs: _showing(runs, ours)) if ours else {}
    made = RetrievalRun.objects.filter(memory__in=memories)
    return {**found, **dict(made.values_list("pk", "query"))}


def _showing(runs: Runs, ids: frozenset[str]) -> Found:
    shown = runs.annotate(shown=Unpacked("selected", output_field=TextField()))
    if len(ids) <= FEW:
        for one in ids:
            yield from shown.filter(shown__contains=one).values_list("pk", "query")
        return
    listed = shown.values_list("pk", "query", "shown").iterator(chunk_size=2_000)
    yield from ((pk, query) for pk, query, told in listed if not ids.isdisjoint(ID.findall(told)))


def _that_ask(log: SearchLog, names: Collection[str]) -> dict[UUID, str]:
    """Return the searches whose query or filters contain one of these names."""
    folded = frozenset(name.casefold() for name in names if len(name) > 1)
    return log.matching(("ask", folded), lambda runs: _asking(runs, folded)) if folded else {}


def _asking(runs: Runs, names: frozenset[str]) -> Found:
    rows = runs.values_list("pk", "query", "plan__filters").iterator(chunk_size=2_000)
    for pk, query, filters in rows:
        told = f"{query} {filters}".casefold()
        if any(name in told for name in names):
            yield pk, query


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
