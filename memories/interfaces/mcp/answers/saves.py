"""The answers of saves, links and judgments."""

from typing import Any

from pydantic import ConfigDict, Field

from memories.schemas import BatchOut, LinkOut, SavedOut
from memories.schemas.journal import FeedbackOut
from memories.schemas.recalled_text import DATA_NOTE, one_line
from packs import registry
from packs.guessing import PackReason

from .base import Answer, Shorten, fitting, lean, moment, more_than, with_short_ids
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
    maybe_ended: Rows = Field(default_factory=list)
    links: Rows = Field(default_factory=list)
    suggested_links: Rows = Field(default_factory=list)
    possible_contradictions: Rows = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    next_actions: list[str] = Field(default_factory=list)
    notes: Rows = Field(default_factory=list)
    more: str = Field(default="", description="What was too long to be told.")


LINKS = ("links", "suggested_links", "possible_contradictions")
# What shows stored words, which may be somebody else's; what is to be followed shows none.
STORED = ("about", "now", "ended", "maybe_done", "maybe_ended", *LINKS, "warnings", "notes")
OF_A_LINK = ("memory_id", "title", "type", "reason")
# What the assistant has sent itself.
ECHOED = frozenset({"session_id", "external_id", "entities", "pack_guess", "states"})
# What is said of a single save only: a batch is long.
OF_ONE = frozenset({"pack", "links"})
GUESSED_BY = {
    PackReason.SESSION: "as the rest of this session",
    PackReason.CONTEXT: "as the rest of its context",
    PackReason.WORDS: "by what it says",
    PackReason.USUAL: "nothing says where it belongs",
}

MOVES = "update_memory with another pack moves {}."


def saved_answer(saved: SavedOut, short: Shorten) -> SavedAnswer:
    """Return what a save changed, with the names that it is about."""
    told = _told(saved, short)
    if guess := _guess(saved):
        told["filed"] = f"Filed under {guess[0]}, a guess: {guess[1]}. {MOVES.format('it')}"
    told["about"] = [one_line(entity.name) for entity in saved.entities]
    note = DATA_NOTE if any(told.get(name) for name in STORED) else ""
    return SavedAnswer(note=note, **told)


def _told(saved: SavedOut, short: Shorten) -> dict[str, Any]:
    """Return the fields that an answer and a line of a batch have in common."""
    told = {name: value for name, value in lean(saved, short).items() if name not in ECHOED}
    if not saved.hidden:
        del told["hidden"]
    for name in ("warnings", "next_actions"):
        told[name] = [with_short_ids(sentence, short) for sentence in getattr(saved, name)]
    if saved.ended:
        told["ended"] = [
            lean(one, short) | {"ended_at": moment(one.ended_at)} for one in saved.ended
        ]
    for name in LINKS:
        rows: Rows = told.get(name, [])
        told[name] = [{key: row[key] for key in OF_A_LINK if key in row} for row in rows]
    return told


def _guess(saved: SavedOut) -> tuple[str, str] | None:
    """Return where a save without a pack was filed, and why."""
    if saved.pack_guess is None:
        return None
    spec = registry.find(saved.pack)
    return spec.name.en if spec else saved.pack, GUESSED_BY[saved.pack_guess]


class BatchAnswer(Answer):
    """Several saves, in the order given; each says what a single one would, if there is anything."""

    note: str = ""
    results: list[SavedAnswer]
    filed: str = ""
    more: str = ""


def batch_answer(batch: BatchOut, short: Shorten) -> BatchAnswer:
    """Return the id of each save, what it changed, what is odd, and what is to be done next."""
    rows = [_line(one, short) for one in batch.results]
    kept = fitting(rows)
    return BatchAnswer(
        note=DATA_NOTE if any(getattr(row, name) for row in kept for name in STORED) else "",
        results=kept,
        filed=f"“filed” is a guess. {MOVES.format('one')}" if any(r.filed for r in kept) else "",
        more=more_than(kept, rows),
    )


def _line(saved: SavedOut, short: Shorten) -> SavedAnswer:
    told = {name: value for name, value in _told(saved, short).items() if name not in OF_ONE}
    return SavedAnswer(**told, filed=": ".join(_guess(saved) or ()))


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
