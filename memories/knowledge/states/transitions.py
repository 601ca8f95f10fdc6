"""Decide how a new assertion changes stored states; rows are read, nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from entities.models import Entity, ValidationStatus
from memories.models import Memory, State, Trust
from memories.records.mentions import OWNER_ROLES
from nlp.facts import Claim
from nlp.text.tokens import name_key

from .plausibility import may_follow

# Methods of claims: an owner's claim is certain, an assistant's claim has a confidence.
STATED, ASSISTANT = "stated", "assistant"
# Minimum confidence to store an assertion, and to end or replace another state.
STORE, REPLACE = 0.6, 0.8
OPPOSITES = {"likes": "dislikes", "dislikes": "likes", "prefers": "dislikes"}


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
        return name_key(state.value) == name_key(self.value)


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
        span=(claim.start, claim.end) if claim.end else None,
    )


def _may_say_change(memory: Memory) -> bool:
    """Return False for an imported text, unless it names the owner as its speaker."""
    return memory.trust != Trust.IMPORTED or memory.speaker.casefold() in OWNER_ROLES


class Transition(StrEnum):
    """A transition of stored states."""

    NOTHING = "nothing"
    PROPOSE = "propose"
    CONFIRM = "confirm"
    END = "end"
    ADD = "add"
    REPLACE = "replace"
    PRECEDE = "precede"
    CONTRADICT = "contradict"


@dataclass(frozen=True, slots=True)
class PlannedTransition:
    """A transition and the state that it changes; ``at`` is the time at which it ends or begins."""

    transition: Transition
    state: State | None = None
    at: datetime | None = None


def decide_transition(
    assertion: Assertion, known: Sequence[State], *, is_single: bool
) -> PlannedTransition:
    """Decide how an assertion changes the ``known`` states of its subject and predicate.

    ``known`` are current and hidden states; ``is_single``: only one value is valid at a time.
    """
    same = [
        state
        for state in known
        if state.predicate == assertion.predicate and assertion.equals(state)
    ]
    if not assertion.is_persons and any(_is_refused(state) for state in same):
        return PlannedTransition(Transition.NOTHING)
    present = [state for state in known if not _is_refused(state)]
    same = [state for state in same if not _is_refused(state)]
    if not assertion.is_orderly:
        return PlannedTransition(Transition.PROPOSE)
    if assertion.ends:
        return _decide_ending(assertion, same)
    if confirmed := next((state for state in same if _is_same_period(assertion, state)), None):
        return PlannedTransition(Transition.CONFIRM, confirmed)
    if assertion.confidence < STORE:
        return PlannedTransition(Transition.PROPOSE)
    return _compare_with_others(assertion, present, is_single=is_single)


def _is_refused(state: State) -> bool:
    """Return True if a person rejected or hid the state."""
    return state.validation_status == ValidationStatus.REJECTED or state.superseded_at is not None


def _is_same_period(assertion: Assertion, state: State) -> bool:
    """Return True if the assertion is about the period of this state."""
    if state.completed_at and assertion.said_at > state.completed_at:
        return False
    if state.valid_to and assertion.starts_at >= state.valid_to:
        return False
    if assertion.valid_to and state.valid_from and assertion.valid_to <= state.valid_from:
        return False
    return not (assertion.due_at and state.due_at and assertion.due_at != state.due_at)


def _decide_ending(assertion: Assertion, same: Sequence[State]) -> PlannedTransition:
    at = assertion.valid_to or assertion.said_at
    if assertion.valid_from and at <= assertion.valid_from:
        return PlannedTransition(Transition.PROPOSE)
    still_open = [state for state in same if state.valid_to is None or state.valid_to > at]
    if not still_open:
        is_told_already = any(state.valid_to is not None for state in same)
        if is_told_already:
            return PlannedTransition(Transition.CONFIRM, same[0])
        return PlannedTransition(
            Transition.ADD if assertion.confidence >= STORE else Transition.PROPOSE, at=at
        )
    (state, *_others) = still_open
    is_after = state.valid_from is None or at > state.valid_from
    if (
        is_after
        and assertion.is_change
        and _may_end(assertion, state)
        and _last_said(state) <= max(assertion.said_at, at)
    ):
        return PlannedTransition(Transition.END, state, at)
    return PlannedTransition(Transition.PROPOSE, state, at)


def _may_end(assertion: Assertion, state: State) -> bool:
    """Return True if the assertion may end the state: by a person, or confident and unconfirmed."""
    is_persons_word = state.validation_status == ValidationStatus.ACCEPTED
    return assertion.is_persons or (assertion.confidence >= REPLACE and not is_persons_word)


def _may_follow(assertion: Assertion, state: State) -> bool:
    return may_follow(
        assertion.predicate,
        state.value,
        assertion.value,
        known_at=_last_said(state),
        said_at=assertion.said_at,
    )


def _last_said(state: State) -> datetime:
    return state.last_confirmed_at or state.recorded_at


def _compare_with_others(
    assertion: Assertion, known: Sequence[State], *, is_single: bool
) -> PlannedTransition:
    """Decide the transition for a new value by the other known values."""
    opposite = OPPOSITES.get(assertion.predicate)
    if against := next(
        (
            s
            for s in known
            if s.predicate == opposite and assertion.equals(s) and _overlaps(assertion, s)
        ),
        None,
    ):
        return PlannedTransition(Transition.CONTRADICT, against)
    others = [s for s in known if s.predicate == assertion.predicate and _overlaps(assertion, s)]
    if not is_single or not others or assertion.is_further:
        return PlannedTransition(Transition.ADD)
    if len(others) > 1:
        return PlannedTransition(Transition.CONTRADICT, others[0])
    return _order_two_values(assertion, others[0])


def _overlaps(assertion: Assertion, state: State) -> bool:
    """Return True if both would be valid at the same time."""
    ended_before = state.valid_to is not None and state.valid_to <= assertion.starts_at
    began_after = bool(
        assertion.valid_to and state.valid_from and state.valid_from >= assertion.valid_to
    )
    return not ended_before and not began_after and state.completed_at is None


def _order_two_values(assertion: Assertion, state: State) -> PlannedTransition:
    """Decide which of two values of a single-valued predicate came first."""
    last = _last_said(state)
    start = assertion.starts_at
    is_later = assertion.said_at > last and (state.valid_from is None or start > state.valid_from)
    if assertion.said_at == last and assertion.valid_from and state.valid_from:
        is_later = assertion.valid_from > state.valid_from
    if is_later and state.valid_to is None:
        may_end = (
            assertion.is_change
            and _may_end(assertion, state)
            and (assertion.is_persons or _may_follow(assertion, state))
        )
        return PlannedTransition(
            Transition.REPLACE if may_end else Transition.CONTRADICT, state, start
        )
    began = state.valid_from or _first_said(state)
    is_earlier = assertion.said_at < _first_said(state) and (
        assertion.valid_from is None or assertion.valid_from < began
    )
    if is_earlier and assertion.valid_to is None and state.confidence >= REPLACE:
        return PlannedTransition(Transition.PRECEDE, state, began)
    return PlannedTransition(Transition.CONTRADICT, state)


def _first_said(state: State) -> datetime:
    said_at: str | None = state.extra_data.get("said_at")
    return datetime.fromisoformat(said_at) if said_at else state.recorded_at
