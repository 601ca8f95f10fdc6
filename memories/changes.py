"""What a journal entry changed, field by field, with texts compared word by word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from entities.models import EntityType

from .models import Revision

# What follows from other fields, or is kept by the program itself.
DERIVED = frozenset(
    {
        "id", "updated_at", "content_hash", "language", "usage_count", "last_used_at",
        "decay_score", "summary_text", "micro_summary", "about_time_confidence",
    }
)  # fmt: skip
# One token: a Latin word, a run of spaces, or a single other character (as in Japanese).
TOKEN = re.compile(r"[A-Za-z0-9_'’]+|\s+|.", re.DOTALL)
LABELS = EntityType.LABELS
COMPARED = frozenset({"raw_text", "title", "assistant_text"})
CONTEXT_LENGTH = 40
LONGEST_COMPARED = 6_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that stayed, was added or was removed."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after; ``pieces`` where its text can be compared."""

    field: str
    before: Any
    after: Any
    pieces: tuple[Piece, ...] = ()


def changes_of(revision: Revision) -> list[FieldChange]:
    """Return the fields that a revision changed; none for a creation or an erased payload.

    The first time that a person renames a shared type is shown as the change that it is to them.
    """
    before, after = revision.before, revision.after
    if after and not before and after.get("renames_id"):
        return [FieldChange(name, "", after[name]) for name in LABELS if after.get(name)]
    if not before or not after:
        return []
    changed = [name for name in after if name not in DERIVED and before.get(name) != after[name]]
    if "raw_text" in changed and "title" in changed:
        changed.remove("title")
    return [_change(name, before.get(name), after[name]) for name in changed]


def _change(name: str, before: Any, after: Any) -> FieldChange:
    if name in COMPARED and len(before or "") + len(after or "") <= LONGEST_COMPARED:
        return FieldChange(name, before, after, tuple(_pieces(before or "", after or "")))
    return FieldChange(name, before, after)


def _pieces(before: str, after: str) -> Iterator[Piece]:
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield Piece(
                "same", _shortened("".join(old[a:b]), is_first=a == 0, is_last=b == len(old))
            )
            continue
        if a < b:
            yield Piece("removed", "".join(old[a:b]))
        if c < d:
            yield Piece("added", "".join(new[c:d]))


def _shortened(text: str, *, is_first: bool, is_last: bool) -> str:
    """Keep what surrounds a change, not the whole text."""
    head = "" if is_first else text[:CONTEXT_LENGTH]
    tail = "" if is_last else text[-CONTEXT_LENGTH:]
    return text if len(text) <= 2 * CONTEXT_LENGTH + 1 else f"{head} … {tail}"
