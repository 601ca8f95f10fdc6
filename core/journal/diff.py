"""Differences between two snapshots of one row, for people."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from core.journal import registry
from core.models import Revision

# Columns that the program maintains in every table.
MAINTAINED = frozenset({"id", "updated_at"})
# One token: a Latin word, a run of spaces, or a single other character (as in Japanese).
TOKEN = re.compile(r"[A-Za-z0-9_'’]+|\s+|.", re.DOTALL)
CONTEXT_LENGTH = 40
LONGEST_COMPARED = 6_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that stayed, was added or was removed."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after; ``pieces`` if its text can be compared."""

    field: str
    before: Any
    after: Any
    pieces: tuple[Piece, ...] = ()


def changes_of(revision: Revision) -> list[FieldChange]:
    """Return the changed fields of a revision; no fields for an erased payload.

    For a new row, only the fields that its model shows.
    """
    before, after = revision.before, revision.after
    known = registry.find(revision.target_type)
    if known is None or not after:
        return []
    if not before:
        shown = known.shown_when_new(after)
        return [FieldChange(name, "", after[name]) for name in shown if after.get(name)]
    changed = [
        name
        for name in after
        if name not in MAINTAINED and name not in known.derived and before.get(name) != after[name]
    ]
    return [
        _change(name, before.get(name), after[name], is_text=name in known.texts)
        for name in changed
        if known.follows.get(name) not in changed
    ]


def _change(name: str, before: Any, after: Any, *, is_text: bool) -> FieldChange:
    if is_text and len(before or "") + len(after or "") <= LONGEST_COMPARED:
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
    """Shorten unchanged text to the context of a change."""
    head = "" if is_first else text[:CONTEXT_LENGTH]
    tail = "" if is_last else text[-CONTEXT_LENGTH:]
    return text if len(text) <= 2 * CONTEXT_LENGTH + 1 else f"{head} … {tail}"
