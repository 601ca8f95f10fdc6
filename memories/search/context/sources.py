"""Sources of a context's entries: hits, pins, the session, states that bear on the message."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from core.caller import Caller
from memories.models import Memory, MemoryQuerySet
from memories.schemas import ContextInput, Hit, SearchFilters, StateHit
from memories.schemas.recalled_text import warning_of
from packs.selection import chosen_packs

from .parts import Entry

MAX_PINNED = 10
MAX_SESSION = 12
COLUMNS = ("uid", "created_at", "raw_text", "speaker", "memory_type", "is_order")


def relevant(hits: Iterable[Hit]) -> list[Entry]:
    """Return the memories that were found, the best first."""
    return [
        Entry(
            id=hit.memory.id,
            at=hit.memory.created_at,
            text=hit.memory.text,
            speaker=hit.memory.speaker,
            type=hit.memory.memory_type,
            score=hit.score,
            words=tuple(hit.explanation.matched_words),
            warning=hit.memory.warning,
        )
        for hit in hits
    ]


def pinned(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return pinned memories, the most important first; filters do not apply."""
    rows = _findable(caller, request).filter(pinned=True)
    return _entries(rows.order_by("-importance_score", "-created_at", "-pk")[:MAX_PINNED])


def session_so_far(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return the latest memories of the session that the caller names, the last one first."""
    if request.session_id is None:
        return []
    rows = _findable(caller, request).filter(session__key=request.session_id)
    return _entries(rows.order_by("-created_at", "-pk")[:MAX_SESSION])


def _findable(caller: Caller, request: ContextInput) -> MemoryQuerySet:
    spaces = caller.spaces(chosen_packs(caller, request.packs))
    return Memory.objects.of(caller).in_spaces(spaces).findable()


def _entries(rows: MemoryQuerySet) -> list[Entry]:
    listed = list(rows.values_list(*COLUMNS))
    # Their order is their only score: the first is the most important.
    return [
        Entry(
            uid,
            at,
            text,
            speaker,
            kind,
            score=1 - place / len(listed),
            warning=warning_of(is_order=is_order),
        )
        for place, (uid, at, text, speaker, kind, is_order) in enumerate(listed)
    ]


def bearing_states(
    states: Iterable[StateHit],
    filters: SearchFilters,
    now: datetime,
    *,
    is_of_past_range: bool = False,
) -> list[Entry]:
    """Return the found states that hold: what bears on a message is decided by the search.

    The filters ``held_at`` and ``known_at`` (or ``as_of``) ask for another time than now, and so
    does a message about a time that is over (``is_of_past_range``).
    """
    at = filters.held_at or filters.as_of or now
    is_now = not (filters.held_at or filters.as_of or filters.known_at)
    return [
        said_state(
            state.id, state.recorded_at, state.sentence, state.state_kind, state.confidence
        ).scored(state.score)
        for state in states
        if is_of_past_range or (_holds(state, at) and not (is_now and state.has_ended))
    ]


def said_state(uid: UUID, at: datetime, sentence: str, kind: str, confidence: float) -> Entry:
    """Return the line of a state, with how sure it is."""
    return Entry(uid, at, f"{sentence}{_sure(confidence)}", type=kind, is_state=True)


def _holds(state: StateHit, at: datetime) -> bool:
    has_begun = state.valid_from is None or state.valid_from <= at
    is_over = state.valid_to is not None and state.valid_to <= at
    return has_begun and not is_over and state.completed_at is None


def _sure(confidence: float) -> str:
    return f" (confidence {confidence:.2f})" if confidence < 1 else ""
