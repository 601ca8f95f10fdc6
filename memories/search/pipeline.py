"""The stages of a search: plan, collect candidates, rank, follow links, and choose what is shown."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db.models import Q

from core.caller import Caller
from graph.queries.links import GraphPath, expand
from memories.models import ItemKind, Memory, MemoryQuerySet
from memories.schemas import SearchInput, Sort
from nlp.phrasing import Reader
from packs.selection import chosen_packs

from . import filters as conditions
from .candidates.collect import collect_candidates
from .candidates.search_context import SearchContext
from .query.narrowing import asked_ranges, asks_about_past, names_a_time
from .query.parsing import parse_query
from .query.plan import PLANS, tuned
from .ranking.answer import collapse_duplicates, identified_first, memory_order, ordered
from .ranking.final_score import (
    Ranked,
    below_successors,
    inherit,
    ranked,
    read_ranking_rows,
    rescore,
    visible_paths,
)
from .ranking.narrowed import (
    best_of,
    chronological,
    in_time_first,
    is_chronological,
    most_relevant,
    note_inside,
)
from .ranking.standing import standing_of, successor_pairs
from .ranking.states import allowed_states

# How many candidates are ranked in full, in addition to the requested limit.
RANKED_CANDIDATES = 30


def planned(caller: Caller, request: SearchInput, now: datetime, reader: Reader) -> SearchContext:
    """Read the query, and choose plan, packs and time range.

    Raises:
        InvalidInput: a pack or a filter does not exist.
    """
    packs = chosen_packs(caller, list(request.packs or []))
    plan = tuned(PLANS[request.mode], caller.base_user)
    question = parse_query(request.query, now.astimezone(caller.zone), reads_time=request.read_time)
    ranges = asked_ranges(question.text, question.times, request.filters)
    ranges = ranges if "time" in plan.quotas else ()
    user_ids = caller.spaces(packs)
    met = conditions.condition(request.filters, caller, now=now)
    return SearchContext(
        caller=caller,
        request=request,
        plan=plan,
        packs=packs,
        user_ids=user_ids,
        allowed=partial(_allowed, caller, user_ids, met),
        meeting=partial(_meeting, caller, user_ids, met),
        allowed_states=partial(allowed_states, caller, user_ids, request.filters, now),
        is_narrowed=bool(caller.namespace) or bool(met),
        question=question,
        now=now,
        reader=reader,
        ranges=ranges,
        is_about_past=asks_about_past(question.text, ranges, request.filters, now),
    )


def asks_no_words(search: SearchContext) -> bool:
    """Whether only the filters count: "what happened last week" with the filter of another time."""
    if not search.request.query.strip():
        return True
    return search.question.is_only_time and names_a_time(search.request.filters)


def _allowed(caller: Caller, user_ids: Sequence[str], met: Q) -> MemoryQuerySet:
    return _meeting(caller, user_ids, met).findable()


def _meeting(caller: Caller, user_ids: Sequence[str], met: Q) -> MemoryQuerySet:
    return Memory.objects.of(caller).in_spaces(user_ids).filter(met)


def listed(search: SearchContext) -> list[Ranked]:
    """Answer a search without words: what the filters keep, newest first."""
    first = search.allowed().order_by(*memory_order(search.request)).values_list("pk", flat=True)
    pks = list(first[: search.request.limit])
    rows = {row.pk: row for row in read_ranking_rows(pks, search.user_ids)}
    search.standing = standing_of(search, list(rows.values()))
    plan, now = search.plan, search.now
    return [
        ranked(rows[pk], plan, relevance=0.0, graph=0.0, is_superseded=False, now=now)
        for pk in pks
        if pk in rows
    ]


def ranked_memories(search: SearchContext) -> tuple[list[Ranked], list[Ranked]]:
    """Collect and rank candidates, and follow their links; return all, and those to show."""
    collect_candidates(search)
    for scored in search.scored:
        items = scored.items.tolist()
        search.places |= {item: (scored, at) for at, item in enumerate(items)}
        search.relevance |= scored.relevance_of(ItemKind.MEMORY)
        search.state_relevance |= scored.relevance_of(ItemKind.STATE)
    note_inside(search)
    rescore(search)
    _expand(search)
    return _best(search)


def _expand(search: SearchContext) -> None:
    """Follow links from the best candidates; a linked memory may come in without matching."""
    plan = search.plan
    seeds = best_of(search.relevance, search.relevance, plan.seeds)
    ways = expand(seeds, depth=plan.expand_depth, decay=plan.hop_decay)
    if not ways:
        return
    for way in visible_paths(ways, search.caller):
        strength = way.strength * search.relevance[way.seed_id]
        known = search.reached.get(way.memory_id)
        if known is None or strength > known.strength:
            search.reached[way.memory_id] = GraphPath(
                way.memory_id, way.seed_id, strength, way.depth, way.path
            )


def _best(search: SearchContext) -> tuple[list[Ranked], list[Ranked]]:
    plan = search.plan
    rows = read_ranking_rows(_to_rank(search), search.user_ids)
    search.standing = standing_of(search, rows)
    # Whoever asks about the past wants what was replaced, too.
    lowered = {} if search.is_about_past else search.standing
    pairs = successor_pairs(lowered)
    inherit(search.relevance, pairs)
    best = [
        ranked(
            row,
            plan,
            relevance=search.relevance.get(row.pk, 0.0),
            graph=search.reached[row.pk].strength if row.pk in search.reached else 0.0,
            is_superseded=row.pk in lowered and lowered[row.pk].is_past,
            now=search.now,
        )
        for row in rows
    ]
    everything = below_successors(best, pairs)
    everything.sort(key=lambda hit: (-hit.score, -hit.pk))
    placed = identified_first(search, in_time_first(search, everything), pairs)
    best = collapse_duplicates(search, placed)[: search.request.limit]
    if is_chronological(search):
        best = chronological(search, best)
    elif plan.newest_first and search.request.sort is Sort.RELEVANCE:
        best = sorted(best, key=lambda hit: (hit.created_at, hit.pk), reverse=True)
    else:
        best = ordered(best, search.request)
    return everything, best


def _to_rank(search: SearchContext) -> set[int]:
    """Return the candidates to rank in full: the most relevant, and linked ones."""
    connected = set(search.reached)
    if connected and search.is_narrowed:
        allowed = search.allowed().filter(pk__in=connected)
        connected = set(allowed.values_list("pk", flat=True))
    if search.plan.only_connected:
        return connected
    return {*most_relevant(search, RANKED_CANDIDATES + search.request.limit), *connected}
