"""Create, switch and delete standing rules, which decide matching proposals."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope
from core.errors import InvalidInput, Problem
from core.journal import snapshot
from core.models import Action
from memories.models import InboxRule, Proposal, ProposalKind, ProposalStatus

from .decisions import Decision, undo_decision
from .kinds import handler_for
from .preview import rule_get, rule_list
from .proposals import create_proposals
from .rule_matching import METHOD, apply_rule, matches

# Only the latest answers are compared.
MOST_COMPARED = 200


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """A rule before it is stored; all of its conditions must hold."""

    user_id: str
    kind: ProposalKind
    decision: Decision
    condition: Mapping[str, Any]
    min_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class CreatedRule:
    """A new rule, and the open proposals it decided."""

    rule: InboxRule
    decided: list[Proposal]


def draft_from(proposal: Proposal, decision: Decision) -> RuleDraft:
    """Return a rule for proposals like this one: same kind, method and type.

    An accepting rule requires at least this confidence; a rejecting one requires none.
    """
    names = handler_for(proposal.kind).conditions
    condition = {name: proposal.payload[name] for name in names if name in proposal.payload}
    if proposal.method:
        condition[METHOD] = proposal.method
    accepts = decision is Decision.ACCEPT
    # Rounded down, or the rule would not match the proposal it was made from.
    least = int(proposal.confidence * 100) / 100 if accepts else 0.0
    kind = ProposalKind(proposal.kind)
    return RuleDraft(proposal.user_id, kind, decision, condition, least)


def repeated(caller: Caller, latest: Proposal) -> int:
    """Return how often a proposal about a pack was answered like this one, for the same hints.

    Return 0 if a rule answers it already, or for a proposal that no rule can tell from others.
    """
    hints = latest.payload.get("hints")
    if latest.kind != ProposalKind.UNCLASSIFIED or not hints:
        return 0
    alike = {"user_id": latest.user_id, "kind": latest.kind}
    rules = rule_list(caller).filter(is_active=True, decision=latest.status, **alike)
    if any(matches(rule, latest) for rule in rules):
        return 0
    answered = Proposal.objects.of(caller).filter(status=latest.status, rule=None, **alike)
    payloads = answered.order_by("-decided_at").values_list("payload", flat=True)[:MOST_COMPARED]
    wanted = (latest.payload.get("pack"), hints)
    return sum((one.get("pack"), one.get("hints")) == wanted for one in payloads)


def rule_preview(caller: Caller, draft: RuleDraft) -> list[Proposal]:
    """Return the open proposals that a rule would decide."""
    return _decidable(caller, _checked(caller, draft, timezone.now()))


def rule_create(caller: Caller, draft: RuleDraft, *, now: datetime | None = None) -> CreatedRule:
    """Create a rule and decide the open proposals that match it.

    Raises:
        Forbidden: the caller may not decide.
        InvalidInput: a condition does not exist for this kind, or accepting requires a choice.
    """
    now = now or timezone.now()
    rule = _checked(caller, draft, now)
    with transaction.atomic():
        with journal.change(caller, now=now) as change:
            rule.save()
            change.note(Action.CREATE, rule, after=snapshot(rule))
        decided = apply_rule(rule, _decidable(caller, rule), now, create_proposals=create_proposals)
        rule.refresh_from_db()
    return CreatedRule(rule, decided)


def _checked(caller: Caller, draft: RuleDraft, now: datetime) -> InboxRule:
    caller.require_owner()
    caller.require(Scope.WRITE)
    if problems := _problems(draft):
        raise InvalidInput(problems)
    accepts = draft.decision is Decision.ACCEPT
    return InboxRule(
        user_id=draft.user_id,
        kind=draft.kind,
        condition=dict(draft.condition),
        min_confidence=draft.min_confidence,
        decision=ProposalStatus.ACCEPTED if accepts else ProposalStatus.REJECTED,
        created_by=caller.actor,
        created_at=now,
    )


def _problems(draft: RuleDraft) -> list[Problem]:
    handler = handler_for(draft.kind)
    known = {METHOD, *handler.conditions}
    problems = [
        Problem(
            f"condition.{name}",
            "unknown_condition",
            format_lazy(_("use: {names}"), names=", ".join(sorted(known))),
        )
        for name in draft.condition
        if name not in known
    ]
    if handler.choices and draft.decision is Decision.ACCEPT:
        problems.append(
            Problem(
                "decision",
                "choice",
                format_lazy(_("{kind} needs a person's choice"), kind=draft.kind),
            )
        )
    if not 0 <= draft.min_confidence <= 1:
        problems.append(Problem("min_confidence", "out_of_range", _("0 to 1")))
    return problems


def _decidable(caller: Caller, rule: InboxRule) -> list[Proposal]:
    waiting = Proposal.objects.of(caller).filter(
        user_id=rule.user_id, status=ProposalStatus.OPEN, kind=rule.kind
    )
    return [row for row in waiting.order_by("pk") if matches(rule, row)]


def rule_switch(
    caller: Caller, uid: UUID, *, is_active: bool, now: datetime | None = None
) -> InboxRule:
    """Switch a rule on or off for new proposals; its earlier decisions stay."""
    caller.require_owner()
    caller.require(Scope.WRITE)
    with journal.change(caller, now=now) as change:
        rule = rule_get(caller, uid)
        before = snapshot(rule)
        rule.is_active = is_active
        rule.save(update_fields=["is_active"])
        change.note(Action.UPDATE, rule, before=before, after=snapshot(rule))
    return rule


def rule_delete(
    caller: Caller, uid: UUID, *, undo: bool = False, now: datetime | None = None
) -> list[Proposal]:
    """Delete a rule; with ``undo`` also undo its decisions. Return the reopened proposals.

    Raises:
        Forbidden, NotFound: as for creating one.
        Conflict: a decided row was changed since; nothing was undone.
    """
    caller.require_owner()
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with journal.change(caller, now=now) as change:
        rule = rule_get(caller, uid)
        decided = rule.decisions.order_by("-decided_at", "-pk") if undo else ()
        reopened = [undo_decision(caller, row.uid, now=now) for row in decided]
        change.note(Action.DELETE, rule, before=snapshot(rule))
        rule.delete()
    return reopened
