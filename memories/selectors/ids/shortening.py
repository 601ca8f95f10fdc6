"""Shorten the ids of an answer to beginnings that one row only has."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from entities.models import Entity
from memories.models import Memory, State

USUAL, WHOLE = 8, 32
# A condition is one SQL expression, whose depth SQLite limits.
AT_ONCE = 200
Shorten = Callable[[UUID], str]


def shortener(ids: Iterable[UUID]) -> Shorten:
    """Return what writes these ids short, and any other in full."""
    short = short_ids(ids)
    return lambda uid: short.get(uid, uid.hex)


def short_ids(ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return the shortest unique beginning, of at least eight characters, of each id.

    Ids are random: eight characters nearly always do. They are unique among all people, and so
    among what anybody may see.
    """
    wanted = set(ids)
    alike: dict[str, set[str]] = defaultdict(set)
    for uid in (*_stored_alike(wanted), *wanted):
        alike[uid.hex[:USUAL]].add(uid.hex)
    return {uid: uid.hex[: distinct_length(alike[uid.hex[:USUAL]])] for uid in wanted}


def _stored_alike(ids: Collection[UUID]) -> Iterator[UUID]:
    """Yield the memories, states and entities whose ids begin so, in one query for each 200."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), AT_ONCE):
        some = ordered[start : start + AT_ONCE]
        condition = reduce(or_, (between("uid", uid.hex[:USUAL]) for uid in some))
        memories = Memory.objects.filter(condition).order_by().values_list("uid", flat=True)
        states = State.objects.filter(condition).order_by().values_list("uid", flat=True)
        condition = reduce(or_, (between("entity_id", uid.hex[:USUAL]) for uid in some))
        entities = Entity.objects.filter(condition).order_by().values_list("entity_id", flat=True)
        yield from memories.union(states, entities, all=True)


def between(column: str, prefix: str) -> Q:
    """Return the condition of ids that begin so."""
    ends = UUID(prefix.ljust(WHOLE, "0")), UUID(prefix.ljust(WHOLE, "f"))
    return Q(**{f"{column}__range": ends})


def distinct_length(ids: Collection[str]) -> int:
    """Return how many characters tell these ids apart, eight at least."""
    return next(
        length
        for length in range(USUAL, WHOLE + 1)
        if len({uid[:length] for uid in ids}) == len(set(ids))
    )
