"""Ask what hung on a job that ended: the title, the boss and the colleagues that were told with it.

A rule ends the job only: whoever changes the firm may keep the title and, in a merger, the boss.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import reduce
from operator import or_

from core.caller import base_user_of
from core.db.fields import of_person
from memories.models import Memory, State
from memories.models.state import ENDED_BY
from memories.schemas.inbox.proposals import Suggestion

from .doubts import asked_about, question_of_end

METHOD = "rules:ended-job:1"
CONFIDENCE = 0.7
JOB, TITLE = "works_for", "occupation"
# In the order in which they are asked about.
HANGING = ("reports_to", TITLE, "colleague")
MOST_ASKED = 5
# The last day of a job belongs to it.
DAY = timedelta(days=1)


def suggest_ends_with_jobs(memories: Sequence[Memory]) -> list[Suggestion]:
    """Return a question for each fact that hung on a job of the owner that these memories ended."""
    people = {base_user_of(memory.user_id) for memory in memories}
    spaces = reduce(or_, map(of_person, people))
    rows = State.objects.findable().supported().filter(spaces, subject=None)
    jobs = list(rows.filter(predicate=JOB).prefetch_related("evidence"))
    ends = [(memory, job) for memory in memories for job in jobs if _is_ended_by(job, memory)]
    if not ends:
        return []
    waiting = asked_about(spaces)
    held = list(
        rows.filter(predicate__in=HANGING, valid_to=None)
        .exclude(uid__in=waiting)
        .prefetch_related("evidence")
    )
    asked: dict[int, Suggestion] = {}
    for memory, job in ends:
        is_only = not any(_is_beside(other, job, memory) for other in jobs)
        hanging = sorted(_hanging(job, memory, held, is_only=is_only), key=_rank)
        for state in hanging[:MOST_ASKED]:
            asked.setdefault(state.pk, question_of_end(memory, state, METHOD, CONFIDENCE))
    return list(asked.values())


def _is_ended_by(job: State, memory: Memory) -> bool:
    """Return whether a memory told the end of a job, or told it again when it had come."""
    if job.valid_to is None or job.namespace != memory.namespace or not _is_same_owner(job, memory):
        return False
    told_by, *_words = job.extra_data.get(ENDED_BY, (0,))
    is_said = memory.pk == told_by or memory in job.evidence.all()
    return (
        is_said
        and job.first_said_at < memory.created_at
        and job.valid_to <= memory.created_at + DAY
    )


def _is_same_owner(job: State, memory: Memory) -> bool:
    return base_user_of(job.user_id) == base_user_of(memory.user_id)


def _is_beside(other: State, job: State, memory: Memory) -> bool:
    """Return whether somebody has another job that was known before this one ended."""
    is_other = other.pk != job.pk and (other.user_id, other.namespace) == (
        job.user_id,
        job.namespace,
    )
    return is_other and other.valid_to is None and other.first_said_at < memory.created_at


def _hanging(
    job: State, memory: Memory, held: Sequence[State], *, is_only: bool
) -> Iterator[State]:
    """Yield what was told with a job, or during it if there was no other job to hang on."""
    assert job.valid_to is not None
    since = min(job.first_said_at, job.valid_from or job.first_said_at)
    until = min(memory.created_at, job.valid_to + DAY)
    told = set(job.evidence.all())
    renewed = memory.states.filter(predicate=TITLE).exists()
    for state in held:
        is_here = (state.user_id, state.namespace) == (job.user_id, job.namespace)
        is_during = is_only and since <= state.first_said_at < until
        is_with = state.first_said_at < until and not told.isdisjoint(state.evidence.all())
        if is_here and (is_during or is_with) and not (renewed and state.predicate == TITLE):
            yield state


def _rank(state: State) -> tuple[int, int]:
    return HANGING.index(state.predicate), -state.pk
