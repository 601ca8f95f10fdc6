"""What a change of a state answers."""

from dataclasses import dataclass
from uuid import UUID

from memories.models import State
from memories.schemas.inbox import Suggestion


@dataclass(frozen=True, slots=True)
class Changed:
    """A state after a change, and the change of the journal.

    The state is None where it is gone, or not stored but proposed (``proposals``).
    """

    state: State | None
    change_id: UUID | None
    proposals: tuple[UUID, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
