"""The answer of a search: what was understood, what holds now, and what was found."""

from typing import Any

from pydantic import Field

from memories.schemas import SearchOut, StateHit
from memories.schemas.recalled_text import DATA_NOTE, one_line
from memories.schemas.search.results import Hit

from .base import Answer, Shorten, fitting, lean, moment, more_than
from .memories import MemoryLine, excerpt, memory_line, room_for_each

NOTHING_FOUND = "Nothing was found. Try other words or fewer filters."
MOST_EVIDENCE = 2
UNDECIDED = "the user has not decided"
# Why a memory was found, in a word: the route with the largest share of its score.
WHY = {
    "vector": "meaning",
    "words": "words",
    "identifier": "identifier",
    "entity": "named",
    "graph": "linked",
    "time": "time",
    "speaker": "speaker",
    "bridge": "related",
}


class StateLine(Answer):
    """A state: what holds, or held, as one sentence with its dates."""

    id: str
    text: str
    evidence: list[str] = Field(default_factory=list)
    ended: bool | None = None
    unsettled: str = Field(default="", description="What contradicts it and waits for a decision.")


class SearchAnswer(Answer):
    """What a search found, and what was understood.

    ``time``: the range that is asked about, with its zone; ``people``: whom the query names.
    """

    note: str = ""
    found: str = ""
    time: str = ""
    people: list[str] = Field(default_factory=list)
    filters: dict[str, Any] = Field(default_factory=dict)
    notes: list[str] = Field(default_factory=list)
    unknown_names: list[str] = Field(default_factory=list)
    run_id: str
    states: list[StateLine] = Field(default_factory=list)
    results: list[MemoryLine] = Field(default_factory=list)
    more: str = ""
    stages: dict[str, Any] | None = None


def search_answer(found: SearchOut, short: Shorten) -> SearchAnswer:
    """Return the hits and states of a search, as short as they can be understood."""
    most, explain = room_for_each(len(found.results)), found.stages is not None
    rows = [_hit(hit, short, most=most, explain=explain) for hit in found.results]
    kept = fitting(rows)
    is_empty = not rows and not found.states
    return SearchAnswer(
        note="" if is_empty and not (found.people or found.filters) else DATA_NOTE,
        found=NOTHING_FOUND if is_empty else "",
        time=found.understood.sentence if found.understood else "",
        people=[one_line(name) for name in found.people],
        filters=found.filters,
        notes=[one_line(note) for note in found.notes],
        unknown_names=[one_line(name) for name in found.unknown_names],
        run_id=short(found.run_id),
        states=[state_line(state, short) for state in found.states],
        results=kept,
        more=more_than(kept, rows),
        stages=lean(found.stages, short),
    )


def state_line(state: StateHit, short: Shorten) -> StateLine:
    """Return a state with the memories that say so."""
    return StateLine(
        id=short(state.id),
        text=excerpt(state.sentence, state.matched_words),
        evidence=[short(uid) for uid in state.evidence[:MOST_EVIDENCE]],
        ended=state.has_ended or None,
        unsettled=one_line(state.unsettled) or (UNDECIDED if state.is_unsettled else ""),
    )


def _hit(hit: Hit, short: Shorten, *, most: int, explain: bool) -> MemoryLine:
    words = hit.explanation.matched_words
    explanation = lean(hit.explanation, short) | {"score": hit.score} if explain else None
    facts = {
        "why": why_in_a_word(hit),
        "replaced_by": _replaced_by(hit, short),
        "unsettled": one_line(hit.unsettled),
        "is_outside": hit.is_outside or None,
        "is_weak": hit.is_weak or None,
        "explanation": explanation,
    }
    return memory_line(hit.memory, short, words=words, most=most, **facts)


def _replaced_by(hit: Hit, short: Shorten) -> str:
    """Return what holds instead, or since when nothing of it holds."""
    if new := hit.replaced_by:
        return f"{short(new.id)} {moment(new.date)} {one_line(new.title)}"
    return f"nothing, ended {moment(hit.ended_at)}" if hit.ended_at else ""


def why_in_a_word(hit: Hit) -> str:
    """Return the route that did most for a hit; empty where only filters found it."""
    routes = sorted(hit.explanation.routes, key=lambda route: -route.share)
    return WHY.get(routes[0].route, "") if routes else ""
