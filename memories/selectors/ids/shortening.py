"""Shorten the ids of an answer to beginnings that one row only has."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from uuid import UUID

from django.db import connection
from django.db.models import Q

USUAL, WHOLE = 8, 32
# As one statement, since every answer to an assistant needs it: to compile a condition of dozens of
# ids took a fifth of a search. CROSS JOIN, so that SQLite begins with the few ranges.
ALIKE = """
    WITH asked(first, last) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(%s))
    SELECT m.uid FROM asked CROSS JOIN memories m ON m.uid BETWEEN asked.first AND asked.last
    UNION ALL
    SELECT s.uid FROM asked CROSS JOIN state s ON s.uid BETWEEN asked.first AND asked.last
    UNION ALL
    SELECT e.entity_id
    FROM asked CROSS JOIN entities e ON e.entity_id BETWEEN asked.first AND asked.last
"""
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
    """Yield the memories, states and entities whose ids begin so, in one query."""
    if not ids:
        return
    beginnings = {uid.hex[:USUAL] for uid in ids}
    ranges = [_ends(beginning) for beginning in sorted(beginnings)]
    with connection.cursor() as cursor:
        cursor.execute(ALIKE, [json.dumps(ranges)])
        for (uid,) in cursor.fetchall():
            yield UUID(uid)


def _ends(prefix: str) -> tuple[str, str]:
    """Return the first and the last id that begin so, as the database holds them."""
    return prefix.ljust(WHOLE, "0"), prefix.ljust(WHOLE, "f")


def between(column: str, prefix: str) -> Q:
    """Return the condition of ids that begin so."""
    first, last = _ends(prefix)
    return Q(**{f"{column}__range": (UUID(first), UUID(last))})


def distinct_length(ids: Collection[str]) -> int:
    """Return how many characters tell these ids apart, eight at least."""
    return next(
        length
        for length in range(USUAL, WHOLE + 1)
        if len({uid[:length] for uid in ids}) == len(set(ids))
    )
