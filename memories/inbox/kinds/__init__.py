"""The kinds of proposals by name."""

from typing import Any

from memories.inbox.subjects import Concerned
from memories.models import Proposal, ProposalKind

from .base import Deed, Kind, Payload
from .contradiction import ContradictionKind
from .duplicate import DuplicateKind
from .entity import EntityKind
from .link import LinkKind
from .merge_entities import MergeKind
from .relation import RelationKind
from .sensitive import SensitiveKind
from .state import StateKindOfProposal
from .unclassified import UnclassifiedKind

__all__ = ["KINDS", "Deed", "Kind", "Payload", "concerned_by", "kind_named"]

KINDS: dict[str, Kind[Any]] = {
    str(kind.kind): kind
    for kind in (
        MergeKind(),
        LinkKind(),
        RelationKind(),
        StateKindOfProposal(),
        ContradictionKind(),
        DuplicateKind(),
        EntityKind(),
        UnclassifiedKind(),
        SensitiveKind(),
    )
}


def kind_named(name: str) -> Kind[Any]:
    """Return a kind of proposal."""
    return KINDS[ProposalKind(name)]


def concerned_by(proposal: Proposal) -> Concerned:
    """Return what a stored proposal is about; nothing where its payload was erased."""
    if not proposal.payload:
        return Concerned()
    kind = kind_named(proposal.kind)
    return kind.concerned(kind.parsed(proposal.payload))
