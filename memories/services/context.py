"""Build a context for an assistant within a token budget: standing, pinned, current, relevant."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope
from memories.schemas import ContextFormat, ContextInput, ContextOut, SearchInput, SearchOut
from memories.search.context.evidence import evidence_of
from memories.search.context.layout import Json, Markdown
from memories.search.context.packing import packed
from memories.search.context.parts import Entry, Item, Part, Sections
from memories.search.context.sources import bearing_states, pinned, relevant, session_so_far
from memories.search.context.standing import standing
from nlp.token_count import TOKENIZER, count_tokens

from .search import recall

# A line is rarely shorter; more candidates would not fit into the budget.
TOKENS_PER_LINE = 25
MIN_CANDIDATES = 20
MAX_CANDIDATES = 100
QUESTION_ENDS = ("?", "？", "か", "か。")
NO_ROOM = "has no room for even one memory"


def build_context(
    caller: Caller, request: ContextInput, *, record: bool = True, now: datetime | None = None
) -> ContextOut:
    """Return the context of a message: standing preferences, pins, states that bear on it, memories, session.

    The text never exceeds ``token_budget``; recalled text is fenced as data. Each memory appears
    in one section only. With ``record=False`` the search is not logged (for previews).

    Raises:
        Forbidden, InvalidInput: as :func:`recall`.
    """
    caller.require(Scope.READ)
    now = now or timezone.now()
    found = recall(caller, _search(request), record=record, now=now)
    layout = _layout(caller, request)
    candidates = _candidates(caller, request, found, now)
    sections = packed(layout, candidates, request.token_budget)
    return _answer(layout, sections, candidates, request, found)


def _search(request: ContextInput) -> SearchInput:
    most = max(MIN_CANDIDATES, min(MAX_CANDIDATES, request.token_budget // TOKENS_PER_LINE))
    return SearchInput(
        query=request.message,
        limit=most,
        packs=request.packs,
        filters=request.filters,
        read_time=_asks(request.message),
    )


def _asks(message: str) -> bool:
    """Whether a message is a question: a time in other messages says what to do, not what to find."""
    return message.rstrip().endswith(QUESTION_ENDS)


def _layout(caller: Caller, request: ContextInput) -> Markdown | Json:
    if request.format is ContextFormat.JSON:
        return Json(caller.zone, request.order)
    return Markdown(caller.zone, request.order)


def _candidates(
    caller: Caller, request: ContextInput, found: SearchOut, now: datetime
) -> dict[Part, list[Item]]:
    evidence = evidence_of(caller, found.results)
    always = standing(caller, request, now)
    states = [state for state in found.states if state.id not in always.outdated]
    return {
        Part.STANDING: [*always.entries],
        Part.PINNED: [*pinned(caller, request)],
        Part.STATES: [
            *bearing_states(states, request.filters, now, is_of_past_range=_is_of_past(found, now))
        ],
        Part.RELEVANT: [*relevant(found.results)],
        Part.CONCLUSIONS: [*evidence.conclusions],
        Part.EVIDENCE: [*evidence.chains],
        Part.SESSION: [*session_so_far(caller, request)],
    }


def _is_of_past(found: SearchOut, now: datetime) -> bool:
    """Whether the search was limited to a time that is over."""
    times = found.understood.times if found.understood else []
    return bool(times) and all(one.end is not None and one.end <= now for one in times)


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
        notes=[*found.notes, *_too_small(sections, candidates, request.token_budget)],
        run_id=found.run_id,
    )


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
