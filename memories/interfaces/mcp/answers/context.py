"""The answer of build_context: the context itself, and nothing that its budget does not count."""

from typing import Any

from pydantic import Field

from memories.schemas import ContextOut
from memories.schemas.recalled_text import json_text, one_line
from nlp.token_count import count_tokens

from .base import Answer, Shorten, lean

NOTHING_REMEMBERED = "Nothing is remembered about this."


class ContextAnswer(Answer):
    """A context as text, or as sections where JSON was asked for."""

    context: str = ""
    sections: dict[str, Any] | None = None
    notes: list[str] = Field(default_factory=list)
    run_id: str = ""


def context_answer(context: ContextOut, short: Shorten) -> ContextAnswer:
    """Return the context with its notes; where there is none, only why."""
    notes = [one_line(note) for note in context.notes]
    if not context.markdown and not context.memory_ids and context.token_count == 0:
        return ContextAnswer(notes=_within(notes or [NOTHING_REMEMBERED], context.token_budget))
    return ContextAnswer(
        context=context.markdown,
        sections=lean(context.sections, short) if context.sections else None,
        notes=notes,
        run_id=short(context.run_id),
    )


def _within(notes: list[str], budget: int) -> list[str]:
    """Return as many notes as the budget has room for, the last first: it says why all is empty."""
    kept: list[str] = []
    for note in reversed(notes):
        if count_tokens(json_text({"notes": [note, *kept]})) <= budget:
            kept.insert(0, note)
    return kept
