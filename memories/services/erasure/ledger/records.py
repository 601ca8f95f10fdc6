"""What is noted of an erasure, and the lines of the file that say so."""

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

# The kind of a noted search; other kinds are those of the journal.
SEARCH = "retrievalrun"


@dataclass(frozen=True, slots=True)
class Erasure:
    """One memory that one change forgot; ``with_names`` if the names only it used went too.

    Backups made from ``stored_at`` on until ``erased_at`` hold it; the journal alone does not know.
    """

    person: str
    memory: UUID
    change: UUID
    with_names: bool
    stored_at: datetime | None = field(default=None, compare=False)
    erased_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ErasedName:
    """A row with a name, or a search, that one change erased since no memory used it any more.

    ``stored_at`` tells it from a later row with the same number.
    """

    person: str
    kind: str
    row: str
    change: UUID
    stored_at: datetime | None = field(default=None, compare=False)
    erased_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """A person who was erased with everything, by the digest of the name."""

    digest: str
    joined_at: datetime
    erased_at: datetime


Entry = Erasure | ErasedName | ErasedPerson


def digest_of(person: str) -> str:
    """Return what stands for the name of an erased person."""
    return hashlib.sha256(f"{person}#erased".encode()).hexdigest()


def line_of(one: Entry) -> str:
    """Return the line that says this."""
    match one:
        case ErasedPerson():
            told: dict[str, Any] = {"digest": one.digest}
            times = {"joined_at": one.joined_at, "erased_at": one.erased_at}
        case ErasedName():
            told = {"person": one.person, "kind": one.kind, "row": one.row}
            told["change"] = str(one.change)
            times = _times(one)
        case Erasure():
            told = {"person": one.person, "memory": str(one.memory), "change": str(one.change)}
            told["with_names"] = one.with_names
            times = _times(one)
    return json.dumps({**told, **{name: at.isoformat() for name, at in times.items()}})


def _times(one: Erasure | ErasedName) -> dict[str, datetime]:
    times = (("stored_at", one.stored_at), ("erased_at", one.erased_at))
    return {name: at for name, at in times if at}


def read_line(line: str) -> Entry | None:
    """Return what a line says; None if it says nothing."""
    with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Lines are written in ASCII: anything else is damage, and would name somebody else.
        told = json.loads(line) if line.isascii() else {}
        if "digest" in told:
            joined_at, erased_at = (_time(told, name) for name in ("joined_at", "erased_at"))
            return ErasedPerson(str(told["digest"]), joined_at, erased_at)
        person, change = str(told["person"]), UUID(told["change"])
        times = [
            _time(told, name) if told.get(name) else None for name in ("stored_at", "erased_at")
        ]
        if "kind" in told:
            return ErasedName(person, str(told["kind"]), str(told["row"]), change, *times)
        return Erasure(person, UUID(told["memory"]), change, bool(told["with_names"]), *times)
    return None


def _time(told: dict[str, Any], name: str) -> datetime:
    return datetime.fromisoformat(told[name])
