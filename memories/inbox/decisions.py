"""Deciding proposals, and taking decisions back: each one a change of the journal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Role, Scope, base_user_of
from core.errors import Conflict, NotFound
from core.journal import Change, snapshot, undo_id
from memories.models import Action, InboxRule, Proposal, ProposalStatus, Revision
from memories.schemas.inbox import Decision as Decision
from memories.schemas.inbox import Suggestion

from .kinds import Deed, Kind, Payload, concerned_by, kind_named
from .lookup import proposal_get
from .stale import refresh_about, withdraw
from .subjects import Scene

# In the journal's entry of a decision: every change that carrying it out made.
CHANGES = "changes"
OPEN = {"decided_at": None, "decided_by": "", "rule_id": None, "change_id": None}


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was carried out, and the change by which it is undone."""

    proposal: Proposal
    change_id: UUID


class Propose(Protocol):
    """Stores suggestions that carrying out a decision brings up (``proposals.propose``)."""

    def __call__(
        self, suggestions: Sequence[Suggestion], *, now: datetime, caller: Caller | None = None
    ) -> object: ...


def decide(
    caller: Caller,
    uid: UUID,
    decision: Decision,
    edited: Mapping[str, Any] | None = None,
    *,
    propose: Propose,
    choice: str = "",
    reason: str = "",
    now: datetime | None = None,
) -> Decided:
    """Accept or reject a proposal and carry that out; ``edited`` replaces values of its payload.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
        NotFound: there is no such proposal.
        Conflict: it was decided already, or what it is about has gone.
        InvalidInput: a value or the choice cannot be taken. Nothing was changed.
    """
    _require_judge(caller)
    proposal = proposal_get(caller, uid)
    now = now or timezone.now()
    return _decide(caller, proposal, decision, propose, edited, choice, reason, now)


def decide_by_rule(
    proposal: Proposal, rule: InboxRule, *, propose: Propose, now: datetime
) -> Decided:
    """Decide a proposal as the person's rule says."""
    caller = Caller(base_user=base_user_of(rule.user_id), role=Role.SYSTEM, name="rule")
    accepts = rule.decision == ProposalStatus.ACCEPTED
    decision = Decision.ACCEPT if accepts else Decision.REJECT
    return _decide(caller, proposal, decision, propose, None, "", "", now, rule)


def _require_judge(caller: Caller) -> None:
    caller.require_owner()
    for scope in (Scope.READ, Scope.WRITE):
        caller.require(scope)


def _decide(
    caller: Caller,
    proposal: Proposal,
    decision: Decision,
    propose: Propose,
    edited: Mapping[str, Any] | None,
    choice: str,
    reason: str,
    now: datetime,
    rule: InboxRule | None = None,
) -> Decided:
    if _has_gone(proposal):
        withdraw([proposal], now=now)
        raise _gone()
    kind, accepts = kind_named(proposal.kind), decision is Decision.ACCEPT
    payload = _payload(kind, proposal, edited)
    chosen = kind.check_choice(choice) if accepts else ""
    deed = Deed(caller, proposal, payload, now, chosen, reason)
    with transaction.atomic():
        # Read again behind the write lock: somebody else may have decided since.
        proposal.refresh_from_db()
        _refuse_decided(proposal)
        before = snapshot(proposal)
        status = ProposalStatus.ACCEPTED if accepts else ProposalStatus.REJECTED
        kept = payload if accepts else kind.remembered(payload)
        # It waits no more: what becomes of its subject now does not make it obsolete.
        Proposal.objects.filter(pk=proposal.pk).update(status=status)
        written = _Written(caller)
        (kind.accept if accepts else kind.reject)(deed)
        if deed.suggestions:
            propose(deed.suggestions, now=now, caller=caller)
        changes = written.changes() or [uuid4()]
        proposal.payload = kept.model_dump(mode="json", exclude_defaults=True)
        proposal.status, proposal.rule, proposal.change_id = status, rule, changes[-1]
        proposal.decided_at, proposal.decided_by = now, caller.actor
        proposal.save()
        _note(deed.change(changes[-1]), proposal, before, changes, accepts=accepts)
        refresh_about(kind.concerned(payload), base_user=base_user_of(proposal.user_id), now=now)
    return Decided(proposal, changes[-1])


def _payload(kind: Kind[Any], proposal: Proposal, edited: Mapping[str, Any] | None) -> Payload:
    """Return what is decided, as the person has corrected it."""
    payload: Payload = kind.parsed(proposal.payload)
    if edited:
        payload = kind.parsed({**proposal.payload, **kind.edited(payload, edited)})
    return payload


class _Written:
    """The journal from here on; nobody else can write to it within a write transaction.

    That other proposals are withdrawn follows from what is written, and is taken back with it.
    """

    def __init__(self, caller: Caller) -> None:
        self._entries = Revision.objects.of(caller).exclude(target_type="proposal")
        self._last = self._entries.order_by("-id").values_list("id", flat=True).first() or 0

    def changes(self) -> list[UUID]:
        """Return the changes that were written since, in order."""
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
    """Note the decision, and every change that carrying it out made."""
    evidence = [str(uid) for uid in proposal.evidence.order_by("pk").values_list("uid", flat=True)]
    action = Action.VALIDATE if accepts else Action.INVALIDATE
    after = {**snapshot(proposal), CHANGES: [str(one) for one in changes]}
    change.note(action, proposal, before=before, after=after, evidence=evidence)
    change.write()


def _has_gone(proposal: Proposal) -> bool:
    if proposal.status != ProposalStatus.OPEN:
        return False
    concerned = concerned_by(proposal)
    scene = Scene.load({base_user_of(proposal.user_id)}, [concerned])
    return not proposal.payload or not scene.has(concerned)


def _gone() -> Conflict:
    return Conflict("what this proposal is about has changed or gone", field="id", code="gone")


def _refuse_decided(proposal: Proposal) -> None:
    if proposal.status == ProposalStatus.OBSOLETE:
        raise _gone()
    if proposal.status != ProposalStatus.OPEN:
        raise Conflict(
            f"this proposal is {proposal.status} already", field="id", code=str(proposal.status)
        )


def undo_decision(caller: Caller, uid: UUID, *, now: datetime | None = None) -> Proposal:
    """Take a decision back: the rows are as before, and the proposal is open again.

    Raises:
        Forbidden, NotFound: as for deciding.
        Conflict: it is not decided, or what it changed was changed again since.
    """
    _require_judge(caller)
    proposal = proposal_get(caller, uid)
    with transaction.atomic():
        proposal.refresh_from_db()
        decision = _decision_of(caller, proposal)
        undoing = undo_id(decision.change_id)
        change = Change(caller=caller, at=now or timezone.now(), change_id=undoing)
        for made in reversed((decision.after or {})[CHANGES]):
            kind_named(proposal.kind).undo(caller, UUID(made), change)
        before = snapshot(proposal)
        proposal.payload = (decision.before or {})["payload"]
        proposal.status = ProposalStatus.OPEN
        for name, value in OPEN.items():
            setattr(proposal, name, value)
        proposal.save()
        change.note(Action.RESTORE, proposal, before=before, after=snapshot(proposal))
        change.write()
        # What it is about may have gone since.
        owner = base_user_of(proposal.user_id)
        refresh_about(concerned_by(proposal), base_user=owner, now=change.at)
        proposal.refresh_from_db(fields=["status", "updated_at"])
    return proposal


def _decision_of(caller: Caller, proposal: Proposal) -> Revision:
    """Return the journal's entry of the decision in force."""
    if proposal.change_id is None:
        raise Conflict("this proposal is not decided", field="id", code="not_decided")
    entries = Revision.objects.of(caller).filter(
        change_id=proposal.change_id, target_type="proposal", target_id=str(proposal.uid)
    )
    entry = entries.first()
    if entry is None or entry.before is None:
        raise Conflict("what this rested on was forgotten since", field="id", code="erased")
    return entry


def undo_latest(caller: Caller, *, now: datetime | None = None) -> list[Proposal]:
    """Take back what the caller decided last: one proposal, or all that were decided together.

    Raises:
        NotFound: the caller has decided nothing that is still in force.
        Conflict: what it changed was changed again since; nothing was taken back.
    """
    _require_judge(caller)
    mine = Proposal.objects.of(caller).filter(decided_by=caller.actor, rule=None)
    newest = mine.exclude(decided_at=None).order_by("-decided_at").first()
    if newest is None:
        raise NotFound("there is no decision to take back", field="id")
    together = mine.filter(decided_at=newest.decided_at)
    with transaction.atomic():
        return [undo_decision(caller, row.uid, now=now) for row in _newest_first(together)]


def _newest_first(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Order decisions so that what was done last is taken back first."""
    rows = {row.change_id: row for row in proposals if row.change_id}
    entries = Revision.objects.filter(target_type="proposal", change_id__in=list(rows))
    latest = dict(entries.order_by("pk").values_list("change_id", "pk"))
    ordered = sorted(rows, key=lambda change_id: latest.get(change_id, 0), reverse=True)
    return [rows[change_id] for change_id in ordered]
