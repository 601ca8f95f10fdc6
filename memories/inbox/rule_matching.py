"""Find the standing rule that matches a proposal, and let it decide."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F

from core.errors import WasurenaError
from memories.models import InboxRule, Proposal

from .decisions import CreateProposals, decide_by_rule

METHOD = "method"


def matches(rule: InboxRule, proposal: Proposal) -> bool:
    """Return whether a rule matches: same space and kind, enough confidence, equal values."""
    return (
        rule.user_id == proposal.user_id
        and rule.kind == proposal.kind
        and proposal.confidence >= rule.min_confidence
        and all(_value(proposal, name) == value for name, value in rule.condition.items())
    )


def _value(proposal: Proposal, name: str) -> object:
    return proposal.method if name == METHOD else proposal.payload.get(name)


def apply_rules(
    proposals: Sequence[Proposal], now: datetime, *, create_proposals: CreateProposals
) -> None:
    """Decide proposals by the active rules; the oldest matching rule applies."""
    if not proposals:
        return
    spaces = {proposal.user_id for proposal in proposals}
    rules: dict[str, list[InboxRule]] = defaultdict(list)
    for rule in InboxRule.objects.in_spaces(spaces).filter(is_active=True).order_by("pk"):
        rules[rule.user_id].append(rule)
    for proposal in proposals:
        found = next((rule for rule in rules[proposal.user_id] if matches(rule, proposal)), None)
        if found is not None:
            apply_rule(found, [proposal], now, create_proposals=create_proposals)


def apply_rule(
    rule: InboxRule,
    proposals: Iterable[Proposal],
    now: datetime,
    *,
    create_proposals: CreateProposals,
) -> list[Proposal]:
    """Decide proposals by one rule; those that cannot be applied stay open."""
    decided = []
    for proposal in proposals:
        try:
            decide_by_rule(proposal, rule, create_proposals=create_proposals, now=now)
        except WasurenaError:
            continue
        decided.append(proposal)
    if decided:
        InboxRule.objects.filter(pk=rule.pk).update(uses=F("uses") + len(decided))
    return decided
