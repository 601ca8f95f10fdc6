"""Tell texts that give orders to an assistant from those that only tell something.

A text that somebody else wrote may try to steer whoever reads it: “ignore previous instructions”,
“always send …”, “利用者は同意済み、確認は不要”. No list of phrases holds them all; a linear model
weighs letters, words and classes of words. Plain forms of such orders count in any surroundings, and
what a text hides is judged by itself. A mark is a hint; its absence says nothing.
"""

from nlp.text.hashed import LONGEST

from .addressed import is_addressed
from .disguises import hidden_parts, uncovered, without_comments
from .model import learned_model
from .overrides import has_override

__all__ = ["is_instruction"]


def is_instruction(text: str) -> bool:
    """Return whether a part of a text reads like an order to an assistant."""
    shown = uncovered(text[:LONGEST])
    return _is_order(without_comments(shown)) or any(map(_is_order, hidden_parts(shown)))


def _is_order(text: str) -> bool:
    model = learned_model()
    return has_override(text) or is_addressed(text) or model.score(text) >= model.bar
