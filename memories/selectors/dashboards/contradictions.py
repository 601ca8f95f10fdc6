"""What contradicts: questions that wait for a decision, and memories linked as contradictions."""

from collections.abc import Iterator

from graph.link_types import CONTRADICTS
from memories.inbox.preview import proposals_seen
from memories.models import ProposalKind, ProposalStatus
from memories.records.lookup import links_seen
from memories.schemas.dashboards.system import ContradictionOut
from memories.selectors.inbox import proposal_outs

from .scope import DashboardScope

# Types of links of this family say so.
MOST_SHOWN = 5


def contradictions(scope: DashboardScope) -> list[ContradictionOut]:
    """Return the newest questions about contradictions, then the newest pairs that were decided."""
    return [*_open(scope), *_decided(scope)]


def _open(scope: DashboardScope) -> Iterator[ContradictionOut]:
    rows = proposals_seen(scope.caller).in_spaces(scope.spaces)
    waiting = rows.filter(kind=ProposalKind.CONTRADICTION, status=ProposalStatus.OPEN)
    newest = waiting.order_by("-created_at")[:MOST_SHOWN]
    for row in proposal_outs(scope.caller, list(newest)):
        yield ContradictionOut(
            title=row.title, at=row.created_at, proposal=row.id, memories=row.evidence
        )


def _decided(scope: DashboardScope) -> Iterator[ContradictionOut]:
    rows = links_seen(scope.caller).filter(
        relation_type__canonical_type=CONTRADICTS,
        src_memory__user_id__in=scope.spaces,
        src_memory__searchable=True,
        dst_memory__searchable=True,
    )
    for link in rows.order_by("-pk")[:MOST_SHOWN]:
        ends = (link.src_memory, link.dst_memory)
        yield ContradictionOut(
            title=" ↔ ".join(memory.title for memory in ends),
            at=link.created_at,
            proposal=None,
            memories=[memory.uid for memory in ends],
        )
