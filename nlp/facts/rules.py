"""What a rule is: words that say a predicate, and how their time is meant."""

import re
from dataclasses import dataclass
from enum import StrEnum

from .claim import ClaimKind
from .masking import ORGANIZATION, PERSON, PLACE, REST, THING

NAMED = rf"[{PERSON}-{THING}]{REST}*"
SOMEONE = rf"{PERSON}{REST}*"
SOMEWHERE = rf"{PLACE}{REST}*"
SOME_BODY = rf"[{ORGANIZATION}-{THING}]{REST}*"
SOMETHING = rf"[{ORGANIZATION}{THING}]{REST}*"


class Meant(StrEnum):
    """How a rule's claim stands in time.

    ``HOLDS``: it is so; ``STANDS``: it is so, and the times beside it tell of something else;
    ``BEGINS``: it became so; ``OVER``: it was so, or is so no longer; ``STOPPED``: it was
    given up at a time.
    """

    HOLDS = "holds"
    STANDS = "stands"
    BEGINS = "begins"
    OVER = "over"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern on a masked sentence.

    Groups: ``o`` the object; ``s`` the subject, where the pattern holds it itself; ``left``
    what was given up for ``o``. ``subjects`` are the signs that may begin a subject;
    ``fits`` is what the object's words must look like. ``is_swapped``: subject and
    object change places (“in charge of”).
    """

    predicate: str
    pattern: re.Pattern[str]
    meant: Meant = Meant.HOLDS
    subjects: str = PERSON
    confidence: float = 0.9
    is_swapped: bool = False
    fits: re.Pattern[str] | None = None

    @property
    def kind(self) -> ClaimKind:
        """Whether the object is a thing of its own, or a value."""
        return "fact" if self.predicate in FACTS else "relation"


FACTS = frozenset({"likes", "dislikes", "prefers", "allergic_to", "birthday"})
