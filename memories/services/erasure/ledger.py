"""What was forgotten, by ids alone, so that a restored backup does not bring it back.

The journal holds it, and a file beside the database does: a database that is lost takes its journal
along.
"""

import hashlib
import json
import logging
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from core.caller import base_user_of
from core.models import Action, Revision
from memories.models import Memory

from .plan import ErasurePlan

logger = logging.getLogger(__name__)
FILE = "forgotten.jsonl"
BATCH = 500
# Rows that an erasure removes only if it removes the names that nothing else uses.
NAMING = ("entity", "entityalias", "tag", "context", "session")


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
class ErasedPerson:
    """A person who was erased with everything, by the digest of the name."""

    digest: str
    joined_at: datetime
    erased_at: datetime


def digest_of(person: str) -> str:
    """Return what stands for the name of an erased person."""
    return hashlib.sha256(f"{person}#erased".encode()).hexdigest()


def note_person(erased: ErasedPerson) -> None:
    """Note an erased person in the file, and drop the lines that name the person.

    Raises:
        OSError: the file cannot be read or written; without it a restored backup would bring the
            person back.
    """
    directory = Path(settings.DATA_DIR)
    told = _told(directory)
    others = {one for one in told if isinstance(one, Erasure)}
    others = {one for one in others if digest_of(one.person) != erased.digest}
    people = {*(one for one in told if isinstance(one, ErasedPerson)), erased}
    path = directory / FILE
    draft = path.with_name(f"{FILE}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    lines = [*(_line_of_person(one) for one in people), *(_line_of(one) for one in others)]
    _write(draft, os.O_EXCL, lines)
    draft.replace(path)


def keep_people(directory: Path, people: set[ErasedPerson]) -> None:
    """Have all of these people in the file of a data directory."""
    missing = people - read_people(directory)
    if missing:
        _write(directory / FILE, os.O_APPEND, [_line_of_person(one) for one in missing])


def read_people(directory: Path) -> set[ErasedPerson]:
    """Return the people whom the file of a data directory says to be erased."""
    with suppress(OSError):
        return {one for one in _told(directory) if isinstance(one, ErasedPerson)}
    return set()


def held_at(directory: Path, moments: Iterable[datetime]) -> set[datetime]:
    """Return at which of these moments something was stored that is forgotten now.

    A backup of such a moment still holds it. Told by the file of a data directory.
    """
    spans = [
        (one.stored_at, one.erased_at)
        for one in read_file(directory)
        if one.stored_at and one.erased_at
    ]
    spans += [(one.joined_at, one.erased_at) for one in read_people(directory)]
    return {at for at in moments if any(start <= at < end for start, end in spans)}


def note_in_file(plan: ErasurePlan, *, with_names: bool) -> None:
    """Append forgotten memories to the file; a failure is logged, since the journal holds them too."""
    change = plan.change.change_id
    told = [
        Erasure(one.base_user, one.uid, change, with_names, one.recorded_at, plan.now)
        for one in plan.memories
    ]
    directory = Path(settings.DATA_DIR)
    try:
        _append(directory, told)
    except OSError as error:
        path = directory / FILE
        logger.warning("%s: what was forgotten could not be noted: %s", path, error.strerror)


def keep(directory: Path, erasures: set[Erasure]) -> None:
    """Have all of these in the file of a data directory: a restored journal may lack them."""
    _append(directory, erasures - read_file(directory))


def _append(directory: Path, erasures: Iterable[Erasure]) -> None:
    if lines := [_line_of(one) for one in erasures]:
        _write(directory / FILE, os.O_APPEND, lines)


def _line_of(one: Erasure) -> str:
    times = {
        name: at.isoformat()
        for name, at in (("stored_at", one.stored_at), ("erased_at", one.erased_at))
        if at
    }
    told = {"person": one.person, "memory": str(one.memory), "change": str(one.change)}
    return json.dumps({**told, "with_names": one.with_names, **times})


def _line_of_person(one: ErasedPerson) -> str:
    times = {"joined_at": one.joined_at.isoformat(), "erased_at": one.erased_at.isoformat()}
    return json.dumps({"digest": one.digest, **times})


def _write(path: Path, flag: int, lines: Iterable[str]) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | flag, 0o600)
    # After a line that a crash cut off: what is added must not be lost with it.
    start = "\n" if flag & os.O_APPEND and _is_cut_off(path) else ""
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(start + "".join(f"{line}\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def _is_cut_off(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read(1) not in (b"", b"\n")


def read_file(directory: Path) -> set[Erasure]:
    """Return what the file of a data directory holds; lines that cannot be read are left out."""
    with suppress(OSError):
        return {one for one in _told(directory) if isinstance(one, Erasure)}
    return set()


def damaged_lines(directory: Path) -> list[int]:
    """Return the numbers of the lines of the file that say nothing: a restore does not know them.

    Raises:
        OSError: the file is there and cannot be read.
    """
    return [number for number, one in enumerate(_told(directory), start=1) if one is None]


def _told(directory: Path) -> list[Erasure | ErasedPerson | None]:
    try:
        lines = (directory / FILE).read_text("utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    # A line ends with a line feed, so the last part is empty, or was cut off by a crash.
    return [_read(line) for line in (lines if lines[-1] else lines[:-1])]


def _read(line: str) -> Erasure | ErasedPerson | None:
    with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Lines are written in ASCII: anything else is damage, and would name somebody else.
        told = json.loads(line) if line.isascii() else {}
        return _person_of(told) if "digest" in told else _of_line(told)
    return None


def _person_of(told: Any) -> ErasedPerson:
    joined_at, erased_at = (
        datetime.fromisoformat(told[name]) for name in ("joined_at", "erased_at")
    )
    return ErasedPerson(str(told["digest"]), joined_at, erased_at)


def _of_line(told: Any) -> Erasure:
    stored_at, erased_at = (
        datetime.fromisoformat(told[name]) if told.get(name) else None
        for name in ("stored_at", "erased_at")
    )
    person, names = str(told["person"]), bool(told["with_names"])
    ids = UUID(told["memory"]), UUID(told["change"])
    return Erasure(person, *ids, names, stored_at, erased_at)


def read_journal() -> set[Erasure]:
    """Return what the journal of the database says was forgotten."""
    erased = Revision.objects.filter(action=Action.ERASE)
    with_names = set(erased.filter(target_type__in=NAMING).values_list("change_id", flat=True))
    rows = erased.filter(target_type="memory").values_list("user_id", "target_id", "change_id")
    return {
        Erasure(base_user_of(user_id), UUID(uid), change, change in with_names)
        for user_id, uid, change in rows.iterator()
    }


def returned(later: Iterable[Erasure]) -> dict[tuple[str, bool], list[UUID]]:
    """Return the stored memories that were forgotten later, by person and whether names go too.

    What the journal of this database knows to be forgotten was saved again since then, and stays.
    """
    known = {(one.memory, one.change) for one in read_journal()}
    found: dict[tuple[str, bool], list[UUID]] = defaultdict(list)
    news = {one.memory: one for one in later if (one.memory, one.change) not in known}
    for uid, user_id in _stored(sorted(news)):
        if base_user_of(user_id) == news[uid].person:
            found[news[uid].person, news[uid].with_names].append(uid)
    return dict(found)


def _stored(ids: Sequence[UUID]) -> Iterator[tuple[UUID, str]]:
    for start in range(0, len(ids), BATCH):
        rows = Memory.objects.filter(uid__in=ids[start : start + BATCH])
        yield from rows.values_list("uid", "user_id")
