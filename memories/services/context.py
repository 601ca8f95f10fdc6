"""Build a context for an assistant within a token budget: pinned, current, relevant, session."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope
from memories.schemas import (
    ContextFormat,
    ContextInput,
    ContextOut,
    Hit,
    SearchInput,
    SearchMode,
    SearchOut,
)
from memories.search.context.evidence import evidence_of
from memories.search.context.layout import Json, Markdown
from memories.search.context.packing import packed
from memories.search.context.parts import Entry, Item, Part, Sections
from memories.search.context.sources import bearing_states, pinned, relevant, session_so_far
from memories.search.query.plan import PLANS
from memories.search.ranking.answerability import NOTHING_ANSWERS
from nlp.token_count import TOKENIZER, count_tokens

from .search import recall

# A line is rarely shorter; more candidates would not fit into the budget.
TOKENS_PER_LINE = 25
MIN_CANDIDATES = 20
MAX_CANDIDATES = 100
NO_ROOM = "has no room for even one memory"
NOTHING_BEARS = "Nothing stored bears on this."
# What answers with less than this share of the floor would only fill the budget: on the tuning questions
# it is 28 % of the other hits and 2 % of those that answer.
LEAST_SHARE = 0.25


def build_context(
    caller: Caller, request: ContextInput, *, record: bool = True, now: datetime | None = None
) -> ContextOut:
    """Return the context of a message: pinned memories, states that bear on it, relevant memories, session.

    The text never exceeds ``token_budget``; recalled text is fenced as data. Each memory appears
    in one section only. If nothing stored bears on the message, nothing is
    taken for it. With ``record=False`` the search is not logged (for previews).

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
        query=request.message, limit=most, packs=request.packs, filters=request.filters
    )


def _layout(caller: Caller, request: ContextInput) -> Markdown | Json:
    if request.format is ContextFormat.JSON:
        return Json(caller.zone, request.order)
    return Markdown(caller.zone, request.order)


def _candidates(
    caller: Caller, request: ContextInput, found: SearchOut, now: datetime
) -> dict[Part, list[Item]]:
    bearing = _bearing(found)
    evidence = evidence_of(caller, bearing)
    return {
        Part.PINNED: [*pinned(caller, request)],
        Part.STATES: [
            *bearing_states(found.states if found.answered else (), request.filters, now)
        ],
        Part.RELEVANT: [*relevant(bearing)],
        Part.CONCLUSIONS: [*evidence.conclusions],
        Part.EVIDENCE: [*evidence.chains],
        Part.SESSION: [*session_so_far(caller, request)],
    }


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
        answered=found.answered,
        notes=[*_notes(found), *_too_small(sections, candidates, request.token_budget)],
        run_id=found.run_id,
    )


def _notes(found: SearchOut) -> list[str]:
    return [NOTHING_BEARS if note == NOTHING_ANSWERS else note for note in found.notes]


def _memory_ids(sections: Sections) -> list[UUID]:
    return [
        item.id
        for part, items in sections.items()
        if part is not Part.STATES
        for item in items
        if isinstance(item, Entry)
    ]


def _too_small(sections: Sections, candidates: dict[Part, list[Item]], budget: int) -> list[str]:
    if sections or not any(candidates.values()):
        return []
    return [f"A budget of {budget} tokens {NO_ROOM}; 150 is a good minimum."]
