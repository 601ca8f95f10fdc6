"""What the program, or an assistant, would like a person to decide."""

from dataclasses import dataclass, field
from typing import Any

from memories.models import ProposalKind


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One proposal before it is stored.

    ``key`` names what it is about and is stable: the same thing has the same key. Where it is
    empty, the kind makes one from the payload. ``payload`` holds public ids as text, and
    values; ``evidence`` are primary keys of memories; ``confidence`` is 0 to 1.
    """

    kind: ProposalKind
    user_id: str
    payload: dict[str, Any]
    key: str = ""
    confidence: float = 0.5
    reason: str = ""
    method: str = ""
    evidence: tuple[int, ...] = field(default=())
    namespace: str = ""
