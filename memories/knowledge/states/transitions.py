"""Decide how a new assertion changes stored states; rows are read, nothing is written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from entities.models import ValidationStatus
from memories.models import State
from nlp.predicates import AGE, are_rivals

from .assertions import Assertion, is_same_thing

# Minimum confidence to store an assertion, and to end or replace another state.
STORE, REPLACE = 0.6, 0.8
OPPOSITES = {"likes": "dislikes", "dislikes": "likes", "prefers": "dislikes"}
# Whoever was 34 at the last word may turn 35 the next day, and counts may be off by one.
SLACK_YEARS = 2
DAYS_OF_A_YEAR = 365.25
# People may have several of these, but whoever tells of a new one has the other no more.
SUCCEEDED = frozenset({"reports_to"})
NUMBER = re.compile(r"\d{1,3}")


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
    if assertion.needs and not _is_known(assertion, known):
        return PlannedTransition(Transition.NOTHING)
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


def _is_known(assertion: Assertion, known: Sequence[State]) -> bool:
    """Return True if what the assertion needs holds."""
    return any(
        state.valid_to is None
        and state.predicate == assertion.predicate
        and not _is_refused(state)
        and is_same_thing(state.predicate, state.value, assertion.needs)
        for state in known
    )


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
    if rivals := [s for s in others if are_rivals(assertion.predicate, s.value, assertion.value)]:
        is_single, others = True, rivals
    if assertion.predicate in SUCCEEDED and assertion.is_change and len(others) == 1:
        is_single = True
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
            (assertion.is_change or _grows(assertion))
            and _may_end(assertion, state)
            and (assertion.is_persons or _may_follow(assertion, state))
        )
        return PlannedTransition(
            Transition.REPLACE if may_end else Transition.CONTRADICT, state, start
        )
    began = state.valid_from or state.first_said_at
    is_earlier = assertion.said_at < state.first_said_at and (
        assertion.valid_from is None or assertion.valid_from < began
    )
    # A state may have ended before it was first told of: nothing precedes that telling.
    is_orderly = state.valid_to is None or state.valid_to > began
    if is_earlier and is_orderly and assertion.valid_to is None and state.confidence >= REPLACE:
        return PlannedTransition(Transition.PRECEDE, state, began)
    return PlannedTransition(Transition.CONTRADICT, state)


def _grows(assertion: Assertion) -> bool:
    """Return True for the age of somebody else: it changes without a word of change."""
    return assertion.predicate == AGE and assertion.subject is not None


def may_follow(
    predicate: str, old: str, new: str, *, known_at: datetime, said_at: datetime
) -> bool:
    """Return whether ``new`` may be the later value of what was ``old`` at ``known_at``.

    An age grows by the years that pass: "I'm 90 now" after a fall does not end that somebody is
    29. What is no age, or is not written in digits, may follow.
    """
    if predicate != AGE:
        return True
    before, after = _years(old), _years(new)
    if before is None or after is None:
        return True
    passed = (said_at - known_at).days / DAYS_OF_A_YEAR
    return 0 <= after - before <= passed + SLACK_YEARS


def _years(value: str) -> int | None:
    """Return the years of an age that is written in digits; None of any other value."""
    found = NUMBER.search(value)
    return int(found[0]) if found else None
