"""What feedback changes in one person's searches: learnt daily, switched off and reset by them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope
from memories.models import Feedback, SearchTuning, TuningStep
from memories.schemas.journal import TuningOut
from memories.search.tuning import Judged, forget_multipliers, is_enough, learnt
from memories.selectors.judgements import counting

WORKER = "system:worker"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one person has judged since the last reset."""

    judged: list[Judged]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers that a step is stored with."""
        return {
            "judged_hits": len(self.judged),
            "useful_hits": sum(hit.useful for hit in self.judged),
            "judged_searches": len({hit.search for hit in self.judged}),
        }


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
    if _is_off(base_user):
        return False
    evidence = evidence_of(base_user)
    multipliers = learnt(evidence.judged)
    active = _active(base_user)
    if multipliers == (active.multipliers if active else {}):
        return False
    _step(base_user, TuningStep.LEARNT, now, actor, evidence=evidence, multipliers=multipliers)
    return True


def evidence_of(base_user: str) -> Evidence:
    """Return the latest judgement of each actor on each hit, as far as its shares are known."""
    rows = counting(Feedback.objects.filter(run__base_user=base_user)).filter(
        shares__isnull=False, useful__isnull=False, memory__isnull=False
    )
    reset = SearchTuning.objects.filter(base_user=base_user, step=TuningStep.RESET).first()
    if reset is not None:
        rows = rows.filter(created_at__gt=reset.created_at)
    found = rows.values_list("run_id", "shares", "useful")
    return Evidence(
        [Judged(run_id, shares or {}, bool(useful)) for run_id, shares, useful in found]
    )


def tuning_of(caller: Caller) -> TuningOut:
    """Return what feedback has changed so far, and how much of it there is."""
    caller.require(Scope.READ)
    evidence = evidence_of(caller.base_user)
    active = _active(caller.base_user)
    return TuningOut(
        is_on=not _is_off(caller.base_user),
        is_enough=is_enough(evidence.judged),
        multipliers=active.multipliers if active else {},
        learnt_at=active.created_at if active else None,
        **evidence.counts,
    )


@transaction.atomic
def tuning_switch(caller: Caller, *, is_on: bool, now: datetime | None = None) -> TuningOut:
    """Let feedback change the weights, or not; what was judged is kept.

    Raises:
        Forbidden: this is not the owner.
    """
    caller.require_owner()
    now = now or timezone.now()
    if is_on == _is_off(caller.base_user):
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


def _active(base_user: str) -> SearchTuning | None:
    return SearchTuning.objects.filter(base_user=base_user, is_active=True).first()


def _is_off(base_user: str) -> bool:
    switches = SearchTuning.objects.filter(
        base_user=base_user, step__in=[TuningStep.OFF, TuningStep.ON]
    )
    return switches.values_list("step", flat=True).first() == TuningStep.OFF


def _step(
    base_user: str,
    step: TuningStep,
    now: datetime,
    actor: str,
    *,
    evidence: Evidence | None = None,
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
