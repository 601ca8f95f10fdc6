"""Claims: a subject, a predicate and a value, with the time in which they hold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ClaimKind = Literal["fact", "relation", "task"]

# The unnamed first person: the owner of the memories.
OWNER = None
METHOD = "rules"


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a text that something holds, or no longer holds.

    ``subject`` is as written, or None (``OWNER``) for the first person. ``object`` is as
    written; ``object_is_owner`` marks the first person. ``value`` is the content of a state: the
    object, or the words of a task. The claim holds in [``valid_from``, ``valid_to``), both of
    which may be unknown; ``ends`` marks the end of a claim. ``confidence`` is in 0…1;
    characters ``start`` to ``end`` of the text state the claim.
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


FACTS = frozenset({"likes", "dislikes", "prefers", "allergic_to", "birthday"})


TODO = "to_do"
