"""Build a context for an assistant within a token budget: standing, pinned, current, relevant."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope
from core.operation_times import Operation, operation_seconds
from memories.schemas import (
    ContextFormat,
    ContextInput,
    ContextOut,
    Hit,
    SearchInput,
    SearchMode,
    SearchOut,
)
from memories.schemas.recalled_text import json_text
from memories.schemas.search.results import UnderstoodOut
from memories.search.context.evidence import evidence_of
from memories.search.context.layout import Json, Markdown
from memories.search.context.packing import cut as relevant_sentences
from memories.search.context.packing import packed
from memories.search.context.parts import Chain, Entry, Item, Part, Sections
from memories.search.context.sources import (
    bearing_states,
    pinned,
    relevant,
    said_state,
    session_so_far,
)
from memories.search.context.standing import standing
from memories.search.query.plan import PLANS
from memories.search.ranking.answerability import NOTHING_ANSWERS
from memories.selectors.ids import shortener
from memories.selectors.settling.tasks import open_tasks
from nlp.questions import asks_for_tasks, asks_what_was
from nlp.token_count import TOKENIZER, count_hundredths, count_tokens

from .search import recall

__all__ = ["build_context", "relevant_sentences", "told_time"]

# A line is rarely shorter; more candidates would not fit into the budget.
TOKENS_PER_LINE = 25
MIN_CANDIDATES = 20
MAX_CANDIDATES = 100
# The `tasks` tool lists the others.
MOST_TASKS = 8
NO_ROOM = "has no room for even one memory"
NOTHING_BEARS = "Nothing stored bears on this."
# What answers with less than this share of the floor would only fill the budget: on the tuning questions
# it is 28 % of the other hits and 2 % of those that answer.
LEAST_SHARE = 0.25
# A smaller budget has no room for the time that was understood.
LEAST_FOR_TIME = 200


@operation_seconds[Operation.CONTEXT].time()
def build_context(
    caller: Caller,
    request: ContextInput,
    *,
    record: bool = True,
    now: datetime | None = None,
    for_model: bool = False,
) -> ContextOut:
    """Return the context of a message: standing preferences, pins, states that bear on it, memories, session.

    The text never exceeds ``token_budget``; recalled text is fenced as data. Each memory appears
    in one section only. If nothing stored bears on the message, nothing is taken for it. With
    ``record=False`` the search is not logged (for previews). With ``for_model`` ids are short, and
    the budget counts all that a tool's answer sends, as text or as JSON.

    Raises:
        Forbidden, InvalidInput: as :func:`recall`.
    """
    caller.require(Scope.READ)
    now = now or timezone.now()
    found = recall(caller, _search(request), record=record, now=now)
    candidates = _candidates(caller, request, found, now)
    if candidates[Part.STATES] and not found.answered:
        found = _answered(found)
    around = _around(found, request.token_budget) if for_model else 0
    layout = _layout(caller, request, candidates, for_model=for_model)
    sections = packed(layout, candidates, request.token_budget - around)
    return _answer(layout, sections, candidates, request, found)


def _around(found: SearchOut, budget: int) -> int:
    """Return the tokens of what an answer holds beside the context."""
    time = told_time(found.understood, budget)
    envelope = {"time": time, "context": "", "notes": _notes(found), "run_id": found.run_id.hex[:8]}
    return count_tokens(json_text(envelope))


def told_time(understood: UnderstoodOut | None, budget: int) -> str:
    """Return what the answer for a model says of the time that was understood."""
    return understood.sentence if understood and budget >= LEAST_FOR_TIME else ""


def sent_cost(text: str) -> int:
    """Return what a text costs as it is or inside JSON, whichever is more."""
    return max(count_hundredths(text), count_hundredths(json_text(text)[1:-1]))


def _search(request: ContextInput) -> SearchInput:
    most = max(MIN_CANDIDATES, min(MAX_CANDIDATES, request.token_budget // TOKENS_PER_LINE))
    return SearchInput(
        query=request.message,
        limit=most,
        packs=request.packs,
        filters=request.filters,
        read_time=asks_what_was(request.message)
        if request.read_time is None
        else request.read_time,
    )


def _layout(
    caller: Caller, request: ContextInput, candidates: dict[Part, list[Item]], *, for_model: bool
) -> Markdown | Json:
    if request.format is ContextFormat.JSON:
        return Json(caller.zone, request.order)
    if not for_model:
        return Markdown(caller.zone, request.order)
    short = shortener(_ids(candidates))
    return Markdown(caller.zone, request.order, name=short, cost=sent_cost)


def _ids(candidates: dict[Part, list[Item]]) -> Iterator[UUID]:
    """Yield the id of everything that may come into a context."""
    for item in (item for items in candidates.values() for item in items):
        if isinstance(item, Entry):
            yield item.id
        elif isinstance(item, Chain):
            yield from (step.id for step in item.steps)
        else:
            grounds = (*item.evidence, *item.conflicts)
            yield from (item.step.id, *(ground.step.id for ground in grounds))


def _candidates(
    caller: Caller, request: ContextInput, found: SearchOut, now: datetime
) -> dict[Part, list[Item]]:
    bearing = _bearing(found)
    evidence = evidence_of(caller, bearing)
    always = standing(caller, request, now)
    tasks = _tasks(caller, request, now)
    known = found.states if found.answered else []
    told = always.outdated.union(task.id for task in tasks)
    states = [state for state in known if state.id not in told]
    return {
        Part.STANDING: [*always.entries],
        Part.PINNED: [*pinned(caller, request)],
        Part.STATES: [
            *tasks,
            *bearing_states(states, request.filters, now, is_of_past_range=_is_of_past(found, now)),
        ],
        Part.RELEVANT: [*relevant(bearing)],
        Part.CONCLUSIONS: [*evidence.conclusions],
        Part.EVIDENCE: [*evidence.chains],
        Part.SESSION: [*session_so_far(caller, request)],
    }


def _tasks(caller: Caller, request: ContextInput, now: datetime) -> list[Entry]:
    """Return the open tasks if the message asks what is to be done, whatever time it names.

    What was to be done last week is still to be done this week.
    """
    if not asks_for_tasks(request.message):
        return []
    tasks = open_tasks(caller, request.packs, limit=MOST_TASKS, now=now)
    entries = [
        said_state(task.id, task.recorded_at, task.sentence, task.kind, task.confidence)
        for task in tasks
    ]
    return [entry.scored(1 - place / MOST_TASKS) for place, entry in enumerate(entries)]


def _answered(found: SearchOut) -> SearchOut:
    notes = [note for note in found.notes if note != NOTHING_ANSWERS]
    return found.model_copy(update={"answered": True, "notes": notes})


def _is_of_past(found: SearchOut, now: datetime) -> bool:
    """Whether the search was limited to a time that is over."""
    times = found.understood.times if found.understood else []
    return bool(times) and all(one.end is not None and one.end <= now for one in times)


def _bearing(found: SearchOut) -> list[Hit]:
    """Return the hits that bear on the message; those that only a link led to are kept."""
    least = LEAST_SHARE * (PLANS[SearchMode.HYBRID].floor or 0.0)
    if not found.answered:
        return []
    return [hit for hit in found.results if hit.answers is None or hit.answers >= least]


def _answer(
    layout: Markdown | Json,
    sections: Sections,
    candidates: dict[Part, list[Item]],
    request: ContextInput,
    found: SearchOut,
) -> ContextOut:
    text = layout.text(sections) if sections else ""
    return ContextOut(
        markdown=text if request.format is ContextFormat.MARKDOWN else "",
        sections=layout.sections(sections) if isinstance(layout, Json) else None,
        token_count=count_tokens(text),
        token_budget=request.token_budget,
        tokenizer=TOKENIZER,
        memory_ids=_memory_ids(sections),
        understood=found.understood,
        answered=found.answered,
        notes=[*_notes(found), *_too_small(sections, candidates, request.token_budget)],
        run_id=found.run_id,
    )


def _notes(found: SearchOut) -> list[str]:
    return [NOTHING_BEARS if note == NOTHING_ANSWERS else note for note in found.notes]


def _memory_ids(sections: Sections) -> list[UUID]:
    return [
        item.id
        for items in sections.values()
        for item in items
        if isinstance(item, Entry) and not item.is_state
    ]


def _too_small(sections: Sections, candidates: dict[Part, list[Item]], budget: int) -> list[str]:
    if sections or not any(candidates.values()):
        return []
    return [f"A budget of {budget} tokens {NO_ROOM}; 150 is a good minimum."]
