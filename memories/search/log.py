"""What a search leaves behind, written off the request path (SPEC §6).

Searches wait in memory for a moment and are stored together by the background
thread: the runs, one ACCESS entry per search and space, and the usage counts.
"""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from core.caller import Caller
from core.db.json_text import JsonText
from core.db.prepared import PreparedInsert
from core.jobs import background, load
from memories.models import Action, RetrievalRun, Revision
from memories.schemas import Hit, SearchInput, SearchOut

from .explain.trace import Trace

# Stored one by one, searches would take twice as long to store; stored by the dozen, they would
# hold up the search that meets them. Where several wait for each other anyway, less work counts.
STORED_WITHIN_SECONDS = 0.03
STORED_WITHIN_SECONDS_IF_MANY = 0.3
# A database that cannot be written must not fill the memory of the process.
MOST_WAITING = 1_000

_new_runs = PreparedInsert(RetrievalRun)
_new_entries = PreparedInsert(Revision)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found, and what its record needs beside.

    Another process gets it as JSON: a trace holds the search it was made of until it is written.
    """

    out: SearchOut
    packs: Sequence[str]
    plan: dict[str, Any]
    statistics: dict[str, Any]
    trace: Trace | JsonText | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the search behind."""
        rest = (list(self.packs), self.plan, self.statistics, self.trace_text())
        return _restore_result, (self.out.model_dump_json(), *rest)

    def trace_text(self) -> JsonText | None:
        """Return the trace as JSON."""
        return self.trace.written() if isinstance(self.trace, Trace) else self.trace


def _restore_result(out: str, *rest: Any) -> SearchResult:
    return SearchResult(SearchOut.model_validate_json(out), *rest)


@dataclass(frozen=True, slots=True)
class _Access:
    """One finished search, as it was asked and answered."""

    caller: Caller
    request: SearchInput
    found: SearchResult
    at: datetime

    def by_space(self) -> dict[str, list[UUID]]:
        """Return the memories that were found, by their space."""
        found: dict[str, list[UUID]] = defaultdict(list)
        for hit in self.found.out.results:
            found[self.caller.space(hit.memory.pack)].append(hit.memory.id)
        return found


_waiting: list[_Access] = []
_lock = threading.Lock()
_storing = threading.Lock()


def log_search(caller: Caller, request: SearchInput, found: SearchResult, *, at: datetime) -> None:
    """Note a search; it is stored soon after."""
    with _lock:
        _waiting.append(_Access(caller, request, found, at))
    seconds = STORED_WITHIN_SECONDS_IF_MANY if load.is_crowded() else STORED_WITHIN_SECONDS
    background.run_within("access", flush, seconds=seconds)


def flush() -> int:
    """Store every search that waits, and return how many; one that is being stored is waited for.

    Where the database refuses, they wait for the next search, up to a limit.
    """
    with _storing:
        with _lock:
            batch, _waiting[:] = list(_waiting), []
        if not batch:
            return 0
        try:
            _store(batch)
        except Exception:
            with _lock:
                _waiting[:] = [*batch, *_waiting][-MOST_WAITING:]
            raise
    return len(batch)


def _store(batch: Sequence[_Access]) -> None:
    # Written out before the lock is taken: traces are long.
    runs = [_run(access) for access in batch]
    entries = [entry for access in batch for entry in _entries(access)]
    uses = Counter(hit.memory.id for access in batch for hit in access.found.out.results)
    with transaction.atomic():
        _new_runs.store(runs)
        _new_entries.store(entries)
        count_uses(uses, at=max(access.at for access in batch))


def _run(access: _Access) -> RetrievalRun:
    request, found, out = access.request, access.found, access.found.out
    return RetrievalRun(
        run_id=out.run_id,
        base_user=access.caller.base_user,
        packs=list(found.packs),
        query=request.query,
        mode=request.mode,
        plan={
            **found.plan,
            "filters": request.filters.model_dump(mode="json", exclude_defaults=True),
            "namespace": access.caller.namespace,
        },
        candidates=found.statistics,
        selected=[_selected(hit) for hit in out.results],
        actor=access.caller.actor,
        took_ms=out.took_ms,
        created_at=access.at,
        trace=found.trace_text(),
    )


def _selected(hit: Hit) -> dict[str, Any]:
    return {"id": str(hit.memory.id), "score": hit.score, "parts": hit.explanation.parts}


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


USED = """
    UPDATE memories SET usage_count = usage_count + (%s ->> uid), last_used_at = %s
    WHERE uid IN (SELECT key FROM json_each(%s))
"""


def count_uses(uses: Mapping[UUID, int], *, at: datetime) -> None:
    """Add how often each memory was found, by its public id; ids that are gone are passed over."""
    if not uses:
        return
    times = json.dumps({uid.hex: count for uid, count in uses.items()})
    when = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(USED, [times, when, times])
