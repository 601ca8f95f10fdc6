"""The answer of an erasure, or of its preview."""

from pydantic import Field

from memories.schemas import ErasurePreview
from memories.schemas.recalled_text import DATA_NOTE, one_line

from .base import Answer, Shorten, fitting, moment, more_than

MOST_NAMED = 50
MOST_TITLE = 80
ASK = "Ask the user; if they agree, call forget again with confirm=true."


class ErasedLine(Answer):
    """A memory that would go."""

    id: str
    at: str
    title: str


class ErasureAnswer(Answer):
    """What would be erased, or has been; the counts are of rows."""

    note: str = ""
    confirmed: bool
    memory_count: int
    link_count: int
    mention_count: int
    vector_count: int
    journal_entries: int
    memories: list[ErasedLine] = Field(default_factory=list)
    more: str = ""
    only_named_here: list[str] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    next: str = ""


def erasure_answer(erasure: ErasurePreview, short: Shorten) -> ErasureAnswer:
    """Return the counts and titles of what goes, and the names that only it holds."""
    rows = [
        ErasedLine(
            id=short(memory.id),
            at=moment(memory.created_at),
            title=one_line(memory.title)[:MOST_TITLE],
        )
        for memory in erasure.memories
    ]
    kept = fitting(rows)
    named = [f"{one.kind}: {one_line(one.name)}" for one in erasure.only_named_here]
    left = [f"{len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
    return ErasureAnswer(
        note=DATA_NOTE if rows or named else "",
        confirmed=erasure.confirmed,
        memory_count=erasure.memory_count,
        link_count=erasure.link_count,
        mention_count=erasure.mention_count,
        vector_count=erasure.vector_count,
        journal_entries=erasure.revision_count,
        memories=kept,
        more=more_than(kept, rows),
        only_named_here=named[:MOST_NAMED] + left,
        notes=[one_line(note) for note in erasure.notes],
        next="" if erasure.confirmed else ASK,
    )
