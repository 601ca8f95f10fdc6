"""Decide proposals and undo decisions, each as one change of the journal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role, Scope, base_user_of
from core.errors import Conflict, NotFound
from core.journal import Change, snapshot, undo_id
from core.models import Action, Revision
from memories.models import InboxRule, Proposal, ProposalStatus
from memories.schemas.inbox.decisions import Decision as Decision
from memories.schemas.inbox.proposals import Suggestion

from .kinds import DecisionContext, Payload, ProposalHandler, handler_for, subject_ids_of
from .preview import SubjectCache, proposal_get
from .projections import mark_obsolete, sync_proposals_with

# The key under which the journal entry of a decision lists the changes it made.
CHANGES = "changes"
OPEN = {"decided_at": None, "decided_by": "", "rule_id": None, "change_id": None}


@dataclass(frozen=True, slots=True)
class DecisionResult:
    """A decided proposal, the change to undo it by, and all changes that were made."""

    proposal: Proposal
    change_id: UUID
    changes: tuple[UUID, ...] = ()


class CreateProposals(Protocol):
    """Type of ``proposals.create_proposals``, for suggestions that follow from a decision."""

    def __call__(
        self, suggestions: Sequence[Suggestion], *, now: datetime, caller: Caller | None = None
    ) -> object: ...


def decide(
    caller: Caller,
    uid: UUID,
    decision: Decision,
    edited: Mapping[str, Any] | None = None,
    *,
    create_proposals: CreateProposals,
    choice: str = "",
    reason: str = "",
    now: datetime | None = None,
) -> DecisionResult:
    """Accept or reject a proposal and apply the decision; ``edited`` replaces payload values.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
        NotFound: there is no such proposal.
        Conflict: the proposal is decided already, or a subject is gone.
        InvalidInput: a value or the choice is invalid; nothing was changed.
    """
    require_judge(caller)
    proposal = proposal_get(caller, uid)
    now = now or timezone.now()
    return _decide(caller, proposal, decision, create_proposals, edited, choice, reason, now)


def decide_by_rule(
    proposal: Proposal, rule: InboxRule, *, create_proposals: CreateProposals, now: datetime
) -> DecisionResult:
    """Decide a proposal by a user's rule."""
    caller = Caller(base_user=base_user_of(rule.user_id), role=Role.SYSTEM, name="rule")
    accepts = rule.decision == ProposalStatus.ACCEPTED
    decision = Decision.ACCEPT if accepts else Decision.REJECT
    return _decide(caller, proposal, decision, create_proposals, None, "", "", now, rule)


def require_judge(caller: Caller) -> None:
    """Raise Forbidden unless the caller may decide proposals."""
    caller.require_owner()
    for scope in (Scope.READ, Scope.WRITE):
        caller.require(scope)


def _decide(
    caller: Caller,
    proposal: Proposal,
    decision: Decision,
    create_proposals: CreateProposals,
    edited: Mapping[str, Any] | None,
    choice: str,
    reason: str,
    now: datetime,
    rule: InboxRule | None = None,
) -> DecisionResult:
    if _has_gone(proposal):
        mark_obsolete([proposal], now=now)
        raise _gone()
    handler, accepts = handler_for(proposal.kind), decision is Decision.ACCEPT
    payload = _payload(handler, proposal, edited)
    chosen = handler.check_choice(choice) if accepts else ""
    context = DecisionContext(caller, proposal, payload, now, chosen, reason)
    with transaction.atomic():
        # Read again under the write lock: another caller may have decided meanwhile.
        proposal.refresh_from_db()
        _refuse_decided(proposal)
        before = snapshot(proposal)
        status = ProposalStatus.ACCEPTED if accepts else ProposalStatus.REJECTED
        kept = payload if accepts else handler.remembered(payload)
        # Set the status first, so that changes to its subjects do not make it obsolete.
        Proposal.objects.filter(pk=proposal.pk).update(status=status)
        written = _Written(caller)
        (handler.accept if accepts else handler.reject)(context)
        if context.suggestions:
            create_proposals(context.suggestions, now=now, caller=caller)
        changes = written.changes() or [uuid4()]
        proposal.payload = kept.model_dump(mode="json", exclude_defaults=True)
        proposal.status, proposal.rule, proposal.change_id = status, rule, changes[-1]
        proposal.decided_at, proposal.decided_by = now, caller.actor
        proposal.save()
        _note(context.change(changes[-1]), proposal, before, changes, accepts=accepts)
        sync_proposals_with(
            handler.subject_ids(payload),
            base_user=base_user_of(proposal.user_id),
            now=now,
            settled_by=changes[-1],
        )
    return DecisionResult(proposal, changes[-1], tuple(changes))


def _payload(
    handler: ProposalHandler[Any], proposal: Proposal, edited: Mapping[str, Any] | None
) -> Payload:
    """Return the payload with the user's edits."""
    payload: Payload = handler.parsed(proposal.payload)
    if edited:
        payload = handler.parsed({**proposal.payload, **handler.edited(payload, edited)})
    return payload


class _Written:
    """Collects the changes written from here on, within one write transaction.

    Changes of proposals are left out: their status follows from the other rows.
    """

    def __init__(self, caller: Caller) -> None:
        self._entries = Revision.objects.of(caller).exclude(target_type="proposal")
        self._last = self._entries.order_by("-id").values_list("id", flat=True).first() or 0

    def changes(self) -> list[UUID]:
        """Return the ids of the changes written since, in order."""
        rows = self._entries.filter(id__gt=self._last).order_by("id")
        return list(dict.fromkeys(rows.values_list("change_id", flat=True)))


def _note(
    change: Change,
    proposal: Proposal,
    before: dict[str, Any],
    changes: Sequence[UUID],
    *,
    accepts: bool,
) -> None:
    """Write the decision to the journal, with the ids of all changes it made."""
    evidence = [str(uid) for uid in proposal.evidence.order_by("pk").values_list("uid", flat=True)]
    action = Action.VALIDATE if accepts else Action.INVALIDATE
    after = {**snapshot(proposal), CHANGES: [str(one) for one in changes]}
    change.note(action, proposal, before=before, after=after, evidence=evidence)
    change.write()


def _has_gone(proposal: Proposal) -> bool:
    if proposal.status != ProposalStatus.OPEN:
        return False
    subject_ids = subject_ids_of(proposal)
    subjects = SubjectCache.load({base_user_of(proposal.user_id)}, [subject_ids])
    return not proposal.payload or not subjects.has(subject_ids)


def _gone() -> Conflict:
    return Conflict(_("what this proposal is about has changed or gone"), field="id", code="gone")


def _refuse_decided(proposal: Proposal) -> None:
    if proposal.status == ProposalStatus.OBSOLETE:
        raise _gone()
    if proposal.status != ProposalStatus.OPEN:
        raise Conflict(
            format_lazy(_("this proposal is {status} already"), status=proposal.status),
            field="id",
            code=str(proposal.status),
        )


def undo_decision(caller: Caller, uid: UUID, *, now: datetime | None = None) -> Proposal:
    """Undo a decision: restore the rows it changed and reopen the proposal.

    Raises:
        Forbidden, NotFound: as for deciding.
        Conflict: the proposal is not decided, or a row was changed again since.
    """
    require_judge(caller)
    proposal = proposal_get(caller, uid)
    with transaction.atomic():
        proposal.refresh_from_db()
        decision = _decision_of(caller, proposal)
        undoing = undo_id(decision.change_id)
        change = Change(caller=caller, at=now or timezone.now(), change_id=undoing)
        for made in reversed((decision.after or {})[CHANGES]):
            handler_for(proposal.kind).undo(caller, UUID(made), change)
        before = snapshot(proposal)
        proposal.payload = (decision.before or {})["payload"]
        proposal.status = ProposalStatus.OPEN
        for name, value in OPEN.items():
            setattr(proposal, name, value)
        proposal.save()
        change.note(Action.RESTORE, proposal, before=before, after=snapshot(proposal))
        change.write()
        # Its subjects may be gone meanwhile.
        owner = base_user_of(proposal.user_id)
        sync_proposals_with(
            subject_ids_of(proposal), base_user=owner, now=change.at, settled_by=undoing
        )
        proposal.refresh_from_db(fields=["status", "updated_at", "settled_by"])
    return proposal


def _decision_of(caller: Caller, proposal: Proposal) -> Revision:
    """Return the journal entry of the current decision."""
    if proposal.change_id is None:
        raise Conflict(_("this proposal is not decided"), field="id", code="not_decided")
    entries = Revision.objects.of(caller).filter(
        change_id=proposal.change_id, target_type="proposal", target_id=str(proposal.uid)
    )
    entry = entries.first()
    if entry is None or entry.before is None:
        raise Conflict(_("what this rested on was forgotten since"), field="id", code="erased")
    return entry


def undo_latest(caller: Caller, *, now: datetime | None = None) -> list[Proposal]:
    """Undo the caller's latest decision, with all proposals decided together.

    Raises:
        NotFound: the caller has no decision to undo.
        Conflict: a row was changed again since; nothing was undone.
    """
    require_judge(caller)
    mine = Proposal.objects.of(caller).filter(decided_by=caller.actor, rule=None)
    newest = mine.exclude(decided_at=None).order_by("-decided_at").first()
    if newest is None:
        raise NotFound(_("there is no decision to take back"), field="id")
    together = mine.filter(decided_at=newest.decided_at)
    with transaction.atomic():
        return [undo_decision(caller, row.uid, now=now) for row in _newest_first(together)]


def _newest_first(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Order decisions by their journal entries, latest first, so that they can be undone in order."""
    rows = {row.change_id: row for row in proposals if row.change_id}
    entries = Revision.objects.filter(target_type="proposal", change_id__in=list(rows))
    latest = dict(entries.order_by("pk").values_list("change_id", "pk"))
    ordered = sorted(rows, key=lambda change_id: latest.get(change_id, 0), reverse=True)
    return [rows[change_id] for change_id in ordered]
