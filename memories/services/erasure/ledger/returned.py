"""What the journal says was forgotten, and what of it a restored database holds again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from core.caller import base_user_of
from core.models import Action, Revision
from memories.models import Memory

from .records import Entry, ErasedName, Erasure

BATCH = 500
# Rows that an erasure removes only if it removes the names that nothing else uses.
NAMING = ("entity", "entityalias", "tag", "context", "session")
# Those of them that are erased again by their ids; an alias goes with what it names.
NAMED = ("entity", "tag", "context", "session")


def read_journal() -> set[Entry]:
    """Return what the journal of the database says was forgotten."""
    return {*_memories(), *_names()}


def _memories() -> Iterator[Erasure]:
    erased = Revision.objects.filter(action=Action.ERASE)
    with_names = set(erased.filter(target_type__in=NAMING).values_list("change_id", flat=True))
    rows = erased.filter(target_type="memory").values_list("user_id", "target_id", "change_id")
    for user_id, uid, change in rows.iterator():
        yield Erasure(base_user_of(user_id), UUID(uid), change, change in with_names)


def _names() -> Iterator[ErasedName]:
    rows = Revision.objects.filter(action=Action.ERASE, target_type__in=NAMED)
    made = _made_at()
    for user_id, kind, row, change in rows.values_list(
        "user_id", "target_type", "target_id", "change_id"
    ).iterator():
        yield ErasedName(base_user_of(user_id), kind, row, change, made.get((kind, row)))


def _made_at() -> dict[tuple[str, str], datetime]:
    """Return when rows with a number were created, as far as their entries tell."""
    made = Revision.objects.filter(action=Action.CREATE, target_type__in=("tag", "context"))
    rows = made.order_by("pk").values_list("target_type", "target_id", "created_at")
    return {(kind, row): at for kind, row, at in rows.iterator()}


def returned(later: Iterable[Entry]) -> dict[tuple[str, bool], list[UUID]]:
    """Return the stored memories that were forgotten later, by person and whether names go too.

    What the journal of this database knows to be forgotten was saved again since then, and stays.
    """
    known = {(one.memory, one.change) for one in _memories()}
    found: dict[tuple[str, bool], list[UUID]] = defaultdict(list)
    news = {
        one.memory: one
        for one in later
        if isinstance(one, Erasure) and (one.memory, one.change) not in known
    }
    for uid, user_id in _stored(sorted(news)):
        if base_user_of(user_id) == news[uid].person:
            found[news[uid].person, news[uid].with_names].append(uid)
    return dict(found)


def names_returned(later: Iterable[Entry]) -> dict[str, list[ErasedName]]:
    """Return the names and searches that were erased later, by person."""
    known = {(one.kind, one.row, one.change) for one in _names()}
    found: dict[str, list[ErasedName]] = defaultdict(list)
    for one in later:
        if isinstance(one, ErasedName) and (one.kind, one.row, one.change) not in known:
            found[one.person].append(one)
    return dict(found)


def _stored(ids: Sequence[UUID]) -> Iterator[tuple[UUID, str]]:
    for start in range(0, len(ids), BATCH):
        rows = Memory.objects.filter(uid__in=ids[start : start + BATCH])
        yield from rows.values_list("uid", "user_id")
