"""Handle each kind of proposal; imports records, knowledge and the question types of the inbox."""

from .base import (
    HANDLERS,
    DecisionContext,
    Payload,
    ProposalHandler,
    handler_for,
    subject_ids_of,
)
from .contradictions import ContradictionHandler
from .entities import EntityHandler, MergeHandler
from .imported import ImportedHandler
from .links import LinkHandler, RelationHandler
from .memories import DuplicateHandler, UnclassifiedHandler
from .sensitive import SensitiveHandler
from .states import StateHandler

__all__ = [
    "HANDLERS",
    "DecisionContext",
    "Payload",
    "ProposalHandler",
    "handler_for",
    "subject_ids_of",
]

HANDLERS.update(
    {
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
            ImportedHandler(),
        )
    }
)
