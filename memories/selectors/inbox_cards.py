"""Proposals and rules for a client, in a constant number of queries."""

from collections.abc import Sequence

from django.db.models import prefetch_related_objects

from core.caller import Caller, base_user_of, pack_of
from memories.inbox.decisions import Decision
from memories.inbox.kinds import handler_for, subject_ids_of
from memories.inbox.preview import Preview
from memories.inbox.subjects import SubjectCache
from memories.models import InboxRule, Memory, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox import ChoiceOut, EffectOut, PreviewOut, ProposalOut, RuleOut


def scene_of(proposals: Sequence[Proposal]) -> SubjectCache:
    """Load what proposals are about."""
    people = {base_user_of(proposal.user_id) for proposal in proposals}
    return SubjectCache.load(people, [subject_ids_of(proposal) for proposal in proposals])


def preview_of(proposal: Proposal, scene: SubjectCache) -> Preview | None:
    """Return what is asked; None where what it is about has gone."""
    if not proposal.payload or not scene.has(subject_ids_of(proposal)):
        return None
    kind = handler_for(proposal.kind)
    return kind.preview(kind.parsed(proposal.payload), scene)


def proposal_outs(caller: Caller, proposals: Sequence[Proposal]) -> list[ProposalOut]:
    """Return proposals for a client, in their order; evidence is what the caller may see."""
    rows = list(proposals)
    prefetch_related_objects(rows, "rule")
    scene = scene_of(rows)
    evidence = _evidence(caller, rows)
    return [_out(row, preview_of(row, scene), evidence.get(row.pk, [])) for row in rows]


def _evidence(caller: Caller, rows: Sequence[Proposal]) -> dict[int, list[Memory]]:
    seen = Memory.objects.of(caller).filter(proposals__in=rows).order_by("pk")
    found: dict[int, list[Memory]] = {}
    through = Proposal.evidence.through.objects.filter(proposal__in=rows).order_by("memory_id")
    by_key = {memory.pk: memory for memory in seen.only("uid")}
    for proposal_id, memory_id in through.values_list("proposal_id", "memory_id"):
        if memory_id in by_key:
            found.setdefault(proposal_id, []).append(by_key[memory_id])
    return found


def _out(row: Proposal, preview: Preview | None, evidence: Sequence[Memory]) -> ProposalOut:
    return ProposalOut(
        id=row.uid,
        kind=ProposalKind(row.kind),
        status=ProposalStatus(row.status),
        pack=pack_of(row.user_id),
        namespace=row.namespace,
        payload=row.payload,
        confidence=row.confidence,
        reason=row.reason,
        method=row.method,
        evidence=[memory.uid for memory in evidence],
        preview=_preview_out(preview) if preview else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
        rule_id=row.rule.uid if row.rule else None,
        change_id=row.change_id,
    )


def _preview_out(preview: Preview) -> PreviewOut:
    return PreviewOut(
        question=preview.question,
        accepting=preview.accepting,
        rejecting=preview.rejecting,
        choices=[ChoiceOut(name=one.name, label=one.label) for one in preview.choices],
        effects=[
            EffectOut(label=one.label, before=one.before, after=one.after)
            for one in preview.effects
        ],
    )


def rule_outs(rules: Sequence[InboxRule]) -> list[RuleOut]:
    """Return rules for a client."""
    return [rule_out(rule) for rule in rules]


def rule_out(rule: InboxRule) -> RuleOut:
    """Return one rule for a client."""
    accepts = rule.decision == ProposalStatus.ACCEPTED
    return RuleOut(
        id=rule.uid,
        kind=ProposalKind(rule.kind),
        pack=pack_of(rule.user_id),
        decision=Decision.ACCEPT if accepts else Decision.REJECT,
        condition=rule.condition,
        min_confidence=rule.min_confidence,
        active=rule.is_active,
        uses=rule.uses,
        created_by=rule.created_by,
        created_at=rule.created_at,
    )
