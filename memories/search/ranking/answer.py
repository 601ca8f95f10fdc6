"""Make the answer: collapse hits with the same text, and sort them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol, TypeVar

from django.db import connection

from memories.index.in_memory.rows import decode_all, encode
from memories.models import findable_sql
from memories.schemas import Order, SearchInput, Sort
from memories.search.candidates.search_context import SearchContext

from .final_score import Ranked, lowered

# Memories collapsed into a memory, directly or through others, unless hidden.
# CROSS JOIN: otherwise SQLite would read the memories first.
COLLAPSED_INTO = f"""
    WITH RECURSIVE held(canonical, id) AS (
        SELECT value, value FROM json_each(%s)
        UNION
        SELECT held.canonical, m.id FROM held CROSS JOIN memories m ON m.canonical_id = held.id
        WHERE {findable_sql("m", consolidated_flag=True)}
    )
    SELECT canonical, id FROM held WHERE id <> canonical ORDER BY id
"""
MEMORY_COLUMNS = {Sort.IMPORTANCE: ("importance_score", "created_at"), Sort.TIME: ("created_at",)}
# The space, speaker and text of a memory; the memory itself if only a link led to it.
Fingerprint = tuple[str, int, int] | int
STATE_COLUMNS = {Sort.IMPORTANCE: ("salience", "recorded_at"), Sort.TIME: ("recorded_at",)}


def identified_first(
    search: SearchContext, hits: Sequence[Ranked], successors: Sequence[tuple[int, int]]
) -> list[Ranked]:
    """Put what holds an identifier above what only resembles it or is linked to it.

    This holds for queries of identifiers alone ("PX-4410"). What replaced a memory that holds them
    stands with it.
    """
    if not search.question.is_only_identifiers or not search.plan.relevance:
        return list(hits)
    holding = _holding_identifiers(search)
    holding |= {new for old, new in successors if old in holding}
    first = [hit for hit in hits if hit.pk in holding]
    others = [hit for hit in hits if hit.pk not in holding]
    return [*first, *(lowered(others, first[-1].score, "identifier") if first else others)]


def _holding_identifiers(search: SearchContext) -> set[int]:
    """Return the candidates that hold all identifiers of the query."""
    holding: set[int] = set()
    for scored in search.scored:
        shares = scored.features.columns.get("identifier")
        if shares is not None:
            is_memory, pks = decode_all(scored.items[shares >= 1.0])
            holding.update(pks[is_memory].tolist())
    return holding


def collapse_duplicates(search: SearchContext, best: Sequence[Ranked]) -> list[Ranked]:
    """Keep the best of memories with the same text by the same speaker in one space.

    Width, case, kana and punctuation are ignored. Merely similar texts are all shown, since
    they may differ in the number or name that matters. Memories that are stored as duplicates
    of a hit are not searched, but counted with it.
    """
    first: dict[Fingerprint, int] = {}
    kept: list[Ranked] = []
    for hit in best:
        at = first.setdefault(fingerprint_of(search, hit.pk), len(kept))
        if at == len(kept):
            kept.append(hit)
        else:
            kept[at] = replace(kept[at], folded=(*kept[at].folded, hit.pk))
    return _with_stored(kept, search.request.limit)


def _with_stored(hits: list[Ranked], shown: int) -> list[Ranked]:
    held = collapsed_into([pk for hit in hits[:shown] for pk in (hit.pk, *hit.folded)])
    if not held:
        return hits
    return [
        replace(
            hit,
            folded=(
                *hit.folded,
                *(pk for own in (hit.pk, *hit.folded) for pk in held.get(own, ())),
            ),
        )
        for hit in hits
    ]


def collapsed_into(memory_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return by memory the duplicates collapsed into it, through chains, in one statement."""
    if not memory_ids:
        return {}
    held: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(COLLAPSED_INTO, [json.dumps(list(memory_ids))])
        for canonical, pk in cursor.fetchall():
            held.setdefault(int(canonical), []).append(int(pk))
    return held


def fingerprint_of(search: SearchContext, pk: int) -> Fingerprint:
    """Return the key of hits with the same text; a memory found only by links has its own key."""
    if (place := search.places.get(encode(pk))) is None:
        return pk
    scored, at = place
    document = scored.features.documents[at]
    view = search.bounds.views[scored.space]
    facts = view.documents.facts
    owner = view.owner_of(int(document))
    return owner, int(facts["speaker"][document]), int(facts["fingerprint"][document])


class Sortable(Protocol):
    """The attributes by which hits are sorted."""

    @property
    def pk(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def importance(self) -> float: ...


Hit = TypeVar("Hit", bound=Sortable)


def ordered(hits: Iterable[Hit], request: SearchInput) -> list[Hit]:
    """Return the hits in the requested order; newest first among equals.

    Hits are cut to the limit by relevance before, so that only the best are sorted.
    """
    newest_first = sorted(hits, key=lambda hit: (hit.created_at, hit.pk), reverse=True)
    if request.sort is Sort.RELEVANCE:
        return sorted(newest_first, key=lambda hit: -hit.score)
    is_down = request.order is Order.DESCENDING
    if request.sort is Sort.IMPORTANCE:
        return sorted(newest_first, key=lambda hit: -hit.importance if is_down else hit.importance)
    return newest_first if is_down else newest_first[::-1]


def memory_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of memories if the query is empty: newest first by default."""
    return _columns(MEMORY_COLUMNS, request)


def state_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of states if the query is empty."""
    return _columns(STATE_COLUMNS, request)


def _columns(known: dict[Sort, tuple[str, ...]], request: SearchInput) -> tuple[str, ...]:
    first, *ties = known.get(request.sort, known[Sort.TIME])
    if request.order is Order.ASCENDING and request.sort is Sort.TIME:
        return (first, "pk")
    sign = "" if request.order is Order.ASCENDING else "-"
    return (f"{sign}{first}", *(f"-{tie}" for tie in ties), "-pk")
