"""Sources of a context's entries: hits, pins, the session, states that bear on the message."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q, Subquery

from core.caller import Caller
from graph.link_types import SUPERSEDES
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet
from memories.schemas import ContextInput, Hit, SearchFilters, StateHit
from memories.schemas.recalled_text import one_line, quoted, warning_of
from packs.selection import chosen_packs

from .parts import Entry

MAX_PINNED = 10
MAX_SESSION = 12
COLUMNS = ("uid", "created_at", "raw_text", "speaker", "memory_type", "is_order", "newer")
REJECTED = "rejected"


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
            warning=_marks(hit.memory.warning, _standing(hit)),
        )
        for hit in hits
    ]


def _standing(hit: Hit) -> str:
    """Say what holds instead of a hit, or that it is not settled."""
    if new := hit.replaced_by:
        return _replaced(new.title)
    if hit.ended_at:
        return "ended"
    return f"unsettled: {one_line(hit.unsettled)}" if hit.unsettled else ""


def _replaced(title: str | None) -> str:
    return f"replaced by {quoted(title)}" if title is not None else ""


def _marks(*marks: str) -> str:
    return "; ".join(filter(None, marks))


def pinned(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return pinned memories, the most important first; filters do not apply.

    What a newer memory replaces comes last: it is pinned still, and marked.
    """
    rows = _findable(caller, request).filter(pinned=True).annotate(newer=newest_title(caller))
    is_past = ExpressionWrapper(Q(newer__isnull=False), BooleanField())
    order = (is_past, "-importance_score", "-created_at", "-pk")
    return _entries(rows.order_by(*order)[:MAX_PINNED])


def newest_title(caller: Caller) -> Subquery:
    """Return the title of the newest memory that replaces a row, of those that the caller sees."""
    seen = Memory.objects.of(caller).findable().order_by().values("pk")
    links = MemoryLink.objects.filter(
        dst_memory=OuterRef("pk"), relation_type=SUPERSEDES, src_memory__in=seen
    ).exclude(validation_status=REJECTED)
    latest = links.order_by("-src_memory__created_at", "-src_memory_id")
    return Subquery(latest.values("src_memory__title")[:1])


def session_so_far(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return the latest memories of the session that the caller names, the last one first."""
    if request.session_id is None:
        return []
    rows = _findable(caller, request).filter(session__key=request.session_id)
    rows = rows.annotate(newer=newest_title(caller))
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
            warning=_marks(warning_of(is_order=is_order), _replaced(newer)),
        )
        for place, (uid, at, text, speaker, kind, is_order, newer) in enumerate(listed)
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
            state.id, state.said_at, state.sentence, state.state_kind, state.confidence
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
