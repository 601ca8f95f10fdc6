"""Columns of documents: growable arrays, and the 56 bytes of facts per document."""

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag
from hashlib import blake2s
from typing import Any, Self
from zlib import crc32

import numpy as np
from numpy.typing import DTypeLike, NDArray

from memories.models import Memory, State
from nlp.names.spelling import look_up_key
from nlp.readers import PERSON
from nlp.text.sentences import FIRST_PERSON
from nlp.text.tokens import fold

# Up to so many values, comparing with each is faster than sorting both sides.
FEW_WANTED = 24


def one_of(values: NDArray[Any], wanted: Collection[int] | NDArray[Any]) -> NDArray[np.bool_]:
    """Return which values are among a few wanted ones: `numpy.isin`, without its overhead."""
    if len(wanted) > FEW_WANTED:
        return np.isin(values, np.asarray(list(wanted)))
    found = np.zeros(np.shape(values), dtype=np.bool_)
    for value in wanted:
        found |= values == value
    return found


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Return the values once each, ascending: `numpy.unique`, without its overhead."""
    ascending = np.sort(values)
    is_first = np.ones(len(ascending), dtype=np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return ascending[is_first]


class GrowableArray:
    """An array with spare capacity; earlier views stay valid."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        self._room: NDArray[Any] = np.empty((0, width) if width else 0, dtype=dtype)
        self._used = 0

    def append(self, values: NDArray[Any]) -> None:
        """Add rows at the end."""
        needed = self._used + len(values)
        if needed > len(self._room):
            shape = (max(needed, len(self._room) * 5 // 4), *self._room.shape[1:])
            grown = np.empty(shape, dtype=self._room.dtype)
            grown[: self._used] = self._room[: self._used]
            self._room = grown
        self._room[self._used : needed] = values
        self._used = needed

    @property
    def values(self) -> NDArray[Any]:
        """The rows so far; a view."""
        return self._room[: self._used]

    @property
    def nbytes(self) -> int:
        """Bytes in memory, the room to grow included."""
        return self._room.nbytes

    def __len__(self) -> int:
        return self._used


Items = NDArray[np.int64]
# Items in their order, and the newest document of each.
Sorted = tuple[Items, Items]
NO_DOCUMENT = -1
# The most items that wait outside the sorted bulk; more are merged into it.
RECENT = 5_000


class ItemPositions:
    """Maps items to their newest documents: a sorted bulk, and small arrays of recent items."""

    def __init__(self) -> None:
        empty = np.empty(0, dtype=np.int64)
        self._bulk: Sorted = (empty, empty)
        self._recent: Sorted = (empty, empty)

    @classmethod
    def of(cls, items: Items, documents: Items) -> Self:
        """Map each of these items, which are all different, to its document."""
        made, order = cls(), np.argsort(items)
        made._bulk = (items[order], documents[order])
        return made

    def add(self, items: Items, first: int) -> None:
        """Add ``items`` as documents ``first``, ``first + 1`` and so on."""
        documents = np.arange(first, first + len(items), dtype=np.int64)
        recent = _newest(self._recent, (items, documents))
        if len(recent[0]) > RECENT:
            # Replace the bulk first: a concurrent reader takes recent items first.
            self._bulk = _newest(self._bulk, recent)
            recent = (items[:0], documents[:0])
        self._recent = recent

    def find(self, items: Items) -> Items:
        """Return the documents of items, or ``UNKNOWN``."""
        recent = _found(self._recent, items)
        return np.where(recent == NO_DOCUMENT, _found(self._bulk, items), recent)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return sum(column.nbytes for column in (*self._bulk, *self._recent))


def _newest(older: Sorted, newer: Sorted) -> Sorted:
    items, documents = (np.concatenate(pair) for pair in zip(newer, older, strict=True))
    known, first = np.unique(items, return_index=True)
    return known, documents[first]


def _found(known: Sorted, items: Items) -> Items:
    names, documents = known
    if not len(names):
        return np.full(len(items), NO_DOCUMENT, dtype=np.int64)
    at = np.minimum(np.searchsorted(names, items), len(names) - 1)
    return np.where(names[at] == items, documents[at], NO_DOCUMENT)


FACTS = np.dtype(
    [
        ("session", "<i8"),
        ("speaker", "<i8"),
        ("said_at", "<f8"),
        ("about_from", "<f8"),
        ("about_to", "<f8"),
        ("fingerprint", "<i8"),
        ("length", "<u4"),
        ("marks", "<u4"),
    ]
)
# The same as columns by name, for scans over one fact of all documents.
FactColumns = Mapping[str, NDArray[Any]]
UNKNOWN = math.nan

QUESTION = re.compile(r"(?:[?？]|(?:です|ます|でしょう|ました|ません|たの|るの|いの)か[。.]?)\s*$")
CJK_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
WORD = re.compile(r"[^\W_]+")


class Mark(IntFlag):
    """Flags that follow from a text by simple patterns."""

    QUESTION = 1
    FIRST_PERSON = 2
    DATED = 4
    CJK = 8


@dataclass(frozen=True, slots=True)
class TextFacts:
    """The facts that follow from a text alone."""

    fingerprint: int
    length: int
    marks: Mark

    @classmethod
    def of(cls, text: str) -> "TextFacts":
        """Read the facts of a text; takes 10 ms for 30,000 characters."""
        return cls(fingerprint(text), length_of(text), marks_of(text))


def facts_of(memory: Memory, text: TextFacts | None = None) -> bytes:
    """Return the facts of a memory as they are stored; ``text`` saves reading its text again."""
    text = text or TextFacts.of(memory.raw_text)
    row = np.zeros(1, dtype=FACTS)
    row["session"] = number(memory.session_id)
    row["speaker"] = speaker_number(memory.speaker)
    row["said_at"] = memory.created_at.timestamp()
    row["about_from"] = _seconds(memory.about_start)
    row["about_to"] = _seconds(memory.about_end or memory.about_start)
    row["fingerprint"], row["length"], row["marks"] = text.fingerprint, text.length, text.marks
    return row.tobytes()


def facts_of_state(state: State, text: str) -> bytes:
    """Return the stored facts of a state; its validity is the time that it is about."""
    row = np.zeros(1, dtype=FACTS)
    row["said_at"] = state.recorded_at.timestamp()
    row["about_from"] = _seconds(state.valid_from)
    row["about_to"] = _seconds(state.valid_to or state.valid_from)
    read = TextFacts.of(text)
    row["fingerprint"], row["length"], row["marks"] = read.fingerprint, read.length, read.marks
    return row.tobytes()


def number(text: str) -> int:
    """Return a 63-bit number for a text; 0 for none."""
    digest = blake2s(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1 if text else 0


def fingerprint(text: str) -> int:
    """Return a hash of a text that ignores width, case, kana and punctuation."""
    return number(" ".join(WORD.findall(fold(text)))) or number(text)


def speaker_number(name: str) -> int:
    """Return the number of a speaker: one for 田中 and 田中さん; 0 if the name is blank."""
    return name_number(look_up_key(name, PERSON)) if name.strip() else 0


def name_number(key: str) -> int:
    """Return the number of a name's look-up key."""
    return crc32(key.encode())


def _seconds(moment: datetime | None) -> float:
    return moment.timestamp() if moment else UNKNOWN


def length_of(text: str) -> int:
    """Return how much a text says, in words; two CJK characters count as one word."""
    characters = len(CJK_CHARACTER.findall(text))
    return len(WORD.findall(CJK_CHARACTER.sub(" ", text))) + (characters + 1) // 2


def marks_of(text: str) -> Mark:
    """Return the marks of a text."""
    marks = Mark(0)
    if QUESTION.search(text):
        marks |= Mark.QUESTION
    if FIRST_PERSON.search(text):
        marks |= Mark.FIRST_PERSON
    if says_when(text):
        marks |= Mark.DATED
    if is_cjk(text):
        marks |= Mark.CJK
    return marks


def is_cjk(text: str) -> bool:
    """Whether a text is written in Japanese, Chinese or Korean, as far as characters tell."""
    return bool(CJK_CHARACTER.search(text))


TIME_WORD = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|week|weekend|month|years?|recently|since"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august"
    r"|september|october|november|december|morning|evening|just)\b"
    r"|昨日|今日|明日|きのう|きょう|あした|一昨日|おととい|明後日|あさって|先[週月日年]|今[週月年朝晩夜]"
    r"|来[週月年]|去年|昨年|[年月日週]前|\d[年月日時]|[月火水木金土日]曜|週末|最近|以来",
    re.IGNORECASE,
)


def says_when(text: str) -> bool:
    """Whether a text holds a word of time; a quick test, not a reading of it."""
    return bool(TIME_WORD.search(fold(text)))
