"""Reading the inbox; always within the caller's reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q
from django.utils import timezone

from core.caller import Caller
from entities.models import SpaceQuerySet
from memories.inbox.lookup import proposal_get as proposal_get
from memories.inbox.lookup import proposals_seen
from memories.inbox.lookup import rule_get as rule_get
from memories.inbox.lookup import rule_list as rule_list
from memories.models import Proposal, ProposalStatus
from memories.records.lookup import in_packs

DECIDED = (ProposalStatus.ACCEPTED, ProposalStatus.REJECTED)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which proposals to list."""

    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = (ProposalStatus.OPEN,)
    packs: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    memory: UUID | None = None
    min_confidence: float = 0.0


def proposal_list(caller: Caller, asked: Asked) -> SpaceQuerySet[Proposal]:
    """Return proposals of these kinds and standings; open ones of every kind otherwise."""
    rows = in_packs(proposals_seen(caller), caller, asked.packs or None)
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
    """Return how many proposals of each kind wait, in one query; kinds without any left out."""
    rows = proposals_seen(caller).filter(status=ProposalStatus.OPEN)
    if packs:
        rows = rows.in_spaces(caller.spaces(packs))
    return dict(rows.order_by().values_list("kind").annotate(n=Count("pk")))


def decided_since(caller: Caller, since: datetime) -> int:
    """Return how many proposals were decided since, by anybody or any rule."""
    return proposals_seen(caller).filter(status__in=DECIDED, decided_at__gte=since).count()


def midnight() -> datetime:
    """Return when today began, where the owner is."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
