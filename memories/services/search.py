"""Search memories: rank them, judge whether they answer, and explain each hit."""

import time
import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from core.operation_times import Operation, operation_seconds
from memories.schemas import Hit, SearchInput, SearchOut
from memories.search.candidates.search_context import SearchContext
from memories.search.explain.hits import Reasons, hit_records, public_ids, stages, statistics
from memories.search.explain.trace import Traced, trace
from memories.search.explain.understood import (
    filters_understood,
    people_understood,
    understood,
)
from memories.search.log import SearchResult, log_search
from memories.search.pipeline import asks_no_words, listed, planned, ranked_memories
from memories.search.ranking.answerability import AnswerJudge, judge_of, judged
from memories.search.ranking.asked_people import Found
from memories.search.ranking.final_score import (
    Ranked,
)
from memories.search.ranking.narrowed import (
    is_outside,
)
from memories.search.ranking.standing import marks_of
from memories.search.ranking.states import found_states
from memories.search.workers import search_workers
from nlp.phrasing import Reader


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
    search = planned(caller, request, now, reader)
    ranked_all, best = ([], listed(search)) if asks_no_words(search) else ranked_memories(search)
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
            explanation=reasons.of(hit.pk, hit.told_parts),
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
    search = planned(caller, request, now, Reader.ASSISTANT)
    best = ranked_memories(search)[1]
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
