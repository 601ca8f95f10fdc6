"""Putting what recording suggests into the inbox."""

from collections.abc import Sequence
from datetime import datetime

from core.caller import Caller
from memories.curation.suggestion import Suggestion
from memories.models import Proposal


def propose_all(
    suggestions: Sequence[Suggestion], *, now: datetime, caller: Caller
) -> list[Proposal]:
    """Propose what there is to propose."""
    if not suggestions:
        return []
    # The inbox carries decisions out by services that record states: it is looked up when needed.
    from memories.curation.propose import propose

    return propose(suggestions, now=now, caller=caller)
