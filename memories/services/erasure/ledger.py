"""What was forgotten, by ids alone, so that a restored backup does not bring it back.

The journal holds it, and a file beside the database does: a database that is lost takes its journal
along.
"""

import json
import logging
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
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
    """One memory that one change forgot; ``with_names`` if the names only it used went too."""

    person: str
    memory: UUID
    change: UUID
    with_names: bool


def note_in_file(plan: ErasurePlan, *, with_names: bool) -> None:
    """Append forgotten memories to the file; a failure is logged, since the journal holds them too."""
    change = plan.change.change_id
    told = [Erasure(one.base_user, one.uid, change, with_names) for one in plan.memories]
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
    lines = [
        json.dumps({**asdict(one), "memory": str(one.memory), "change": str(one.change)})
        for one in erasures
    ]
    if not lines:
        return
    descriptor = os.open(directory / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def read_file(directory: Path) -> set[Erasure]:
    """Return what the file of a data directory holds; lines that cannot be read are left out."""
    try:
        lines = (directory / FILE).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    found: set[Erasure] = set()
    for line in lines:
        # A crash may have cut a line: the journal has what stood in it.
        with suppress(ValueError, KeyError, TypeError):
            found.add(_of_line(json.loads(line)))
    return found


def _of_line(told: Any) -> Erasure:
    return Erasure(
        str(told["person"]), UUID(told["memory"]), UUID(told["change"]), bool(told["with_names"])
    )


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
