"""Keep every answer within the characters that clients take whole.

The lists that may be long leave their last rows out by themselves and say how many; what is still
too long, such as a memory with 50 states of 10,000 characters, is cut here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from core.errors import Problem
from memories.interfaces.mcp.answers.base import MOST_CHARACTERS
from memories.schemas.recalled_text import json_text

# The rows of a list and the characters of a text that are kept: the first that fit.
STEPS = ((500, 40_000), (100, 10_000), (50, 2_000), (20, 1_000), (10, 500), (5, 200))
# Problems of an error that are told, and the characters of each.
MOST_PROBLEMS, MOST_OF_PROBLEM = 50, 400

Result = TypeVar("Result", bound=BaseModel)


@dataclass(slots=True)
class _Cut:
    """What was left out of an answer."""

    rows: int
    characters: int
    left_rows: int = 0
    left_characters: int = 0

    def of(self, value: Any) -> Any:
        if isinstance(value, str):
            self.left_characters += max(0, len(value) - self.characters)
            return value if len(value) <= self.characters else f"{value[: self.characters]}…"
        if isinstance(value, list):
            self.left_rows += max(0, len(value) - self.rows)
            return [self.of(inner) for inner in value[: self.rows]]
        if isinstance(value, dict):
            return {name: self.of(inner) for name, inner in value.items()}
        if isinstance(value, BaseModel):
            return value.model_copy(update={name: self.of(inner) for name, inner in value})
        return value

    @property
    def told(self) -> str:
        """What was left out, in words."""
        rows = f"{self.left_rows:,} more rows" if self.left_rows else ""
        texts = f"{self.left_characters:,} more characters" if self.left_characters else ""
        return " and ".join(filter(None, (rows, texts)))


def within_limit(result: Result, as_text: Callable[[Result], str]) -> tuple[Result, str]:
    """Return a result and its text, cut so that clients take each whole."""
    text = as_text(result)
    for rows, characters in STEPS:
        if _fits(result, text):
            break
        cut = _Cut(rows, characters)
        shorter: Result = cut.of(result)
        if "more" in type(result).model_fields:
            told = "; ".join(filter(None, (getattr(result, "more", ""), cut.told)))
            shorter = shorter.model_copy(update={"more": told})
        text = as_text(shorter)
        if _fits(shorter, text):
            return shorter, text
    return result, text


def few_problems(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first problems of an error, each short, and how many more there are."""
    few = [
        replace(one, field=_short(one.field), said=_short(one.detail))
        for one in problems[:MOST_PROBLEMS]
    ]
    if left := len(problems) - len(few):
        few.append(Problem("", "more", f"{left:,} more problems"))
    return few


def _short(text: str) -> str:
    return text if len(text) <= MOST_OF_PROBLEM else f"{text[:MOST_OF_PROBLEM]}…"


def _fits(result: BaseModel, text: str) -> bool:
    length = len(json_text(result.model_dump(mode="json", by_alias=True)))
    return max(length, len(text)) <= MOST_CHARACTERS
