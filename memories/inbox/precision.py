"""Measure how often a person accepts what each method proposes, and stop asking what they reject."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from core.db.fields import SpaceQuerySet, of_person
from memories.models import Proposal, ProposalStatus

# With fewer decisions nothing is learned; older ones no longer count, so that it is tried again.
LEAST_DECISIONS = 10
COUNTED_FOR = timedelta(days=180)
LEAST_PRECISION = 0.4
# Methods that stop asking a person who rejects most of it begin with this.
LEARNING = "inference:"


@dataclass(frozen=True, slots=True)
class MethodPrecision:
    """How a person answered the proposals of one method; rules of theirs do not count."""

    method: str
    accepted: int
    rejected: int
    open: int = 0
    # The same of the last 180 days.
    lately_accepted: int = 0
    lately_rejected: int = 0

    @property
    def precision(self) -> float | None:
        """The share of accepted ones, 0 to 1; None before any was decided."""
        decided = self.accepted + self.rejected
        return self.accepted / decided if decided else None

    @property
    def asks(self) -> bool:
        """Whether the method still asks: too few decisions lately, or enough were accepted."""
        decided = self.lately_accepted + self.lately_rejected
        if not self.method.startswith(LEARNING) or decided < LEAST_DECISIONS:
            return True
        return self.lately_accepted / decided >= LEAST_PRECISION


def method_precision(base_user: str, now: datetime) -> dict[str, MethodPrecision]:
    """Return the answers of a person by method, in one query."""
    rows = Proposal.objects.filter(of_person(base_user)).exclude(method="")
    return precision_of(rows, now)


def precision_of(rows: SpaceQuerySet[Proposal], now: datetime) -> dict[str, MethodPrecision]:
    """Return how these proposals were answered, by method."""
    person = Q(rule=None)
    accepted = person & Q(status=ProposalStatus.ACCEPTED)
    rejected = person & Q(status=ProposalStatus.REJECTED)
    lately = Q(decided_at__gte=now - COUNTED_FOR)
    counted = (
        rows.order_by()
        .values("method")
        .annotate(
            accepted=Count("pk", filter=accepted),
            rejected=Count("pk", filter=rejected),
            open=Count("pk", filter=Q(status=ProposalStatus.OPEN)),
            lately_accepted=Count("pk", filter=accepted & lately),
            lately_rejected=Count("pk", filter=rejected & lately),
        )
    )
    return {row["method"]: MethodPrecision(**row) for row in counted.order_by("method")}


def silent_methods(base_user: str, now: datetime) -> set[str]:
    """Return the methods that no longer ask this person."""
    found: Mapping[str, MethodPrecision] = method_precision(base_user, now)
    return {name for name, row in found.items() if not row.asks}
