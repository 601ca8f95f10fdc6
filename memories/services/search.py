"""Search memories: plan, collect candidates, rank, follow links, and explain each hit."""

import time
import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from heapq import nlargest

from django.db.models import Q
from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from core.operation_times import Operation, operation_seconds
from graph.queries.links import GraphPath, expand
from memories.models import ItemKind, Memory, MemoryQuerySet
from memories.schemas import Hit, SearchInput, SearchOut, Sort
from memories.search import filters as conditions
from memories.search.candidates.collect import collect_candidates
from memories.search.candidates.search_context import SearchContext
from memories.search.explain.hits import Reasons, hit_records, public_ids, stages, statistics
from memories.search.explain.trace import Traced, trace
from memories.search.explain.understood import (
    filters_understood,
    people_understood,
    understood,
)
from memories.search.log import SearchResult, log_search
from memories.search.query.narrowing import asked_ranges, asks_about_past, names_a_time
from memories.search.query.parsing import parse_query
from memories.search.query.plan import PLANS, tuned
from memories.search.ranking.answer import (
    collapse_duplicates,
    identified_first,
    memory_order,
    ordered,
)
from memories.search.ranking.answerability import AnswerJudge, judge_of, judged
from memories.search.ranking.asked_people import Found
from memories.search.ranking.final_score import (
    Ranked,
    below_successors,
    inherit,
    ranked,
    read_ranking_rows,
    rescore,
    visible_paths,
)
from memories.search.ranking.narrowed import (
    chronological,
    in_time_first,
    is_chronological,
    is_outside,
    most_relevant,
    note_inside,
)
from memories.search.ranking.standing import marks_of, standing_of, successor_pairs
from memories.search.ranking.states import allowed_states, found_states
from memories.search.workers import search_workers
from nlp.phrasing import Reader
from packs.selection import chosen_packs

# How many candidates are ranked in full, in addition to the requested limit.
RANKED_CANDIDATES = 30


def recall(
    caller: Caller,
    request: SearchInput,
    *,
    record: bool = True,
    now: datetime | None = None,
    reader: Reader = Reader.ASSISTANT,
) -> SearchOut:
    """Return the best memories for a request, each with an explanation.

    With ``record=False`` (search as you type) the search is not logged, and no memory counts as
    used. States are said to the ``reader``: "you" for the owner, "the user" for an assistant.

    Raises:
        Forbidden: the token may not read, or not these packs.
        InvalidInput: a pack or a filter does not exist.
    """
    caller.require(Scope.READ)
    now = now or timezone.now()
    with jobs.background.track_request(), operation_seconds[Operation.SEARCH].time():
        extent = Traced.HITS if record else Traced.NOTHING
        found = search_workers.run(find, caller, request, now, extent, reader)
    if record:
        log_search(caller, request, found, at=now)
    return found.out


def find(
    caller: Caller,
    request: SearchInput,
    now: datetime,
    extent: Traced,
    reader: Reader = Reader.ASSISTANT,
) -> SearchResult:
    """Search in this process, and return the answer with what its record needs."""
    started = time.perf_counter()
    search = _planned(caller, request, now, reader)
    ranked_all, best = ([], _listed(search)) if _asks_no_words(search) else _ranked(search)
    judge = judge_of(search)
    hits = _hits(search, best, judge)
    verdict = judged(search, judge, list(hits.values()), found_states(search, best, judge))
    kept = {hit.memory.id for hit in verdict.hits}
    shown = [hit for hit in best if hit.pk in hits and hits[hit.pk].memory.id in kept]
    out = SearchOut(
        understood=understood(search),
        results=verdict.hits,
        states=verdict.states,
        answered=search.answered,
        people=people_understood(search),
        filters=filters_understood(search),
        unknown_names=verdict.unknown_names,
        run_id=uuid.uuid4(),
        took_ms=round((time.perf_counter() - started) * 1000, 2),
        notes=search.notes,
        stages=stages(search) if request.explain else None,
    )
    return SearchResult(
        out=out,
        packs=search.packs,
        plan=search.plan.as_json(),
        statistics=statistics(search),
        trace=None if extent is Traced.NOTHING else trace(search, shown, ranked_all, extent),
    )


def _planned(caller: Caller, request: SearchInput, now: datetime, reader: Reader) -> SearchContext:
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


def _asks_no_words(search: SearchContext) -> bool:
    """Whether only the filters count: "what happened last week" with the filter of another time."""
    if not search.request.query.strip():
        return True
    return search.question.is_only_time and names_a_time(search.request.filters)


def _allowed(caller: Caller, user_ids: Sequence[str], met: Q) -> MemoryQuerySet:
    return _meeting(caller, user_ids, met).findable()


def _meeting(caller: Caller, user_ids: Sequence[str], met: Q) -> MemoryQuerySet:
    return Memory.objects.of(caller).in_spaces(user_ids).filter(met)


def _listed(search: SearchContext) -> list[Ranked]:
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


def _ranked(search: SearchContext) -> tuple[list[Ranked], list[Ranked]]:
    collect_candidates(search)
    for scored in search.scored:
        items = scored.items.tolist()
        search.places.update((item, (scored, at)) for at, item in enumerate(items))
        search.relevance |= scored.relevance_of(ItemKind.MEMORY)
        search.state_relevance |= scored.relevance_of(ItemKind.STATE)
    note_inside(search)
    rescore(search)
    _expand(search)
    return _best(search)


def _expand(search: SearchContext) -> None:
    """Follow links from the best candidates; a linked memory may come in without matching."""
    plan = search.plan
    seeds = nlargest(plan.seeds, search.relevance, key=search.relevance.__getitem__)
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


def _hits(
    search: SearchContext, best: Sequence[Ranked], judge: AnswerJudge | None
) -> dict[int, Hit]:
    memories = hit_records([hit.pk for hit in best])
    present = [hit for hit in best if hit.pk in memories]
    reasons = Reasons(search, [hit.pk for hit in present])
    twins = public_ids([pk for hit in present for pk in hit.folded])
    read = {hit.pk: Found.of_memory(hit.pk, memories[hit.pk]) for hit in present}
    if judge:
        judge.read(list(read.values()))
    return {
        hit.pk: Hit(
            memory=memories[hit.pk],
            score=round(hit.score, 6),
            duplicates=[twins[pk] for pk in hit.folded if pk in twins],
            is_outside=is_outside(search, hit.pk, hit.created_at),
            **marks_of(search, hit.pk),
            explanation=reasons.of(hit.pk, hit.parts),
            answers=judge.answers(read[hit.pk]) if judge else None,
        )
        for hit in present
    }


def measured_hits(
    caller: Caller, request: SearchInput, now: datetime, left_out: Collection[str] = ()
) -> list[tuple[str, dict[str, float]]]:
    """Return the external ids and measures of the best memories, to train the model of answers.

    Memories whose external ids are ``left_out`` are not there.
    """
    search = _planned(caller, request, now, Reader.ASSISTANT)
    best = _ranked(search)[1]
    if (judge := judge_of(search)) is None:
        return []
    memories = hit_records([hit.pk for hit in best])
    read = [
        (memory.external_id or "", Found.of_memory(hit.pk, memory))
        for hit in best
        if (memory := memories.get(hit.pk)) and memory.external_id not in left_out
    ]
    judge.read([found for _external, found in read])
    measured = ((external, judge.measures(found)) for external, found in read)
    return [(external, measures) for external, measures in measured if measures]
