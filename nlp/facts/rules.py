"""Claims (a subject, a predicate, a value, its time), and the rules that find them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Literal

from nlp.text.sentences import HONORIFICS, POSITIONS, TEACHER, alternation

from .sentences import ORGANIZATION, PERSON, PLACE, REST, THING

ClaimKind = Literal["fact", "relation", "task"]

# The unnamed first person: the owner of the memories.
OWNER = None
METHOD = "rules"
FACTS = frozenset(
    {"likes", "dislikes", "prefers", "allergic_to", "condition", "birthday", "name", "age", "from"}
    | {"occupation", "studies", "diet", "speaks", "pet"}
)
NAMED = rf"[{PERSON}-{THING}]{REST}*"
SOMEONE = rf"{PERSON}{REST}*"
SOMEWHERE = rf"{PLACE}{REST}*"
SOME_BODY = rf"[{ORGANIZATION}-{THING}]{REST}*"
SOMETHING = rf"[{ORGANIZATION}{THING}]{REST}*"
LONGEST = 200
SLOTS = {"{subject}": "s", "{object}": "o"}
ANYTHING = PERSON + ORGANIZATION + PLACE + THING
# A form of address may follow a name: 田中さんは.
ADDRESS = rf"(?:{alternation((*HONORIFICS, TEACHER, *POSITIONS[:2]))})?"
SURE = 0.85


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a text that something holds, or no longer holds.

    ``subject`` is as written, or None (``OWNER``) for the first person. ``object`` is as
    written; ``object_is_owner`` marks the first person. ``value`` is the content of a state: the
    object, or the words of a task. The claim holds in [``valid_from``, ``valid_to``), both of
    which may be unknown; ``ends`` marks the end of a claim. ``confidence`` is in 0…1;
    characters ``start`` to ``end`` of the text state the claim. ``is_change``: a word of change
    stands with it, so that it may end what held before; ``is_further``: it adds to what holds.
    ``needs`` is a value that has to be known, or the claim says nothing. ``role`` is what the
    subject, if it has no name, is to the owner ("mother"); of a tie of the owner, the object.
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
    is_change: bool = True
    is_further: bool = False
    needs: str = ""
    role: str = ""

    @property
    def order(self) -> tuple[bool, int, int]:
        """The place among the claims of a text: what ends goes before what begins in its place."""
        return not (self.needs and self.ends), self.start, self.end


class Validity(StrEnum):
    """The validity in time of a rule's claim.

    ``HOLDS``: it holds; ``STANDS``: it holds, and the times of its clause belong to something else;
    ``BEGINS``: it began; ``OVER``: it held once, or no longer holds; ``STOPPED``: it ended at a
    time.
    """

    HOLDS = "holds"
    STANDS = "stands"
    BEGINS = "begins"
    OVER = "over"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Rule:
    """A pattern on a masked sentence; compiled on first use, since a start needs no rule.

    Groups: ``o`` is the object; ``s`` the subject, if the pattern includes it; ``left`` the
    former value that ``o`` replaces. ``subjects`` are the masks that may begin a subject;
    ``fits`` must match the object's words, ``after`` what stands before the match.
    ``is_swapped``: subject and object change places ("in charge of"). ``is_list``: the object may
    be several, with commas or "and" between them.
    ``is_elidable``: without a subject the owner of a note is meant ("Allergic to wasps").
    ``is_fragment``: the match stands between commas, in a list about one person.
    ``is_of_known``: it changes what is known, and says nothing of anything else.
    ``is_wish``: it tells how to be answered, unless the message asks for something now.
    ``is_to_owner``: an assistant says it to the owner ("since you have asthma"); others say nothing.
    """

    predicate: str
    source: str
    validity: Validity = Validity.HOLDS
    subjects: str = PERSON
    confidence: float = 0.9
    is_swapped: bool = False
    is_list: bool = False
    is_elidable: bool = False
    is_fragment: bool = False
    is_of_known: bool = False
    is_to_owner: bool = False
    is_wish: bool = False
    fits: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the compiled pattern."""
        return re.compile(self.source)

    @property
    def kind(self) -> ClaimKind:
        """Return ``relation`` if the object is an entity, ``fact`` if it is a value."""
        return "fact" if self.predicate in FACTS else "relation"


def rules_from_templates(sentences: Mapping[str, Iterable[object]]) -> list[Rule]:
    """Return the rules that relation types declare as example sentences, by predicate.

    A sentence without both slots is left out: a person may be editing it.
    """
    found = (
        rule_from_template(predicate, text)
        for predicate, texts in sentences.items()
        for text in texts
        if isinstance(text, str)
    )
    return [rule for rule in found if rule is not None]


def rule_from_template(predicate: str, sentence: str) -> Rule | None:
    """Return the rule of one example sentence; None if it lacks a slot or is too long."""
    is_whole = all(sentence.count(slot) == 1 for slot in SLOTS)
    if not is_whole or len(sentence) > LONGEST:
        return None
    pattern = re.escape(sentence.strip())
    for slot, group in SLOTS.items():
        pattern = pattern.replace(re.escape(slot), f"(?P<{group}>{NAMED}){ADDRESS}")
    return Rule(predicate, pattern, subjects=ANYTHING, confidence=SURE)
