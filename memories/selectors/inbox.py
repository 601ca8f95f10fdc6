"""Read proposals and rules of the inbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, prefetch_related_objects
from django.utils import timezone

from core.caller import Caller, base_user_of, pack_of
from entities.models import SpaceQuerySet
from memories.inbox.decisions import Decision, DecisionResult
from memories.inbox.kinds import handler_for, subject_ids_of
from memories.inbox.precision import precision_of
from memories.inbox.preview import Preview, SubjectCache, proposals_seen
from memories.inbox.preview import proposal_get as proposal_get
from memories.inbox.preview import rule_get as rule_get
from memories.inbox.preview import rule_list as rule_list
from memories.inbox.rules import repeated as repeated
from memories.inbox.settled import changes_of_decision as changes_of_decision
from memories.inbox.settled import latest_decision as latest_decision
from memories.inbox.settled import settled_by as settled_by
from memories.inbox.settled import settled_by_latest as settled_by_latest
from memories.inbox.settled import settled_list as settled_list
from memories.inbox.settled import why_settled
from memories.inbox.titles import title_of as title_of
from memories.models import InboxRule, Memory, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.decisions import SettledOut
from memories.schemas.inbox.proposals import ChoiceOut, EffectOut, PreviewOut, ProposalOut
from memories.schemas.inbox.rules import PrecisionOut, PrecisionsOut, RuleOut
from packs.selection import chosen_packs
from packs.spec import SHARED

QUEUE_LENGTH = 60
# What is worth most first, then the oldest; the id makes the order total.
QUEUE_ORDER = ("-worth", "created_at", "id")
DECIDED = (ProposalStatus.ACCEPTED, ProposalStatus.REJECTED)


@dataclass(frozen=True, slots=True)
class ProposalQuery:
    """Conditions for a list of proposals."""

    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = (ProposalStatus.OPEN,)
    packs: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    memory: UUID | None = None
    min_confidence: float = 0.0


def proposal_list(caller: Caller, asked: ProposalQuery) -> SpaceQuerySet[Proposal]:
    """Return proposals by kind, status, pack, method, evidence and confidence."""
    spaces = caller.spaces(chosen_packs(caller, asked.packs or None))
    # What several packs tell belongs to none of them.
    shared = [] if asked.packs else [caller.space(SHARED)]
    rows = proposals_seen(caller).in_spaces([*spaces, *shared])
    given = Q(confidence__gte=asked.min_confidence)
    if asked.kinds:
        given &= Q(kind__in=asked.kinds)
    if asked.statuses:
        given &= Q(status__in=asked.statuses)
    if asked.methods:
        given &= Q(method__in=asked.methods)
    if asked.memory:
        given &= Q(pk__in=Proposal.objects.filter(evidence__uid=asked.memory).values("pk"))
    return rows.filter(given)


def open_counts(caller: Caller, packs: Sequence[str] | None = None) -> dict[str, int]:
    """Return the number of open proposals by kind, in one query; without kinds that have none."""
    rows = proposals_seen(caller).filter(status=ProposalStatus.OPEN)
    if packs:
        rows = rows.in_spaces(caller.spaces(packs))
    return dict(rows.order_by().values_list("kind").annotate(n=Count("pk")))


def decided_since(caller: Caller, since: datetime) -> int:
    """Return how many proposals a person or a rule decided since a time."""
    return proposals_seen(caller).filter(status__in=DECIDED, decided_at__gte=since).count()


def midnight() -> datetime:
    """Return today's midnight in the local time zone."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)


def load_subjects(proposals: Sequence[Proposal]) -> SubjectCache:
    """Load the subjects of proposals."""
    people = {base_user_of(proposal.user_id) for proposal in proposals}
    return SubjectCache.load(people, [subject_ids_of(proposal) for proposal in proposals])


def preview_of(proposal: Proposal, scene: SubjectCache) -> Preview | None:
    """Return the preview of a proposal; None if its subject is gone."""
    if not proposal.payload or not scene.has(subject_ids_of(proposal)):
        return None
    kind = handler_for(proposal.kind)
    return kind.preview(kind.parsed(proposal.payload), scene)


def proposal_outs(caller: Caller, proposals: Sequence[Proposal]) -> list[ProposalOut]:
    """Return proposals for a client, in their order, with the evidence that the caller may see."""
    rows = list(proposals)
    prefetch_related_objects(rows, "rule")
    scene = load_subjects(rows)
    evidence = _evidence_by_proposal(caller, rows)
    return [_proposal_out(caller, row, scene, evidence.get(row.pk, [])) for row in rows]


def _evidence_by_proposal(caller: Caller, rows: Sequence[Proposal]) -> dict[int, list[Memory]]:
    seen = Memory.objects.of(caller).filter(proposals__in=rows).order_by("pk")
    found: dict[int, list[Memory]] = {}
    through = Proposal.evidence.through.objects.filter(proposal__in=rows).order_by("memory_id")
    by_key = {memory.pk: memory for memory in seen.only("uid")}
    for proposal_id, memory_id in through.values_list("proposal_id", "memory_id"):
        if memory_id in by_key:
            found.setdefault(proposal_id, []).append(by_key[memory_id])
    return found


def _proposal_out(
    caller: Caller, row: Proposal, scene: SubjectCache, evidence: Sequence[Memory]
) -> ProposalOut:
    preview = preview_of(row, scene)
    return ProposalOut(
        id=row.uid,
        title=_title(caller, row, scene),
        kind=ProposalKind(row.kind),
        status=ProposalStatus(row.status),
        pack=pack_of(row.user_id),
        namespace=row.namespace,
        payload=row.payload,
        confidence=row.confidence,
        worth=row.worth,
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
        settled_by=row.settled_by,
        settled_reason=why_settled(row, scene) if row.status == ProposalStatus.OBSOLETE else "",
    )


def _title(caller: Caller, row: Proposal, scene: SubjectCache) -> str:
    """Return the title; the kind if a bound caller may not see a memory that the title names."""
    named = (scene.memories.get(uid) for uid in subject_ids_of(row).memories)
    if caller.namespace and any(memory and not _is_within(caller, memory) for memory in named):
        return str(ProposalKind(row.kind).label)
    return title_of(row, scene)


def _is_within(caller: Caller, memory: Memory) -> bool:
    return f"{memory.namespace}/".startswith(f"{caller.namespace}/")


def settled_outs(rows: Sequence[Proposal]) -> list[SettledOut]:
    """Return proposals that are no longer needed, with the reasons."""
    scene = load_subjects(rows)
    return [
        SettledOut(id=row.uid, title=title_of(row, scene), reason=why_settled(row, scene))
        for row in rows
    ]


def settled_with(caller: Caller, decided: Sequence[DecisionResult]) -> list[SettledOut]:
    """Return the proposals that these decisions settled as well."""
    changes = [change for one in decided for change in one.changes]
    return settled_outs(list(settled_by(caller, changes)))


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


def inbox_precision(caller: Caller, now: datetime | None = None) -> PrecisionsOut:
    """Return how often the caller accepted what each method proposed."""
    found = precision_of(proposals_seen(caller).exclude(method=""), now or timezone.now())
    return PrecisionsOut(
        results=[
            PrecisionOut(
                method=row.method,
                accepted=row.accepted,
                rejected=row.rejected,
                open=row.open,
                precision=None if row.precision is None else round(row.precision, 4),
                asks=row.asks,
            )
            for row in found.values()
        ]
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
