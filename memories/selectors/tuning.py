"""What feedback has changed in a person's searches."""

from dataclasses import dataclass

from core.caller import Caller, Scope
from memories.models import Feedback, SearchTuning, TuningStep
from memories.schemas.journal import TuningOut
from memories.search.ranking.tuning import JudgedHit, is_enough

from .judgements import counting


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one person has judged since the last reset."""

    judged: list[JudgedHit]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers that a step is stored with."""
        return {
            "judged_hits": len(self.judged),
            "useful_hits": sum(hit.useful for hit in self.judged),
            "judged_searches": len({hit.search for hit in self.judged}),
        }


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
        [JudgedHit(run_id, shares or {}, bool(useful)) for run_id, shares, useful in found]
    )


def tuning_of(caller: Caller) -> TuningOut:
    """Return what feedback has changed so far, and how much of it there is."""
    caller.require(Scope.READ)
    evidence = evidence_of(caller.base_user)
    active = active_tuning(caller.base_user)
    return TuningOut(
        is_on=not is_off(caller.base_user),
        is_enough=is_enough(evidence.judged),
        multipliers=active.multipliers if active else {},
        learnt_at=active.created_at if active else None,
        **evidence.counts,
    )


def active_tuning(base_user: str) -> SearchTuning | None:
    """Return the multipliers in use."""
    return SearchTuning.objects.filter(base_user=base_user, is_active=True).first()


def is_off(base_user: str) -> bool:
    """Return whether the person switched tuning off."""
    switches = SearchTuning.objects.filter(
        base_user=base_user, step__in=[TuningStep.OFF, TuningStep.ON]
    )
    return switches.values_list("step", flat=True).first() == TuningStep.OFF
