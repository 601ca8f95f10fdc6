"""Folding of hits that say the same: one is shown, the others are counted."""

import json
from collections.abc import Sequence
from dataclasses import replace

from django.db import connection

from memories.index.items import encode
from memories.models import findable_sql
from memories.search.candidates.search_context import SearchContext

from .final_score import Ranked

# What is folded into a memory, or into what is folded into it, as far as it may be recalled.
# CROSS JOIN: SQLite would read the memories first otherwise.
COLLAPSED_INTO = f"""
    WITH RECURSIVE held(canonical, id) AS (
        SELECT value, value FROM json_each(%s)
        UNION
        SELECT held.canonical, m.id FROM held CROSS JOIN memories m ON m.canonical_id = held.id
        WHERE {findable_sql("m", consolidated_flag=True)}
    )
    SELECT canonical, id FROM held WHERE id <> canonical ORDER BY id
"""


def collapse_duplicates(search: SearchContext, best: Sequence[Ranked]) -> list[Ranked]:
    """Keep the best of memories with the same words by the same speaker in one space.

    The same but for width, case, kana and punctuation: texts that are merely alike
    may differ in the one number or name that matters (SPEC §5), and are both shown.
    What was folded into a hit for good is out of search; it is counted with the hit.
    """
    first: dict[tuple[int, ...], int] = {}
    kept: list[Ranked] = []
    for hit in best:
        at = first.setdefault(_fingerprint(search, hit.pk), len(kept))
        if at == len(kept):
            kept.append(hit)
        else:
            kept[at] = replace(kept[at], folded=(*kept[at].folded, hit.pk))
    return _with_stored(kept, search.request.limit)


def _with_stored(hits: list[Ranked], shown: int) -> list[Ranked]:
    held = collapsed_into([pk for hit in hits[:shown] for pk in (hit.pk, *hit.folded)])
    if not held:
        return hits
    return [
        replace(
            hit,
            folded=(
                *hit.folded,
                *(pk for own in (hit.pk, *hit.folded) for pk in held.get(own, ())),
            ),
        )
        for hit in hits
    ]


def collapsed_into(memory_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return the memories that are folded into each of these, through chains, in one statement."""
    if not memory_ids:
        return {}
    held: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(COLLAPSED_INTO, [json.dumps(list(memory_ids))])
        for canonical, pk in cursor.fetchall():
            held.setdefault(int(canonical), []).append(int(pk))
    return held


def _fingerprint(search: SearchContext, pk: int) -> tuple[int, ...]:
    """Return what marks hits that say the same; a linked memory without words is by itself."""
    if (place := search.places.get(encode(pk))) is None:
        return (pk,)
    scored, at = place
    document = scored.features.documents[at]
    facts = search.bounds.views[scored.space].documents.facts
    return scored.space, int(facts["speaker"][document]), int(facts["fingerprint"][document])
