"""Look up the proposals and rules that a caller may see."""

from uuid import UUID

from core.caller import Caller, Scope
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import InboxRule, Proposal


def proposal_get(caller: Caller, uid: UUID) -> Proposal:
    """Return one proposal; raise NotFound if the caller may not see it."""
    if proposal := proposals_seen(caller).filter(uid=uid).first():
        return proposal
    raise NotFound(f"there is no proposal {uid}", field="id")


def proposals_seen(caller: Caller) -> SpaceQuerySet[Proposal]:
    """Return the proposals that the caller may see."""
    caller.require(Scope.READ)
    return Proposal.objects.of(caller)


def rule_list(caller: Caller) -> SpaceQuerySet[InboxRule]:
    """Return the caller's rules, newest first; none for a caller bound to a namespace."""
    caller.require(Scope.READ)
    rows = InboxRule.objects.of(caller)
    return rows.none() if caller.namespace else rows


def rule_get(caller: Caller, uid: UUID) -> InboxRule:
    """Return one rule; raise NotFound if the caller may not see it."""
    if rule := rule_list(caller).filter(uid=uid).first():
        return rule
    raise NotFound(f"there is no rule {uid}", field="id")
