"""Log searches after the response: retrieval run, ACCESS revisions, usage counts.

Searches wait in memory for a moment, and the background thread stores them together.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from core.caller import Caller
from core.db.prepared import PreparedInsert
from core.jobs import background
from core.jobs.buffer import Buffer
from core.models import Action, Revision
from memories.models import RetrievalRun
from memories.records.privacy.treatment import Treatment
from memories.schemas import SearchInput, SearchOut

from .explain.stored_traces import Trace
from .query.plan import difference

# Storing searches one by one takes twice as long; storing dozens at once delays the next search.
# Under load, fewer transactions matter more than that delay.
STORED_WITHIN_SECONDS = 0.03
STORED_WITHIN_SECONDS_IF_MANY = 0.3

_new_runs = PreparedInsert(RetrievalRun)
_new_entries = PreparedInsert(Revision)
USED = """
    UPDATE memories SET usage_count = usage_count + (%s ->> uid), last_used_at = %s
    WHERE uid IN (SELECT key FROM json_each(%s))
"""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of a search, with the data that its log entry needs.

    Pickling packs the trace: a trace refers to the whole search until it is packed.
    """

    out: SearchOut
    packs: Sequence[str]
    plan: dict[str, Any]
    statistics: dict[str, Any]
    trace: Trace | bytes | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the answer and the packed trace, not the search."""
        rest = (list(self.packs), self.plan, self.statistics, self.packed_trace())
        return _restore_result, (self.out.model_dump_json(), *rest)

    def packed_trace(self) -> bytes | None:
        """Return the trace as it is stored."""
        return self.trace.written() if isinstance(self.trace, Trace) else self.trace


def _restore_result(out: str, *rest: Any) -> SearchResult:
    return SearchResult(SearchOut.model_validate_json(out), *rest)


@dataclass(frozen=True, slots=True)
class _Access:
    """One finished search: the caller, the request and the result."""

    caller: Caller
    request: SearchInput
    found: SearchResult
    at: datetime

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that were searched."""
        return tuple(self.caller.spaces(self.found.packs))

    def by_space(self) -> dict[str, list[UUID]]:
        """Return the public ids of the found memories by space."""
        found: dict[str, list[UUID]] = defaultdict(list)
        for hit in self.found.out.results:
            found[self.caller.space(hit.memory.pack)].append(hit.memory.id)
        return found


_waiting: Buffer[_Access] = Buffer()


def log_search(caller: Caller, request: SearchInput, found: SearchResult, *, at: datetime) -> None:
    """Queue a finished search for the log; the background thread stores it soon."""
    _waiting.add(_Access(caller, request, found, at))
    seconds = STORED_WITHIN_SECONDS_IF_MANY if background.is_crowded() else STORED_WITHIN_SECONDS
    background.run_within("access", flush, seconds=seconds)


def flush() -> int:
    """Store all queued searches and return how many; wait for a flush that is running.

    If the database refuses the write, up to 1,000 searches stay queued.
    """
    return _waiting.store(_store)


def _store(batch: Sequence[_Access]) -> None:
    # Build the rows before the write lock is taken: traces are long.
    treatment_of = cache(Treatment.of_spaces)
    runs = [_run(access, treatment_of(access.spaces)) for access in batch]
    entries = [entry for access in batch for entry in _entries(access)]
    uses = Counter(hit.memory.id for access in batch for hit in access.found.out.results)
    with transaction.atomic():
        _new_runs.store(runs)
        _new_entries.store(entries)
        count_uses(uses, at=max(access.at for access in batch))


def _run(access: _Access, treatment: Treatment) -> RetrievalRun:
    request, found, out = access.request, access.found, access.found.out
    return RetrievalRun(
        run_id=out.run_id,
        base_user=access.caller.base_user,
        packs=list(found.packs),
        query=treatment.text(request.query, "query"),
        mode=request.mode,
        plan={
            **difference(found.plan, request.mode),
            **treatment.value(_asked(request, access.caller.namespace), "plan"),
        },
        candidates=found.statistics,
        selected=[{"id": str(hit.memory.id), "score": hit.score} for hit in out.results],
        actor=access.caller.actor,
        took_ms=out.took_ms,
        created_at=access.at,
        trace=found.packed_trace(),
    )


def _asked(request: SearchInput, namespace: str) -> dict[str, Any]:
    """Return what the search can be run again with, beside its query, mode and packs."""
    given = request.model_dump(
        mode="json",
        exclude_defaults=True,
        exclude={"query", "mode", "packs", "explain", "filters"},
    )
    filters = request.filters.model_dump(mode="json", exclude_defaults=True)
    return {"filters": filters, "namespace": namespace, **({"request": given} if given else {})}


def _entries(access: _Access) -> list[Revision]:
    return [
        Revision(
            user_id=user_id,
            action=Action.ACCESS,
            target_type="retrievalrun",
            target_id=str(access.found.out.run_id),
            change_id=access.found.out.run_id,
            after={"memories": [str(uid) for uid in uids]},
            actor=access.caller.actor,
            created_at=access.at,
        )
        for user_id, uids in access.by_space().items()
    ]


def count_uses(uses: Mapping[UUID, int], *, at: datetime) -> None:
    """Add to the usage count of each memory by public id; ignore ids that no longer exist."""
    if not uses:
        return
    times = json.dumps({uid.hex: count for uid, count in uses.items()})
    when = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(USED, [times, when, times])
