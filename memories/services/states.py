"""State, correct, close, complete, supersede and hide states."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller
from memories.inbox.proposals import create_proposals
from memories.knowledge.states.edit import (
    create_state,
    state_close,
    state_complete,
    state_hide,
    state_revise,
    state_supersede,
    state_undo,
)
from memories.knowledge.states.state_change import Changed
from memories.schemas.states import StateInput

__all__ = [
    "Changed",
    "state_close",
    "state_complete",
    "state_create",
    "state_hide",
    "state_revise",
    "state_supersede",
    "state_undo",
]


def state_create(caller: Caller, item: StateInput, *, now: datetime | None = None) -> Changed:
    """State that something holds, and propose what is not sure enough.

    Raises:
        InvalidInput: dates that contradict each other, an unknown predicate, no value.
        NotFound: an entity or a memory is not the caller's, or of another pack.
    """
    now = now or timezone.now()
    with transaction.atomic():
        changed = create_state(caller, item, now=now)
        if not changed.suggestions:
            return changed
        proposals = create_proposals(changed.suggestions, now=now, caller=caller)
    return replace(changed, proposals=tuple(proposal.uid for proposal in proposals))
