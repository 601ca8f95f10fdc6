"""Decide many proposals as a job: in short transactions, with progress, cancel and one undo.

The items of a bulk decision are worked on one by one in the order of the queue, a few in each
transaction, which also stores their outcomes. After a crash the next worker goes on where the
last transaction ended. A proposal that cannot be decided is a refused item, not an error.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.caller import Caller, Role
from core.errors import Conflict, InvalidInput, NotFound, Problem, WasurenaError, is_database_busy
from core.jobs import JobQuerySet, Lease, Queue, background
from core.jobs.queue import location_of
from memories.models import BulkDecision, BulkItem, BulkOutcome, Proposal, ProposalStatus
from memories.schemas.inbox.decisions import Decision

from .decisions import decide, require_judge, undo_decision, undo_latest
from .kinds import handler_for
from .preview import proposals_seen
from .proposals import create_proposals

logger = logging.getLogger(__name__)

# Proposals in one transaction, and seconds after each for those who wait to write.
BATCH = 10
WRITE_GAP_SECONDS = 0.01
# More than these are decided by a job.
MOST_AT_ONCE = 50
FAILED = "error"
DECIDED_AGAIN = "decided_again"

# A thread of its own: vectors and enrichment need not wait for thousands of decisions.
_runner = background.Runner()


def bulk_start(
    caller: Caller,
    proposals: Sequence[UUID],
    decision: Decision,
    *,
    choice: str = "",
    reason: str = "",
    now: datetime | None = None,
) -> BulkDecision:
    """Enqueue one decision about many proposals, which are decided in this order.

    Raises:
        Forbidden: the caller may not decide.
        NotFound: one of the proposals does not exist; nothing was enqueued.
        InvalidInput: there are no proposals, or none of their kinds has this choice.
    """
    require_judge(caller)
    wanted = list(dict.fromkeys(proposals))
    with transaction.atomic():
        known = _known(caller, wanted, choice if decision is Decision.ACCEPT else "")
        accepts = decision is Decision.ACCEPT
        bulk = BulkDecision.objects.create(
            base_user=caller.base_user,
            role=caller.role,
            name=caller.name,
            decision=ProposalStatus.ACCEPTED if accepts else ProposalStatus.REJECTED,
            choice=choice,
            reason=reason,
            total=len(wanted),
            enqueued_at=now or timezone.now(),
        )
        items = [BulkItem(bulk=bulk, proposal_id=known[uid]) for uid in wanted]
        BulkItem.objects.bulk_create(items, batch_size=500)
        jobs.wake("decide")
    return bulk


def _known(caller: Caller, uids: Sequence[UUID], choice: str) -> dict[UUID, int]:
    """Return the primary keys of the proposals, which must exist and allow the choice."""
    if not uids:
        raise InvalidInput(_("there is nothing to decide"), field="ids", code="empty")
    found: dict[UUID, int] = {}
    kinds: set[str] = set()
    for at in range(0, len(uids), 500):
        rows = proposals_seen(caller).filter(uid__in=uids[at : at + 500])
        for uid, pk, kind in rows.values_list("uid", "pk", "kind"):
            found[uid] = pk
            kinds.add(kind)
    problems = [
        Problem(f"ids.{at}", "not_found", format_lazy(_("there is no proposal {uid}"), uid=uid))
        for at, uid in enumerate(uids)
        if uid not in found
    ]
    if problems:
        raise NotFound(problems)
    if choice and not any(choice in handler_for(kind).choices for kind in kinds):
        raise InvalidInput(_("no kind has this choice"), field="choice", code="unknown_choice")
    return found


def bulk_get(caller: Caller, uid: UUID) -> BulkDecision:
    """Return one bulk decision; raise NotFound if the caller may not see it."""
    require_judge(caller)
    if bulk := BulkDecision.objects.filter(base_user=caller.base_user, uid=uid).first():
        return bulk
    raise NotFound(format_lazy(_("there is no bulk decision {uid}"), uid=uid), field="id")


def bulk_cancel(caller: Caller, uid: UUID) -> BulkDecision:
    """Stop a bulk decision, or its undoing, after the current batch; what is done stays done.

    Raises:
        Conflict: it is finished already.
    """
    with transaction.atomic():
        bulk = bulk_get(caller, uid)
        if bulk.finished_at is not None:
            raise Conflict(_("this is finished already"), field="id", code="finished")
        bulk.is_canceled = True
        bulk.save(update_fields=["is_canceled"])
        # A job that nobody works on, or that was given up, ends here.
        if not _is_leased(bulk):
            _finish(BulkDecision.objects.filter(pk=bulk.pk))
    bulk.refresh_from_db()
    return bulk


def _is_leased(bulk: BulkDecision) -> bool:
    return bulk.leased_until is not None and bulk.leased_until > timezone.now()


def bulk_undo(caller: Caller, uid: UUID, *, now: datetime | None = None) -> BulkDecision:
    """Enqueue the undoing of all decisions of a bulk decision, the last one first.

    Raises:
        Conflict: it still runs, or nothing of it is left to undo.
    """
    with transaction.atomic():
        bulk = bulk_get(caller, uid)
        if bulk.finished_at is None:
            raise Conflict(_("this still runs; cancel it first"), field="id", code="running")
        if not bulk.items.filter(outcome=BulkOutcome.DECIDED).update(code=""):
            raise Conflict(_("nothing of this is left to undo"), field="id", code="not_decided")
        bulk.is_undo, bulk.is_canceled, bulk.finished_at = True, False, None
        bulk.leased_until, bulk.attempts, bulk.last_error = None, 0, ""
        bulk.save()
        jobs.wake("decide")
    return bulk


def undo_newest(caller: Caller, *, now: datetime | None = None) -> list[Proposal] | BulkDecision:
    """Undo the caller's latest decision; one about many proposals is undone by its job.

    Raises:
        NotFound, Conflict: as for ``undo_latest`` and ``bulk_undo``.
    """
    require_judge(caller)
    mine = Proposal.objects.of(caller).filter(decided_by=caller.actor, rule=None)
    newest = mine.exclude(decided_at=None).order_by("-decided_at").first()
    item = newest and BulkItem.objects.filter(
        proposal=newest, change_id=newest.change_id, outcome=BulkOutcome.DECIDED
    ).select_related("bulk").first()  # fmt: skip
    return bulk_undo(caller, item.bulk.uid, now=now) if item else undo_latest(caller, now=now)


def work() -> None:
    """Process the queue in a thread of the server; without one, now."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule("decide", drain)
    else:
        drain()


def drain(*, seconds: float = float("inf")) -> int:
    """Decide what waits for at most ``seconds``; return how many proposals were worked on."""
    until = time.monotonic() + seconds
    queue = Queue(BulkDecision.objects.all(), pick=_oldest, work=partial(_work, until))
    return queue.drain(seconds=seconds)


def _oldest(free: JobQuerySet[BulkDecision]) -> list[BulkDecision]:
    return list(free.order_by("pk")[:1])


def _work(until: float, lease: Lease[BulkDecision]) -> int:
    """Work on one bulk decision until it is finished, canceled, or the time is over."""
    [bulk] = lease.jobs
    total = 0
    while time.monotonic() < until or not total:
        lease.renew()
        with transaction.atomic():
            if not (done := _next_batch(lease, bulk)):
                return total
        total += done
        time.sleep(WRITE_GAP_SECONDS)
    lease.release()
    return total


def _next_batch(lease: Lease[BulkDecision], bulk: BulkDecision) -> int:
    """Work on a few items in one transaction; return 0 if the job is finished, or lost."""
    held = lease.held()
    going_on = held.filter(is_canceled=False).exists()
    items = _items(bulk)[:BATCH] if going_on else ()
    step: Callable[[Caller, BulkDecision, BulkItem], None] = _undo if bulk.is_undo else _decide
    caller = Caller(base_user=bulk.base_user, role=Role(bulk.role), name=bulk.name)
    count = 0
    for item in items:
        item.code = _problem_of(partial(step, caller, bulk, item))
        if item.code and not bulk.is_undo:
            item.outcome = BulkOutcome.REFUSED
        item.save(update_fields=["outcome", "code", "change_id"])
        count += 1
    if not count:
        _finish(held)
    return count


def _items(bulk: BulkDecision) -> QuerySet[BulkItem]:
    items = bulk.items.select_related("proposal")
    if bulk.is_undo:
        # The latest first, since later decisions may rest on earlier ones.
        return items.filter(outcome=BulkOutcome.DECIDED, code="").order_by("-pk")
    return items.filter(outcome=BulkOutcome.WAITING).order_by("pk")


def _problem_of(step: Callable[[], None]) -> str:
    """Run one step, which stores all or nothing; return the code of its problem, if any."""
    try:
        step()
    except WasurenaError as error:
        return (error.problems[0].code or FAILED)[:32]
    except Exception as error:
        if is_database_busy(error):
            raise
        logger.error("a bulk decision: one proposal failed: %s", location_of(error))
        return FAILED
    return ""


def _decide(caller: Caller, bulk: BulkDecision, item: BulkItem) -> None:
    accepts = bulk.decision == ProposalStatus.ACCEPTED
    result = decide(
        caller,
        item.proposal.uid,
        Decision.ACCEPT if accepts else Decision.REJECT,
        create_proposals=create_proposals,
        choice=bulk.choice,
        reason=bulk.reason,
        now=bulk.enqueued_at,
    )
    item.outcome, item.change_id = BulkOutcome.DECIDED, result.change_id


def _undo(caller: Caller, bulk: BulkDecision, item: BulkItem) -> None:
    if item.proposal.change_id != item.change_id:
        raise Conflict(_("this was decided again since"), field="id", code=DECIDED_AGAIN)
    undo_decision(caller, item.proposal.uid)
    item.outcome = BulkOutcome.UNDONE


def _finish(jobs_: QuerySet[BulkDecision]) -> None:
    jobs_.update(finished_at=timezone.now(), leased_until=None, last_error="", reason="")
