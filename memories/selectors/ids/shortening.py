"""Shorten the ids of an answer to beginnings that one row only has."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from uuid import UUID

from django.db.models import Q

from memories.index.ids import ids_within

USUAL, WHOLE = 8, 32
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


def _stored_alike(ids: Collection[UUID]) -> list[UUID]:
    """Return the memories, states and entities whose ids begin so, in one query."""
    beginnings = sorted({uid.hex[:USUAL] for uid in ids})
    return ids_within([_ends(beginning) for beginning in beginnings]) if beginnings else []


def _ends(prefix: str) -> tuple[UUID, UUID]:
    """Return the first and the last id that begin so."""
    return UUID(prefix.ljust(WHOLE, "0")), UUID(prefix.ljust(WHOLE, "f"))


def between(column: str, prefix: str) -> Q:
    """Return the condition of ids that begin so."""
    return Q(**{f"{column}__range": _ends(prefix)})


def distinct_length(ids: Collection[str]) -> int:
    """Return how many characters tell these ids apart, eight at least."""
    return next(
        length
        for length in range(USUAL, WHOLE + 1)
        if len({uid[:length] for uid in ids}) == len(set(ids))
    )
