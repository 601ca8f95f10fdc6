"""The file beside the database that says what was forgotten."""

import logging
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings

from core.journal import target_id
from memories.models import RetrievalRun
from memories.services.erasure.plan import ErasurePlan

from .records import (
    SEARCH,
    Entry,
    ErasedName,
    ErasedPerson,
    Erasure,
    digest_of,
    line_of,
    read_line,
)

logger = logging.getLogger(__name__)
FILE = "forgotten.jsonl"


def note_person(erased: ErasedPerson) -> None:
    """Note an erased person in the file, and drop the lines that name the person.

    Raises:
        OSError: the file cannot be read or written; without it a restored backup would bring the
            person back.
    """
    directory = Path(settings.DATA_DIR)
    told = {one for one in _told(directory) if one is not None}
    kept = {
        one
        for one in told
        if isinstance(one, ErasedPerson) or digest_of(one.person) != erased.digest
    }
    path = directory / FILE
    draft = path.with_name(f"{FILE}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    _write(draft, os.O_EXCL, {*kept, erased})
    draft.replace(path)


def keep(directory: Path, entries: Collection[Entry]) -> None:
    """Have all of these in the file of a data directory: a restored journal may lack them."""
    _append(directory, set(entries) - read_file(directory))


def read_people(directory: Path) -> set[ErasedPerson]:
    """Return the people whom the file of a data directory says to be erased."""
    return {one for one in read_file(directory) if isinstance(one, ErasedPerson)}


def read_file(directory: Path) -> set[Entry]:
    """Return what the file of a data directory holds; lines that cannot be read are left out."""
    with suppress(OSError):
        return {one for one in _told(directory) if one is not None}
    return set()


def damaged_lines(directory: Path) -> list[int]:
    """Return the numbers of the lines of the file that say nothing: a restore does not know them.

    Raises:
        OSError: the file is there and cannot be read.
    """
    return [number for number, one in enumerate(_told(directory), start=1) if one is None]


def held_at(directory: Path, moments: Iterable[datetime]) -> set[datetime]:
    """Return at which of these moments something was stored that is forgotten now.

    A backup of such a moment still holds it. Told by the file of a data directory.
    """
    spans = [
        (start, one.erased_at)
        for one in read_file(directory)
        if (start := one.joined_at if isinstance(one, ErasedPerson) else one.stored_at)
        and one.erased_at
    ]
    return {at for at in moments if any(start <= at < end for start, end in spans)}


def note_in_file(plan: ErasurePlan, *, with_names: bool) -> None:
    """Append what was forgotten to the file; a failure is logged, since the journal holds it too."""
    change = plan.change.change_id
    told: list[Entry] = [
        Erasure(one.base_user, one.uid, change, with_names, one.recorded_at, plan.now)
        for one in plan.memories
    ]
    directory = Path(settings.DATA_DIR)
    try:
        _append(directory, [*told, *_names(plan)])
    except OSError as error:
        path = directory / FILE
        logger.warning("%s: what was forgotten could not be noted: %s", path, error.strerror)


def _names(plan: ErasurePlan) -> Iterator[ErasedName]:
    """Yield the erased names, and the searches that no erased memory leads to."""
    person, change = plan.caller.base_user, plan.change.change_id
    named = plan.named
    for row in (*named.entities, *named.tags, *named.contexts, *named.sessions):
        stored_at = getattr(row, "created_at", None) or getattr(row, "started_at", None)
        kind = row._meta.model_name or ""
        yield ErasedName(person, kind, target_id(row), change, stored_at, plan.now)
    searches = [] if plan.memories else [pk for pk, _query in named.runs]
    for pk, run in RetrievalRun.objects.only("created_at").in_bulk(searches).items():
        yield ErasedName(person, SEARCH, str(pk), change, run.created_at, plan.now)


def _append(directory: Path, entries: Iterable[Entry]) -> None:
    if told := list(entries):
        _write(directory / FILE, os.O_APPEND, told)


def _write(path: Path, flag: int, entries: Iterable[Entry]) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | flag, 0o600)
    # After a line that a crash cut off: what is added must not be lost with it.
    start = "\n" if flag & os.O_APPEND and _is_cut_off(path) else ""
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(start + "".join(f"{line_of(one)}\n" for one in entries))
        file.flush()
        os.fsync(file.fileno())


def _is_cut_off(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read(1) not in (b"", b"\n")


def _told(directory: Path) -> list[Entry | None]:
    try:
        lines = (directory / FILE).read_text("utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    # A line ends with a line feed, so the last part is empty, or was cut off by a crash.
    return [read_line(line) for line in (lines if lines[-1] else lines[:-1])]
