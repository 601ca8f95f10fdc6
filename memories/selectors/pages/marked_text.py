"""A memory's text in pieces: what names somebody, and what stands between."""

from dataclasses import dataclass

from memories.models import Memory
from memories.selectors.mentions import Named, named_in


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text, word for word; ``named`` where it names somebody or something."""

    text: str
    named: Named | None = None


def pieces(memory: Memory) -> list[Piece]:
    """Cut a memory's text at its mentions; put together, the pieces are the text."""
    text, at = memory.raw_text, 0
    found: list[Piece] = []
    for named in named_in(memory):
        found += [Piece(text[at : named.start]), Piece(text[named.start : named.end], named)]
        at = named.end
    return [piece for piece in (*found, Piece(text[at:])) if piece.text]
