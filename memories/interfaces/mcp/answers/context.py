"""The answer of build_context: the context itself, and nothing that its budget does not count."""

from typing import Any

from pydantic import Field

from memories.schemas import ContextOut
from memories.schemas.recalled_text import json_text, one_line
from memories.services.context import told_time
from nlp.token_count import count_tokens

from .base import Answer, Shorten, lean

NOTHING_REMEMBERED = "Nothing is remembered about this."


class ContextAnswer(Answer):
    """A context as text, or as sections where JSON was asked for."""

    time: str = ""
    context: str = ""
    sections: dict[str, Any] | None = None
    notes: list[str] = Field(default_factory=list)
    run_id: str = ""


def context_answer(context: ContextOut, short: Shorten) -> ContextAnswer:
    """Return the context with its notes; where there is none, only why."""
    notes = [one_line(note) for note in context.notes]
    time = told_time(context.understood, context.token_budget)
    if not context.markdown and not context.memory_ids and context.token_count == 0:
        return _within(time, notes or [NOTHING_REMEMBERED], context.token_budget)
    return ContextAnswer(
        time=time,
        context=context.markdown,
        sections=lean(context.sections, short) if context.sections else None,
        notes=notes,
        run_id=short(context.run_id),
    )


def _within(time: str, notes: list[str], budget: int) -> ContextAnswer:
    """Return as much as the budget has room for, the last note first: it says why all is empty."""
    kept = ContextAnswer()
    for note in reversed(notes):
        fuller = ContextAnswer(notes=[note, *kept.notes])
        kept = fuller if _fits(fuller, budget) else kept
    timed = ContextAnswer(time=time, notes=kept.notes)
    return timed if _fits(timed, budget) else kept


def _fits(answer: ContextAnswer, budget: int) -> bool:
    return count_tokens(json_text(answer.model_dump())) <= budget
