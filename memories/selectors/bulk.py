"""Read decisions about many proposals: their progress, and what could not be decided."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.jobs.queue import MAX_ATTEMPTS
from memories.inbox.bulk import bulk_get as bulk_get
from memories.models import BulkDecision, BulkItem, BulkOutcome, Proposal, ProposalStatus
from memories.schemas.inbox.bulk import BulkOut, BulkProblemOut, BulkStatus
from memories.schemas.inbox.decisions import Decision

from .inbox import QUEUE_ORDER, ProposalQuery, load_subjects, proposal_list, title_of

Counts = dict[str, tuple[int, int]]
MOST_PROBLEMS = 100
# A finished one is shown in the inbox for this long.
SHOWN_FOR = timedelta(minutes=10)
WHY: Mapping[str, Promise] = {
    "accepted": _("It was accepted meanwhile."),
    "rejected": _("It was rejected meanwhile."),
    "gone": _("What it was about has changed or gone."),
    "unknown_choice": _("It needs a choice of its own."),
    "decided_again": _("It was decided again since."),
    "not_decided": _("It was undone already."),
    "erased": _("What it rested on was forgotten since."),
}


def matching_ids(caller: Caller, asked: ProposalQuery) -> list[UUID]:
    """Return the ids of all open proposals that match a filter, in the order of the queue."""
    rows = proposal_list(caller, asked).order_by(*QUEUE_ORDER)
    return list(rows.values_list("uid", flat=True))


def bulk_list(caller: Caller) -> QuerySet[BulkDecision]:
    """Return the caller's decisions about many proposals, newest first; none for a bound caller."""
    rows = BulkDecision.objects.filter(base_user=caller.base_user)
    return rows.none() if caller.packs is not None or caller.namespace else rows


def bulks_shown(caller: Caller) -> list[BulkOut]:
    """Return what runs, and what was finished in the last minutes."""
    since = timezone.now() - SHOWN_FOR
    rows = bulk_list(caller).filter(Q(finished_at=None) | Q(finished_at__gte=since))
    return bulk_outs(list(rows.order_by("-pk")[:2]))


def bulk_out(bulk: BulkDecision) -> BulkOut:
    """Return the progress of a decision about many proposals, with its problems."""
    return _out(bulk, _counts([bulk])[bulk.pk], _problems(bulk), _settled([bulk]).get(bulk.pk, 0))


def bulk_outs(bulks: Sequence[BulkDecision]) -> list[BulkOut]:
    """Return the progress of several of them, without their problems, in two queries."""
    counts, settled = _counts(bulks), _settled(bulks)
    return [_out(bulk, counts[bulk.pk], [], settled.get(bulk.pk, 0)) for bulk in bulks]


def _settled(bulks: Sequence[BulkDecision]) -> dict[int, int]:
    """Return how many other proposals the decisions settled."""
    same = Proposal.objects.filter(
        status=ProposalStatus.OBSOLETE, settled_by=OuterRef("change_id")
    ).values("settled_by")
    items = BulkItem.objects.filter(bulk__in=bulks, outcome=BulkOutcome.DECIDED).order_by()
    counted = items.annotate(n=Subquery(same.annotate(n=Count("pk")).values("n")))
    return dict(counted.values_list("bulk").annotate(total=Sum("n")).exclude(total=None))


def _counts(bulks: Sequence[BulkDecision]) -> dict[int, Counts]:
    """Return the number of items by outcome, and how many of them have a problem."""
    found: dict[int, Counts] = defaultdict(dict)
    rows = BulkItem.objects.filter(bulk__in=bulks).order_by().values_list("bulk", "outcome")
    counted = rows.annotate(count=Count("pk"), failed=Count("pk", filter=~Q(code="")))
    for pk, outcome, count, failed in counted:
        found[pk][outcome] = (count, failed)
    return found


def _out(
    bulk: BulkDecision, counts: Counts, problems: list[BulkProblemOut], settled: int
) -> BulkOut:
    decided, kept = counts.get(BulkOutcome.DECIDED, (0, 0))
    refused, undone = (
        counts.get(outcome, (0, 0))[0] for outcome in (BulkOutcome.REFUSED, BulkOutcome.UNDONE)
    )
    accepts = bulk.decision == ProposalStatus.ACCEPTED
    return BulkOut(
        id=bulk.uid,
        status=_status(bulk),
        decision=Decision.ACCEPT if accepts else Decision.REJECT,
        undoing=bulk.is_undo,
        total=decided + undone if bulk.is_undo else bulk.total,
        done=undone + kept if bulk.is_undo else decided + refused,
        decided=decided,
        refused=kept if bulk.is_undo else refused,
        undone=undone,
        settled=settled,
        problems=problems,
        started_at=bulk.enqueued_at,
        finished_at=bulk.finished_at,
    )


def _status(bulk: BulkDecision) -> BulkStatus:
    if bulk.finished_at is None:
        return BulkStatus.FAILED if bulk.attempts >= MAX_ATTEMPTS else BulkStatus.RUNNING
    return BulkStatus.CANCELED if bulk.is_canceled else BulkStatus.DONE


def _problems(bulk: BulkDecision) -> list[BulkProblemOut]:
    """Return what could not be decided; of an undoing, what could not be undone."""
    failed = BulkOutcome.DECIDED if bulk.is_undo else BulkOutcome.REFUSED
    rows = bulk.items.exclude(code="").filter(outcome=failed).select_related("proposal")
    items: list[BulkItem] = list(rows.order_by("pk")[:MOST_PROBLEMS])
    proposals: list[Proposal] = [item.proposal for item in items]
    scene = load_subjects(proposals)
    return [
        BulkProblemOut(
            id=item.proposal.uid,
            title=title_of(item.proposal, scene),
            code=item.code,
            detail=str(WHY.get(item.code, _("It could not be decided like this."))),
        )
        for item in items
    ]
