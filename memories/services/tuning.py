"""What feedback changes in one person's searches: learnt daily, switched off and reset by them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller
from memories.models import Feedback, SearchTuning, TuningStep
from memories.schemas.journal import TuningOut
from memories.search.tuning import forget_multipliers, learnt
from memories.selectors.feedback import JudgedHits, active_tuning, is_off, judged_hits, tuning_of

WORKER = "system:worker"


def tune_everybody(now: datetime) -> int:
    """Learn anew for everybody who has judged hits; return for how many something changed."""
    people = Feedback.objects.filter(shares__isnull=False).order_by()
    names = people.values_list("run__base_user", flat=True).distinct()
    return sum(tune(name, now) for name in names)


@transaction.atomic
def tune(base_user: str, now: datetime, *, actor: str = WORKER) -> bool:
    """Learn one person's multipliers anew; return whether they changed.

    Nothing happens while it is switched off. Below the threshold nothing is in use.
    """
    if is_off(base_user):
        return False
    evidence = judged_hits(base_user)
    multipliers = learnt(evidence.judged)
    active = active_tuning(base_user)
    if multipliers == (active.multipliers if active else {}):
        return False
    _step(base_user, TuningStep.LEARNT, now, actor, evidence=evidence, multipliers=multipliers)
    return True


@transaction.atomic
def tuning_switch(caller: Caller, *, is_on: bool, now: datetime | None = None) -> TuningOut:
    """Let feedback change the weights, or not; what was judged is kept.

    Raises:
        Forbidden: this is not the owner.
    """
    caller.require_owner()
    now = now or timezone.now()
    if is_on == is_off(caller.base_user):
        step = TuningStep.ON if is_on else TuningStep.OFF
        _step(caller.base_user, step, now, caller.actor)
        if is_on:
            tune(caller.base_user, now, actor=caller.actor)
    return tuning_of(caller)


@transaction.atomic
def tuning_reset(caller: Caller, *, now: datetime | None = None) -> TuningOut:
    """Go back to the weights as they come; only what is judged from now on counts.

    Raises:
        Forbidden: this is not the owner.
    """
    caller.require_owner()
    now = now or timezone.now()
    _step(caller.base_user, TuningStep.RESET, now, caller.actor)
    return tuning_of(caller)


def _step(
    base_user: str,
    step: TuningStep,
    now: datetime,
    actor: str,
    *,
    evidence: JudgedHits | None = None,
    multipliers: dict[str, float] | None = None,
) -> None:
    """Add a step; whatever was in use is not any more, unless the step brings something."""
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
    # Now for this thread, and after the commit for those that asked in between.
    forget_multipliers(base_user)
    transaction.on_commit(lambda: forget_multipliers(base_user))
