"""Assertions: the claims of memories as the values that a state would have."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from entities.models import Entity, ValidationStatus
from memories.models import Memory, State, Trust
from memories.records.mentions import OWNER_ROLES
from nlp.facts import Claim
from nlp.names.beginnings import is_beginning, is_ending
from nlp.text.tokens import name_key

# Methods of claims: an owner's claim is certain, an assistant's claim has a confidence.
STATED, ASSISTANT = "stated", "assistant"
# Whose values people call by the last words: Ford Fiesta.
NAMED_BEHIND_MAKER = frozenset({"uses", "drives", "owns"})


# A pet is one by its name: "Mango (kitten)" is "Mango (cat)" a month later.
KIND_BEHIND = re.compile(r" \([^()]{1,40}\)$")
# "2011 Buick LaCrosse": the model year of a car is no part of its name.
YEAR_BEFORE = re.compile(r"^(?:19|20)\d\d ")
PLURAL = re.compile(r"(?<=[a-rt-z]{2})(?:es|s)$")
# A day with its year: 1988年6月14日, "14 June 1988", "June 14, 1988".
DAY_OF_YEAR = re.compile(
    r"\d{4}年(?P<ja>\d{1,2}月\d{1,2}日)"
    r"|(?P<en>\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Za-z]{3,9}|[A-Za-z]{3,9} \d{1,2}(?:st|nd|rd|th)?),? \d{4}"
)


def is_same_value(one: str, other: str) -> bool:
    """Return whether two values say the same: "hazelnut" and "hazelnuts" do, and a day with its year."""
    first, second = DAY_OF_YEAR.fullmatch(one), DAY_OF_YEAR.fullmatch(other)
    if bool(first) != bool(second):
        one, other = _without_year(one, first), _without_year(other, second)
    keys = name_key(one), name_key(other)
    return keys[0] == keys[1] or PLURAL.sub("", keys[0]) == PLURAL.sub("", keys[1])


def is_same_thing(predicate: str, one: str, other: str) -> bool:
    """Return whether two values of a predicate say the same: a 2011 Corolla is the Corolla."""
    if predicate in NAMED_BEHIND_MAKER:
        first, second = YEAR_BEFORE.sub("", one), YEAR_BEFORE.sub("", other)
        if (first == one) != (second == other):
            one, other = first, second
    return is_same_value(one, other)


def _without_year(value: str, day: re.Match[str] | None) -> str:
    return (day["ja"] or day["en"]) if day else value


@dataclass(frozen=True, slots=True)
class ResolvedClaim:
    """A claim with its resolved entities; None if a name is not resolved.

    A subject of None means the owner only if ``claim.subject`` is None too.
    """

    claim: Claim
    subject: Entity | None = None
    object: Entity | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim within a space: the values that a state would have."""

    user_id: str
    namespace: str
    kind: str
    subject: Entity | None
    predicate: str
    value: str
    said_at: datetime
    confidence: float
    method: str
    object: Entity | None = None
    body: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    due_at: datetime | None = None
    ends: bool = False
    salience: float = 0.5
    searchable: bool = True
    reason: str = ""
    evidence: Sequence[int] = field(default=())
    # A word of change may end what held; what is further adds to it; anything else asks.
    is_change: bool = True
    is_further: bool = False
    # A value that has to be known, or nothing is changed.
    needs: str = ""
    # What the object of a tie is to the owner, such as "mother".
    role: str = ""
    # The span of the words in the memory.
    span: tuple[int, int] | None = None

    @property
    def is_persons(self) -> bool:
        """True if a person stated it directly."""
        return self.method == STATED

    @property
    def starts_at(self) -> datetime:
        """The start of validity: its date, else the time of the statement."""
        return self.valid_from or self.said_at

    @property
    def is_orderly(self) -> bool:
        """True unless ``valid_to`` is not after ``valid_from``."""
        return not (self.valid_from and self.valid_to and self.valid_to <= self.valid_from)

    def equals(self, state: State) -> bool:
        """Return True if a state has the same value; dates may differ.

        Things in different packs are different entities, and compared by their names.
        """
        is_here = state.user_id == self.user_id
        if is_here and self.object is not None and state.relation is not None:
            ends = {state.relation.source_id, state.relation.target_id}
            return self.object.entity_id in ends - {state.subject_id}
        if self.predicate == "pet" and (named := KIND_BEHIND.sub("", self.value)) != self.value:
            return is_same_value(KIND_BEHIND.sub("", state.value), named)
        return is_same_thing(self.predicate, state.value, self.value)


def assertion_from_memory(resolved: ResolvedClaim, memory: Memory) -> Assertion:
    """Return the assertion of a claim in a memory; its confidence is scaled by the memory's."""
    claim, thing = resolved.claim, resolved.object
    return Assertion(
        user_id=memory.user_id,
        namespace=memory.namespace,
        kind=claim.kind,
        subject=resolved.subject,
        predicate=claim.predicate,
        value=thing.name if thing else claim.value,
        said_at=memory.created_at,
        confidence=claim.confidence * memory.confidence,
        method=claim.method,
        object=thing,
        valid_from=claim.valid_from,
        valid_to=claim.valid_to,
        due_at=claim.due_at,
        ends=claim.ends,
        salience=memory.importance_score,
        searchable=memory.searchable,
        reason=resolved.reason,
        evidence=(memory.pk,),
        is_change=claim.is_change and _may_say_change(memory),
        is_further=claim.is_further,
        needs=claim.needs,
        role=claim.role if claim.subject is None else "",
        span=(claim.start, claim.end) if claim.end else None,
    )


def _may_say_change(memory: Memory) -> bool:
    """Return False for an imported text, unless it names the owner as its speaker."""
    return memory.trust != Trust.IMPORTED or memory.speaker.casefold() in OWNER_ROLES


def in_full(assertion: Assertion, known: Sequence[State]) -> Assertion:
    """Return the assertion with the known value that it names in short: "left Pellworth".

    That is the value that it ends or replaces; only one of the ``known`` states may begin so. What
    ends is of the kind under which it is known.
    """
    short = assertion.value if assertion.ends else assertion.needs
    present = [
        state
        for state in known
        if state.predicate == assertion.predicate
        and state.valid_to is None
        and state.superseded_at is None
        and state.validation_status != ValidationStatus.REJECTED
    ]
    if not short:
        return assertion
    if same := [one for one in present if is_same_thing(one.predicate, one.value, short)]:
        return replace(assertion, kind=same[0].kind) if assertion.ends else assertion
    meant = _named_in_short(short, present, assertion.predicate)
    if len(meant) != 1:
        return assertion
    needs = meant[0].value if assertion.needs else ""
    if not assertion.ends:
        return replace(assertion, needs=needs)
    return replace(assertion, kind=meant[0].kind, value=meant[0].value, object=None, needs=needs)


def _named_in_short(short: str, states: Sequence[State], predicate: str) -> list[State]:
    """Return the states whose value people may call so: Gus (beagle) is Gus, a 2011 Ford a Ford."""
    if predicate == "pet":
        return [one for one in states if is_same_value(KIND_BEHIND.sub("", one.value), short)]
    if predicate not in NAMED_BEHIND_MAKER:
        return [one for one in states if is_beginning(short, one.value)]
    names = [(one, YEAR_BEFORE.sub("", one.value)) for one in states]
    called = [one for one, name in names if is_beginning(short, name)]
    return called or [one for one, name in names if is_ending(short, name)]
