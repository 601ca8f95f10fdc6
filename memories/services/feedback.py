"""`give_feedback`: whether what was found was useful (SPEC §4)."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from accounts.caller import Caller, Scope
from accounts.errors import InvalidInput

from ..models import Feedback, Memory, RetrievalRun
from ..resources.runs import feedback_out, run_get
from ..schemas.journal import FeedbackInput, FeedbackOut
from ..selectors import memory_get


def give_feedback(
    caller: Caller, run_id: UUID, item: FeedbackInput, *, now: datetime | None = None
) -> FeedbackOut:
    """Store what was thought of a search, or of one of its hits. Entries are only ever added.

    Raises:
        NotFound: there is no such run, or no such memory.
        InvalidInput: the memory is not among the hits of the run.
    """
    caller.require(Scope.WRITE)
    run = run_get(caller, run_id)
    memory = _hit(caller, run, item.memory_id) if item.memory_id else None
    stored = Feedback.objects.create(
        run=run,
        memory=memory,
        useful=item.useful,
        rating=item.rating,
        comment=item.comment,
        actor=caller.actor,
        created_at=now or timezone.now(),
    )
    return feedback_out(stored)


def _hit(caller: Caller, run: RetrievalRun, uid: UUID) -> Memory:
    memory = memory_get(caller, uid, field="memory_id")
    if str(uid) not in {hit["id"] for hit in run.selected}:
        raise InvalidInput(
            "this memory is not among the hits of the run", field="memory_id", code="not_a_hit"
        )
    return memory
