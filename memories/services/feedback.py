"""`give_feedback`: whether what was found was useful (SPEC §4)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope
from core.errors import InvalidInput
from memories.models import Feedback, Memory, RetrievalRun
from memories.schemas.journal import FeedbackInput, FeedbackOut
from memories.search.stored_traces import shares_of
from memories.selectors.memories import memory_get
from memories.selectors.searches import feedback_out, run_get


def give_feedback(
    caller: Caller, run_id: UUID, item: FeedbackInput, *, now: datetime | None = None
) -> FeedbackOut:
    """Store what was thought of a search, or of one of its hits.

    Entries are only ever added; the latest one of the same actor counts.

    Raises:
        NotFound: there is no such run, or no such memory.
        InvalidInput: the memory is not among the hits of the run.
    """
    run, memory = _judged(caller, run_id, item.memory_id)
    given: dict[str, Any] = {
        "useful": item.useful,
        "rating": item.rating,
        "comment": item.comment,
        "shares": shares_of(run.trace, memory.pk) if run.trace and memory else None,
    }
    return _added(caller, run, memory, given, now)


def withdraw_feedback(
    caller: Caller, run_id: UUID, memory_id: UUID | None, *, now: datetime | None = None
) -> FeedbackOut:
    """Take back what the caller thought of a search, or of one of its hits.

    Raises:
        NotFound: there is no such run, or no such memory.
        InvalidInput: the memory is not among the hits of the run.
    """
    run, memory = _judged(caller, run_id, memory_id)
    return _added(caller, run, memory, {"useful": None}, now)


def _judged(
    caller: Caller, run_id: UUID, memory_id: UUID | None
) -> tuple[RetrievalRun, Memory | None]:
    caller.require(Scope.WRITE)
    run = run_get(caller, run_id)
    return run, _hit(caller, run, memory_id) if memory_id else None


def _added(
    caller: Caller,
    run: RetrievalRun,
    memory: Memory | None,
    given: dict[str, Any],
    now: datetime | None,
) -> FeedbackOut:
    stored = Feedback.objects.create(
        run=run, memory=memory, actor=caller.actor, created_at=now or timezone.now(), **given
    )
    return feedback_out(stored)


def _hit(caller: Caller, run: RetrievalRun, uid: UUID) -> Memory:
    memory = memory_get(caller, uid, field="memory_id")
    if str(uid) not in {hit["id"] for hit in run.selected}:
        raise InvalidInput(
            "this memory is not among the hits of the run", field="memory_id", code="not_a_hit"
        )
    return memory
