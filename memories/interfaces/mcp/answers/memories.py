"""Memories in an answer: a line in a list, one in full, and those related to one."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from memories.schemas import MemoryDetail, MemoryOut, RelatedMemory, RelatedOut
from memories.schemas.links import StoredLink
from memories.schemas.recalled_text import DATA_NOTE, one_line
from memories.services.context import relevant_sentences
from nlp.token_count import count_tokens

from .base import Answer, Shorten, fitting, lean, moment, more_than, without_empties

# Tokens that a text in a list may take, and that all texts share; get_memory shows the rest.
EXCERPT, ALL_EXCERPTS = 100, 1_000
MOST_TEXT = 40_000
SAID_BY = {"owner": "user", "assistant": "assistant", "imported": "import", "derived": "derived"}
# What goes without saying of a memory.
USUAL: dict[str, Any] = {
    "importance": 0.5, "confidence": 1.0, "pinned": False, "searchable": True, "source": "mcp",
    "device_id": "default",
}  # fmt: skip
UNSAID = (
    "warnings", "notes", "usage_count", "strength", "language", "summary", "micro_summary", "recorded_at",
    "trust",
)  # fmt: skip

UNIT = (("confidence", 1.0), ("weight", 1.0))
DATES = ("valid_from", "valid_to", "due_at", "completed_at")


class MemoryLine(Answer):
    """A memory in a list."""

    id: str
    at: str
    by: str = Field(description="user, assistant, import, or the name of who said it.")
    type: str = ""
    about: str = ""
    why: str = ""
    replaced_by: str = ""
    unsettled: str = ""
    is_outside: bool | None = Field(default=None, description="Outside of the time asked for.")
    is_weak: bool | None = Field(default=None, description="Near, but no answer.")
    warning: str = ""
    title: str = ""
    text: str
    explanation: dict[str, Any] | None = None


def said_by(memory: MemoryOut) -> str:
    """Return who said it: a name, or what the program knows of the way it came."""
    return one_line(memory.speaker) or SAID_BY.get(memory.trust, memory.trust)


def memory_line(memory: MemoryOut, short: Shorten, **facts: Any) -> MemoryLine:
    """Return a memory as one line of a list.

    ``words`` are those that its excerpt should hold, ``most`` the tokens that it may take.
    """
    words, most = facts.pop("words", ()), facts.pop("most", EXCERPT)
    return MemoryLine(
        id=short(memory.id),
        at=moment(memory.created_at),
        by=said_by(memory),
        type=one_line(memory.memory_type) if memory.memory_type != "note" else "",
        about=_about(memory),
        warning=memory.warning if memory.trust != "owner" else "",
        title=_own_title(memory),
        text=excerpt(memory.text, words, most=most),
        **facts,
    )


def room_for_each(count: int) -> int:
    """Return the tokens that each of so many texts may take."""
    return max(EXCERPT, ALL_EXCERPTS // max(1, count))


def excerpt(text: str, words: Sequence[str] = (), *, most: int = EXCERPT) -> str:
    """Return a text on one line; of a long one the sentences with most of these words."""
    if count_tokens(text) <= most:
        return one_line(text)
    return one_line(relevant_sentences(text, words, lambda part: count_tokens(part) <= most))


def _about(memory: MemoryOut) -> str:
    ends = (moment(memory.about_start), moment(memory.about_end))
    return " – ".join(dict.fromkeys(filter(None, ends)))


def _own_title(memory: MemoryOut) -> str:
    """Return the title where it says more than the text, from which most are made."""
    title = one_line(memory.title)
    return "" if title.rstrip("….。") in one_line(memory.text) else title


class MemoryAnswer(Answer):
    """One memory in full, under the names that a save gives its fields."""

    note: str = DATA_NOTE
    done: str = ""
    warnings: list[str] = Field(
        default_factory=list, description="What was masked before it was stored."
    )
    notes: list[dict[str, Any]] = Field(
        default_factory=list, description="What was left out, since it is no type."
    )
    memory: dict[str, Any]
    more: str = ""


def memory_answer(memory: MemoryDetail, short: Shorten, *, done: str = "") -> MemoryAnswer:
    """Return everything that is stored of a memory but what goes without saying."""
    told = {"id": short(memory.id), "by": said_by(memory), **lean(memory, short)}
    for name in UNSAID:
        told.pop(name, None)
    told = {name: value for name, value in told.items() if USUAL.get(name, ...) != value}
    told["text"] = memory.text[:MOST_TEXT]
    told |= {
        "title": _own_title(memory),
        "entities": [
            without_empties({"name": one.name, "type": one.type, "aliases": one.aliases})
            for one in memory.entities
        ],
        "states": [_state(one, short) for one in memory.states],
        "relations": [_relation(one, short) for one in memory.relations],
        "links": [_link(memory, one, short) for one in memory.links],
    }
    cut = len(memory.text) - MOST_TEXT
    more = f"{cut:,} more characters" if cut > 0 else ""
    return MemoryAnswer(
        done=done,
        warnings=memory.warnings,
        notes=lean(memory.notes, short),
        memory=without_empties(told),
        more=more,
    )


def _part(row: Any, names: Sequence[str], short: Shorten) -> dict[str, Any]:
    told = lean(row, short)
    kept = {name: told[name] for name in names if name in told}
    return {name: value for name, value in kept.items() if (name, value) not in UNIT}


def _state(row: Any, short: Shorten) -> dict[str, Any]:
    told = _part(row, ("id", "kind", "predicate", "value", "body", *DATES, "confidence"), short)
    return told | ({"subject": row.subject.name} if row.subject else {})


def _relation(row: Any, short: Shorten) -> dict[str, Any]:
    told = _part(row, ("type", "reason", "valid_from", "valid_to", "confidence"), short)
    return {"source": row.source.name, **told, "target": row.target.name}


def _link(memory: MemoryOut, link: StoredLink, short: Shorten) -> dict[str, Any]:
    """Return a link as seen from this memory: with the other end and its title."""
    told = _part(link, ("id", "type", "weight", "reason"), short)
    is_out = link.source_id == memory.id
    other = ("target_id", link.target_id) if is_out else ("source_id", link.source_id)
    return {
        **told,
        other[0]: short(other[1]),
        "title": link.target_title if is_out else link.source_title,
    }


class RelatedLine(MemoryLine):
    """A related memory, and how it hangs together with the one before it."""

    group: str
    links: list[str] = Field(default_factory=list)


class RelatedAnswer(Answer):
    """The neighbors of a memory."""

    note: str = ""
    found: str = ""
    related: list[RelatedLine] = Field(default_factory=list)
    more: str = ""


GROUPS = {
    "linked": "linked",
    "earlier": "it grew out of",
    "later": "grew out of it",
    "by_tag": "same tag",
    "by_context": "same context",
}


def related_answer(related: RelatedOut, short: Shorten) -> RelatedAnswer:
    """Return neighbors by kind of connection, each with its links."""
    rows = [
        _related(member, name, short)
        for group, name in GROUPS.items()
        for member in getattr(related, group)
    ]
    if not rows:
        return RelatedAnswer(found="Nothing is connected to this memory yet.")
    kept = fitting(rows)
    return RelatedAnswer(note=DATA_NOTE, related=kept, more=more_than(kept, rows))


def _related(member: RelatedMemory, group: str, short: Shorten) -> RelatedLine:
    line = memory_line(member.memory, short)
    reason = one_line(member.reason) if not member.links else ""
    links = list(_ways(member, short))
    return RelatedLine(**{**dict(line), "why": reason}, group=group, links=links)


def _ways(member: RelatedMemory, short: Shorten) -> Iterator[str]:
    """Draw each link as an arrow from the memory before it, which is “start” one step away."""
    before = "start" if len(member.path) <= 2 else ""
    for link in member.links:
        way = arrow(link.type, link.direction)
        told = [f"{before or short(link.from_id)} {way} it"]
        if link.weight != 1:
            told.append(f"weight {link.weight:.2f}")
        if link.reason:
            told.append(f"“{one_line(link.reason)}”")
        yield " · ".join(told)


def arrow(link_type: str, direction: str) -> str:
    """Draw a link as an arrow from or to the text before it."""
    arrows = {"outgoing": ("—", "→"), "incoming": ("←", "—"), "both": ("—", "—")}
    tail, point = arrows[direction]
    return f"{tail}{one_line(link_type)}{point}"
