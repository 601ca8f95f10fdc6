"""What waits for a decision, and what holds without anybody having confirmed it."""

from django.db.models import Count, Min, Q

from entities.models import ValidationStatus
from memories.inbox.preview import proposals_seen
from memories.models import ProposalStatus, State, StateKind
from memories.schemas.dashboards.system import WaitingOut
from memories.selectors.inbox import DECIDED

from .contradictions import contradictions
from .scope import DashboardScope


def waiting(scope: DashboardScope) -> WaitingOut:
    """Count open proposals, decisions of the period and current states, and list what contradicts."""
    proposals = proposals_seen(scope.caller).in_spaces(scope.spaces).order_by()
    opened = proposals.filter(status=ProposalStatus.OPEN).values_list("kind")
    rows = sorted(opened.annotate(n=Count("pk"), oldest=Min("created_at")), key=lambda row: -row[1])
    decided = proposals.filter(scope.within("decided_at"), status__in=DECIDED).aggregate(
        decided=Count("pk"), accepted=Count("pk", filter=Q(status=ProposalStatus.ACCEPTED))
    )
    return WaitingOut(
        open=sum(count for _, count, _ in rows),
        open_by_kind={kind: count for kind, count, _ in rows},
        oldest_at=min((oldest for _, _, oldest in rows), default=None),
        **decided,
        **_states(scope),
        contradictions=contradictions(scope),
    )


def _states(scope: DashboardScope) -> dict[str, int]:
    rows = State.objects.of(scope.caller).in_spaces(scope.spaces).findable().supported()
    holds = Q(valid_to=None) | Q(valid_to__gt=scope.now)
    overdue = Q(kind=StateKind.TASK, due_at__lt=scope.now)
    return (
        rows.filter(holds, completed_at=None)
        .order_by()
        .aggregate(
            facts=Count("pk"),
            unconfirmed=Count("pk", filter=~Q(validation_status=ValidationStatus.ACCEPTED)),
            overdue=Count("pk", filter=overdue),
        )
    )
