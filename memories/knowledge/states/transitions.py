"""What a new claim does to what is known: confirm it, end it, replace it, or contradict it.

Pure: rows are read, nothing is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from entities.models import ValidationStatus
from memories.models import State

from .assertion import Said

# Below STORE a claim only proposes; below REPLACE it ends nothing by itself.
STORE, REPLACE = 0.6, 0.8
OPPOSITES = {"likes": "dislikes", "dislikes": "likes", "prefers": "dislikes"}


class Deed(StrEnum):
    """What is to be done."""

    NOTHING = "nothing"
    PROPOSE = "propose"
    CONFIRM = "confirm"
    END = "end"
    ADD = "add"
    REPLACE = "replace"
    PRECEDE = "precede"
    CONTRADICT = "contradict"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A deed, and the state that it concerns: confirmed, ended, replaced, followed by…

    ``at`` is when one ends and the other begins.
    """

    deed: Deed
    state: State | None = None
    at: datetime | None = None


def judge(said: Said, known: Sequence[State], *, is_single: bool) -> Verdict:
    """Return what a claim does to the ``known`` states of its subject and predicate.

    ``known`` are the current rows and those that a person took away; ``is_single``
    says that only one value holds at a time.
    """
    same = [state for state in known if state.predicate == said.predicate and said.equals(state)]
    if not said.is_persons and any(_is_refused(state) for state in same):
        return Verdict(Deed.NOTHING)
    present = [state for state in known if not _is_refused(state)]
    same = [state for state in same if not _is_refused(state)]
    if not said.is_orderly:
        return Verdict(Deed.PROPOSE)
    if said.ends:
        return _ending(said, same)
    if confirmed := next((state for state in same if _is_of_its_time(said, state)), None):
        return Verdict(Deed.CONFIRM, confirmed)
    if said.confidence < STORE:
        return Verdict(Deed.PROPOSE)
    return _beside(said, present, is_single=is_single)


def _is_refused(state: State) -> bool:
    """Whether a person said that it is not so, or took it away."""
    return state.validation_status == ValidationStatus.REJECTED or state.superseded_at is not None


def _is_of_its_time(said: Said, state: State) -> bool:
    """Whether the claim speaks of the period of this state, not of a later or earlier one."""
    if state.completed_at and said.said_at > state.completed_at:
        return False
    if state.valid_to and said.starts_at >= state.valid_to:
        return False
    if said.valid_to and state.valid_from and said.valid_to <= state.valid_from:
        return False
    return not (said.due_at and state.due_at and said.due_at != state.due_at)


def _ending(said: Said, same: Sequence[State]) -> Verdict:
    at = said.valid_to or said.said_at
    if said.valid_from and at <= said.valid_from:
        return Verdict(Deed.PROPOSE)
    still_open = [state for state in same if state.valid_to is None or state.valid_to > at]
    if not still_open:
        is_told_already = any(state.valid_to is not None for state in same)
        if is_told_already:
            return Verdict(Deed.CONFIRM, same[0])
        return Verdict(Deed.ADD if said.confidence >= STORE else Deed.PROPOSE, at=at)
    (state, *_others) = still_open
    is_after = state.valid_from is None or at > state.valid_from
    if is_after and _may_end(said, state) and _last_said(state) <= max(said.said_at, at):
        return Verdict(Deed.END, state, at)
    return Verdict(Deed.PROPOSE, state, at)


def _may_end(said: Said, state: State) -> bool:
    """A person may end anything; a rule only what it is sure of and no person confirmed."""
    is_persons_word = state.validation_status == ValidationStatus.ACCEPTED
    return said.is_persons or (said.confidence >= REPLACE and not is_persons_word)


def _last_said(state: State) -> datetime:
    return state.last_confirmed_at or state.recorded_at


def _beside(said: Said, known: Sequence[State], *, is_single: bool) -> Verdict:
    """Compare a new value with the other values that are known."""
    opposite = OPPOSITES.get(said.predicate)
    if against := next(
        (s for s in known if s.predicate == opposite and said.equals(s) and _overlaps(said, s)),
        None,
    ):
        return Verdict(Deed.CONTRADICT, against)
    others = [s for s in known if s.predicate == said.predicate and _overlaps(said, s)]
    if not is_single or not others:
        return Verdict(Deed.ADD)
    if len(others) > 1:
        return Verdict(Deed.CONTRADICT, others[0])
    return _one_of_two(said, others[0])


def _overlaps(said: Said, state: State) -> bool:
    """Whether both would hold at one time."""
    ended_before = state.valid_to is not None and state.valid_to <= said.starts_at
    began_after = bool(said.valid_to and state.valid_from and state.valid_from >= said.valid_to)
    return not ended_before and not began_after and state.completed_at is None


def _one_of_two(said: Said, state: State) -> Verdict:
    """Say which of two values, of which one holds at a time, came first."""
    last = _last_said(state)
    start = said.starts_at
    is_later = said.said_at > last and (state.valid_from is None or start > state.valid_from)
    if said.said_at == last and said.valid_from and state.valid_from:
        is_later = said.valid_from > state.valid_from
    if is_later and state.valid_to is None:
        return Verdict(Deed.REPLACE if _may_end(said, state) else Deed.CONTRADICT, state, start)
    began = state.valid_from or _first_said(state)
    is_earlier = said.said_at < _first_said(state) and (
        said.valid_from is None or said.valid_from < began
    )
    if is_earlier and said.valid_to is None and state.confidence >= REPLACE:
        return Verdict(Deed.PRECEDE, state, began)
    return Verdict(Deed.CONTRADICT, state)


def _first_said(state: State) -> datetime:
    said_at: str | None = state.extra_data.get("said_at")
    return datetime.fromisoformat(said_at) if said_at else state.recorded_at
