"""Keep an answer to the time that its query is limited to."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from memories.index.in_memory.rows import decode_all, encode
from memories.models import State
from memories.schemas import Sort
from memories.search.candidates.search_context import SearchContext

from .final_score import Ranked, lowered

# What lies outside of the time is shown below what lies in it, and only if it fits far better.
# They have the last places of the first ten: further down nobody would see them.
MOST_BESIDE, CLEARLY_BETTER, FIRST_PAGE = 3, 1.0, 10
# Where nothing lies in the time, the nearest are shown.
MOST_ALONE = 5


def note_inside(search: SearchContext) -> None:
    """Note which candidates lie in the time asked for."""
    if search.inside is None or search.inside.allowed is None:
        return
    for scored in search.scored:
        held = search.inside.allowed[scored.space][scored.features.documents]
        is_memory, pks = decode_all(scored.items[held])
        search.memories_in_range.update(pks[is_memory].tolist())


def is_outside(search: SearchContext, pk: int, created_at: datetime) -> bool:
    """Whether a memory lies outside of the time asked for; one found by links by when it was said."""
    if not search.limits_time or pk in search.memories_in_range:
        return False
    if encode(pk) in search.places:
        return True
    return not any(one.has(created_at) for one in search.ranges)


def best_of(memory_ids: Collection[int], relevance: Mapping[int, float], most: int) -> list[int]:
    """Return the most relevant memories, best first: `heapq.nlargest`, faster for some hundred."""
    return sorted(memory_ids, key=relevance.__getitem__, reverse=True)[:most]


def most_relevant(search: SearchContext, most: int) -> set[int]:
    """Return the most relevant candidates, first those in the time asked for."""
    relevance = search.relevance
    if not search.keeps_to_time or search.is_outside:
        return set(best_of(relevance, relevance, most))
    inside = search.memories_in_range & relevance.keys()
    others = relevance.keys() - inside
    return {
        *best_of(inside, relevance, most),
        *best_of(others, relevance, MOST_BESIDE),
    }


def in_time_first(search: SearchContext, hits: Sequence[Ranked]) -> list[Ranked]:
    """Return the hits in the time asked for, then a few of the others, each side in its order.

    Those others are more relevant than all that lies in the time: what was said later about that
    time, without naming it. If nothing lies in the time, they are all there is.
    """
    if not search.keeps_to_time:
        return list(hits)
    outside = [hit for hit in hits if is_outside(search, hit.pk, hit.created_at)]
    elsewhere = {hit.pk for hit in outside}
    inside = [hit for hit in hits if hit.pk not in elsewhere]
    if not inside:
        return sorted(outside, key=lambda hit: _distance(search, hit.created_at))[:MOST_ALONE]
    if search.lists_a_time:
        return inside
    best = max(search.relevance.get(hit.pk, 0.0) for hit in inside)
    better = [hit for hit in outside if search.relevance.get(hit.pk, 0.0) > best * CLEARLY_BETTER][
        :MOST_BESIDE
    ]
    room = max(1, min(FIRST_PAGE, search.request.limit) - len(better))
    shown = inside[:room]
    return [*shown, *lowered(better, shown[-1].score, "outside"), *inside[room:]]


def _distance(search: SearchContext, moment: datetime) -> timedelta:
    """Return how far a moment lies from the nearest time asked for."""
    ends = [end for one in search.ranges for end in (one.start, one.end) if end is not None]
    return min((abs(moment - end) for end in ends), default=timedelta())


def is_chronological(search: SearchContext) -> bool:
    """Whether the answer lists a time from its beginning to its end."""
    return search.lists_a_time and search.request.sort is Sort.RELEVANCE


def chronological(search: SearchContext, hits: Sequence[Ranked]) -> list[Ranked]:
    """Return hits in the order of what they tell of."""
    return sorted(hits, key=lambda hit: (_moment(search, hit), hit.pk))


def _moment(search: SearchContext, hit: Ranked) -> datetime:
    """Return when a memory was said or, if that lies outside of the time, what it is about."""
    said = any(one.has(hit.created_at) for one in search.ranges)
    if said or (place := search.places.get(encode(hit.pk))) is None:
        return hit.created_at
    scored, at = place
    facts = search.bounds.views[scored.space].documents.facts
    about = float(facts["about_from"][scored.features.documents[at]])
    return hit.created_at if np.isnan(about) else datetime.fromtimestamp(about, UTC)


def fits_in_time(search: SearchContext, state: State) -> bool:
    """Whether a state may have held, or is due, in the time asked for."""
    if not search.limits_time:
        return True
    if state.due_at is not None:
        return any(one.has(state.due_at) for one in search.ranges)
    return any(one.touches(state.valid_from, state.valid_to) for one in search.ranges)
