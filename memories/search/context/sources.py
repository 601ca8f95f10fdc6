"""Where the entries of a context come from: hits, what is pinned, the session so far."""

from collections.abc import Iterable

from core.caller import Caller
from memories.models import Memory, MemoryQuerySet
from memories.schemas import ContextInput, Hit
from packs.selection import chosen_packs

from .parts import Entry

MAX_PINNED = 10
MAX_SESSION = 12
COLUMNS = ("uid", "created_at", "raw_text", "speaker", "memory_type")


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
        )
        for hit in hits
    ]


def pinned(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return what is pinned, the most important first; filters do not narrow it."""
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
        Entry(uid, at, text, speaker, kind, score=1 - place / len(listed))
        for place, (uid, at, text, speaker, kind) in enumerate(listed)
    ]
