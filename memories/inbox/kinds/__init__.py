"""Handle each kind of proposal; imports records, knowledge and the question types of the inbox."""

from typing import Any

from memories.inbox.preview import SubjectIds
from memories.models import Proposal, ProposalKind

from .base import DecisionContext, Payload, ProposalHandler
from .entities import EntityHandler, MergeHandler
from .links import LinkHandler, RelationHandler
from .memories import DuplicateHandler, SensitiveHandler, UnclassifiedHandler
from .states import ContradictionHandler, StateHandler

__all__ = [
    "HANDLERS",
    "DecisionContext",
    "Payload",
    "ProposalHandler",
    "handler_for",
    "subject_ids_of",
]

HANDLERS: dict[str, ProposalHandler[Any]] = {
    str(handler.kind): handler
    for handler in (
        MergeHandler(),
        LinkHandler(),
        RelationHandler(),
        StateHandler(),
        ContradictionHandler(),
        DuplicateHandler(),
        EntityHandler(),
        UnclassifiedHandler(),
        SensitiveHandler(),
    )
}


def handler_for(name: str) -> ProposalHandler[Any]:
    """Return the handler of a kind of proposal."""
    return HANDLERS[ProposalKind(name)]


def subject_ids_of(proposal: Proposal) -> SubjectIds:
    """Return the ids of a stored proposal's subjects; none if its payload was erased."""
    if not proposal.payload:
        return SubjectIds()
    handler = handler_for(proposal.kind)
    return handler.subject_ids(handler.parsed(proposal.payload))
