"""The answers of saves, links and judgments."""

from typing import Any

from pydantic import ConfigDict, Field

from memories.schemas import BatchOut, LinkOut, SavedOut
from memories.schemas.journal import FeedbackOut
from memories.schemas.recalled_text import DATA_NOTE, one_line
from packs import registry
from packs.guessing import PackReason

from .base import Answer, Shorten, fitting, lean, more_than
from .memories import arrow

Rows = list[dict[str, Any]]


class SavedAnswer(Answer):
    """A save: what was stored, and what that led to. Further fields are those of the service."""

    model_config = ConfigDict(frozen=True, extra="allow")

    note: str = ""
    id: str
    action: str
    pack: str = ""
    filed: str = Field(default="", description="How the pack was guessed, and how to change it.")
    about: list[str] = Field(default_factory=list)
    now: Rows = Field(default_factory=list)
    ended: Rows = Field(default_factory=list)
    completed: list[str] = Field(default_factory=list)
    maybe_done: Rows = Field(default_factory=list)
    links: Rows = Field(default_factory=list)
    suggested_links: Rows = Field(default_factory=list)
    possible_contradictions: Rows = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    next_actions: list[str] = Field(default_factory=list)
    notes: Rows = Field(default_factory=list)


# What shows stored words, which may be somebody else's.
STORED = ("now", "ended", "maybe_done", "links", "suggested_links", "possible_contradictions")
# What the assistant has sent itself.
ECHOED = frozenset({"session_id", "external_id", "entities", "pack_guess", "states"})
GUESSED_BY = {
    PackReason.SESSION: "as the rest of this session",
    PackReason.CONTEXT: "as the rest of its context",
    PackReason.WORDS: "by what it says",
    PackReason.USUAL: "nothing says where it belongs",
}


def saved_answer(saved: SavedOut, short: Shorten) -> SavedAnswer:
    """Return what a save changed, with the names that it is about."""
    told = {name: value for name, value in lean(saved, short).items() if name not in ECHOED}
    about = [one_line(entity.name) for entity in saved.entities]
    note = DATA_NOTE if any(told.get(name) for name in STORED) else ""
    return SavedAnswer(note=note, about=about, filed=_filed(saved), **told)


def _filed(saved: SavedOut) -> str:
    """Say where a save without a pack was filed, and why."""
    if saved.pack_guess is None:
        return ""
    spec = registry.find(saved.pack)
    name, reason = spec.name.en if spec else saved.pack, GUESSED_BY[saved.pack_guess]
    return f"Filed under {name}, a guess: {reason}. update_memory with another pack moves it."


class BatchLine(Answer):
    """One of several saves."""

    id: str
    action: str
    next_actions: list[str] = Field(default_factory=list)
    notes: Rows = Field(default_factory=list)


class BatchAnswer(Answer):
    """Several saves, in the order given."""

    results: list[BatchLine]
    more: str = ""


def batch_answer(batch: BatchOut, short: Shorten) -> BatchAnswer:
    """Return the id of each save, and what is to be done next."""
    rows = [
        BatchLine(
            id=short(one.id),
            action=one.action,
            next_actions=one.next_actions,
            notes=lean(one.notes, short),
        )
        for one in batch.results
    ]
    kept = fitting(rows)
    return BatchAnswer(results=kept, more=more_than(kept, rows))


class LinkAnswer(Answer):
    """A link between two memories, drawn as an arrow."""

    id: int
    link: str
    created: bool
    source: str
    target: str
    reason: str = ""
    notes: Rows = Field(default_factory=list)


def link_answer(link: LinkOut, short: Shorten) -> LinkAnswer:
    """Return the link that was made or updated."""
    way = arrow(link.type, "outgoing")
    return LinkAnswer(
        id=link.id,
        link=f"{short(link.source_id)} {way} {short(link.target_id)}",
        created=link.created,
        source=one_line(link.source_title),
        target=one_line(link.target_title),
        reason=one_line(link.reason),
        notes=lean(link.notes, short),
    )


class FeedbackAnswer(Answer):
    """A stored judgment."""

    noted: str


def feedback_answer(given: FeedbackOut, short: Shorten) -> FeedbackAnswer:
    """Say what was judged, and how."""
    about = f"memory {short(given.memory_id)}" if given.memory_id else "the whole search"
    return FeedbackAnswer(noted=f"{about} was {'useful' if given.useful else 'not useful'}")
