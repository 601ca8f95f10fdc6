"""What a claim is: a subject, a predicate and a value, with the time in which it holds."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ClaimKind = Literal["fact", "relation", "task"]

# Who speaks in the first person and is not named: the owner of the memories.
OWNER = None
METHOD = "rules"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a text says to hold, or not to hold any longer.

    ``subject`` is as written, or None (``OWNER``) for the first person. ``object`` is as
    written; ``object_is_owner`` where it is the first person. ``value`` is what a state
    keeps: the object, or the words of a task. It holds in [``valid_from``, ``valid_to``),
    either of which may be unknown; ``ends`` says that it is over. ``confidence`` is in
    0…1; characters ``start`` to ``end`` of the text say it.
    """

    kind: ClaimKind
    subject: str | None
    predicate: str
    object: str
    value: str
    confidence: float
    start: int
    end: int
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    due_at: datetime | None = None
    ends: bool = False
    object_is_owner: bool = False
    method: str = METHOD
