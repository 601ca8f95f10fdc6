"""Store feedback on searches, and learn each person's search weights from it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import InvalidInput
from memories.models import Feedback, Memory, RetrievalRun, SearchTuning, TuningStep
from memories.schemas.journal import FeedbackInput, FeedbackOut, TuningOut
from memories.search.explain.stored_traces import shares_of, trace_of
from memories.search.query.plan import forget_multipliers
from memories.search.ranking.tuning import learn_multipliers
from memories.selectors.feedback import JudgedHits, active_tuning, is_off, judged_hits, tuning_of
from memories.selectors.memories import memory_get
from memories.selectors.searches.runs import feedback_out, run_get

WORKER = "system:worker"


def give_feedback(
    caller: Caller, run_id: UUID, item: FeedbackInput, *, now: datetime | None = None
) -> FeedbackOut:
    """Store feedback on a search, or on one of its hits.

    Entries are append-only; the latest entry of each actor counts.

    Raises:
        NotFound: there is no such run, or no such memory.
        InvalidInput: the memory is not among the hits of the run.
    """
    run, memory = _target(caller, run_id, item.memory_id)
    trace = trace_of(run)
    given: dict[str, Any] = {
        "useful": item.useful,
        "rating": item.rating,
        "comment": item.comment,
        "shares": shares_of(trace, memory.pk) if trace and memory else None,
    }
    return _add(caller, run, memory, given, now)


def withdraw_feedback(
    caller: Caller, run_id: UUID, memory_id: UUID | None, *, now: datetime | None = None
) -> FeedbackOut:
    """Withdraw the caller's feedback on a search, or on one of its hits.

    Raises:
        NotFound: there is no such run, or no such memory.
        InvalidInput: the memory is not among the hits of the run.
    """
    run, memory = _target(caller, run_id, memory_id)
    return _add(caller, run, memory, {"useful": None}, now)


def _target(
    caller: Caller, run_id: UUID, memory_id: UUID | None
) -> tuple[RetrievalRun, Memory | None]:
    caller.require(Scope.WRITE)
    run = run_get(caller, run_id)
    return run, _hit(caller, run, memory_id) if memory_id else None


def _add(
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
            _("this memory is not among the hits of the run"), field="memory_id", code="not_a_hit"
        )
    return memory


def tune_all(now: datetime) -> int:
    """Learn the search weights of each person with feedback; return how many people changed."""
    people = Feedback.objects.filter(shares__isnull=False).order_by()
    names = people.values_list("run__base_user", flat=True).distinct()
    return sum(tune(name, now) for name in names)


@transaction.atomic
def tune(base_user: str, now: datetime, *, actor: str = WORKER) -> bool:
    """Learn one person's weight multipliers from all feedback; return True if they changed.

    Learning is skipped while it is switched off. Too little feedback yields no multipliers.
    """
    if is_off(base_user):
        return False
    evidence = judged_hits(base_user)
    multipliers = learn_multipliers(evidence.judged)
    active = active_tuning(base_user)
    if multipliers == (active.multipliers if active else {}):
        return False
    _add_step(base_user, TuningStep.LEARNT, now, actor, evidence=evidence, multipliers=multipliers)
    return True


@transaction.atomic
def tuning_switch(caller: Caller, *, is_on: bool, now: datetime | None = None) -> TuningOut:
    """Switch learning from feedback on or off; stored feedback is kept.

    Raises:
        Forbidden: the caller is not the owner.
    """
    caller.require_owner()
    now = now or timezone.now()
    if is_on == is_off(caller.base_user):
        step = TuningStep.ON if is_on else TuningStep.OFF
        _add_step(caller.base_user, step, now, caller.actor)
        if is_on:
            tune(caller.base_user, now, actor=caller.actor)
    return tuning_of(caller)


@transaction.atomic
def tuning_reset(caller: Caller, *, now: datetime | None = None) -> TuningOut:
    """Reset to the default weights; only later feedback counts.

    Raises:
        Forbidden: the caller is not the owner.
    """
    caller.require_owner()
    now = now or timezone.now()
    _add_step(caller.base_user, TuningStep.RESET, now, caller.actor)
    return tuning_of(caller)


def _add_step(
    base_user: str,
    step: TuningStep,
    now: datetime,
    actor: str,
    *,
    evidence: JudgedHits | None = None,
    multipliers: dict[str, float] | None = None,
) -> None:
    """Add a tuning step, which replaces the active one; it is active if it has multipliers."""
    SearchTuning.objects.filter(base_user=base_user, is_active=True).update(is_active=False)
    SearchTuning.objects.create(
        base_user=base_user,
        step=step,
        multipliers=multipliers or {},
        is_active=bool(multipliers),
        actor=actor,
        created_at=now,
        **(evidence.counts if evidence else {}),
    )
    # Now for this thread, and after the commit for threads that cached a value in between.
    forget_multipliers(base_user)
    transaction.on_commit(lambda: forget_multipliers(base_user))
