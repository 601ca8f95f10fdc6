"""What a search leaves behind, written off the request path (SPEC §6).

Runs wait in memory and are stored together by the background thread: the run,
one ACCESS entry per search and space, and the usage counts.
"""

import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from accounts.caller import Caller

from . import background
from .models import Action, Memory, RetrievalRun, Revision
from .schemas import SearchInput, SearchOut
from .search.plan import Plan

# A database that cannot be written must not fill the memory of the process.
MOST_WAITING = 1_000


@dataclass(frozen=True, slots=True)
class _Access:
    """One finished search."""

    run: RetrievalRun
    caller: Caller
    hits: dict[str, list[UUID]]
    at: datetime


_waiting: list[_Access] = []
_lock = threading.Lock()
_storing = threading.Lock()


def record_run(
    caller: Caller,
    request: SearchInput,
    packs: Sequence[str],
    plan: Plan,
    out: SearchOut,
    statistics: dict[str, Any],
    *,
    now: datetime,
) -> None:
    """Note a search; it is stored soon after."""
    run = RetrievalRun(
        run_id=out.run_id,
        base_user=caller.base_user,
        packs=list(packs),
        query=request.query,
        mode=request.mode,
        plan={
            **plan.as_json(),
            "filters": request.filters.model_dump(mode="json", exclude_defaults=True),
            "namespace": caller.namespace,
        },
        candidates=statistics,
        selected=[
            _selected(hit.memory.id, hit.score, hit.explanation.parts) for hit in out.results
        ],
        actor=caller.actor,
        took_ms=out.took_ms,
        created_at=now,
    )
    hits: dict[str, list[UUID]] = defaultdict(list)
    for hit in out.results:
        hits[caller.space(hit.memory.pack)].append(hit.memory.id)
    with _lock:
        _waiting.append(_Access(run, caller, dict(hits), now))
    background.soon("access", flush)


def _selected(uid: UUID, score: float, parts: dict[str, float]) -> dict[str, Any]:
    return {"id": str(uid), "score": score, "parts": parts}


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


@transaction.atomic
def _store(batch: Sequence[_Access]) -> None:
    RetrievalRun.objects.bulk_create([access.run for access in batch])
    Revision.objects.bulk_create([entry for access in batch for entry in _entries(access)])
    _count(batch)


def _entries(access: _Access) -> list[Revision]:
    return [
        Revision(
            user_id=user_id,
            action=Action.ACCESS,
            target_type="retrievalrun",
            target_id=str(access.run.run_id),
            change_id=access.run.run_id,
            after={"memories": [str(uid) for uid in uids]},
            actor=access.caller.actor,
            created_at=access.at,
        )
        for user_id, uids in access.hits.items()
    ]


def _count(batch: Sequence[_Access]) -> None:
    uses = Counter(uid for access in batch for uids in access.hits.values() for uid in uids)
    latest = max(access.at for access in batch)
    by_count: dict[int, list[UUID]] = defaultdict(list)
    for uid, times in uses.items():
        by_count[times].append(uid)
    for times, uids in by_count.items():
        Memory.objects.filter(uid__in=uids).update(
            usage_count=F("usage_count") + times, last_used_at=latest
        )
