"""Putting what recording suggests into the inbox."""

from collections.abc import Sequence
from datetime import datetime

from core.caller import Caller
from memories.models import Proposal
from memories.schemas.suggestion import Suggestion


def propose_all(
    suggestions: Sequence[Suggestion], *, now: datetime, caller: Caller
) -> list[Proposal]:
    """Propose what there is to propose."""
    if not suggestions:
        return []
    # The inbox carries decisions out by services that record states: it is looked up when needed.
    from memories.inbox.proposals import propose

    return propose(suggestions, now=now, caller=caller)
