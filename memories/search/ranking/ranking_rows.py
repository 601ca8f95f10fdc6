"""Read the columns of candidates that ranking needs, each in one statement.

Plain SQL: the ORM takes longer to build such a statement than SQLite to run it.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection

from memories.models import findable_sql

FACTS = f"""
    SELECT id, user_id, memory_type, created_at, importance_score, usage_count, pinned, trust
    FROM memories m
    WHERE id IN (SELECT value FROM json_each(%s)) AND user_id IN (SELECT value FROM json_each(%s))
      AND {findable_sql("m")}
"""
SUCCESSORS = """
    SELECT dst_memory_id, src_memory_id FROM memory_links
    WHERE dst_memory_id IN (SELECT value FROM json_each(%s)) AND relation_type = 'supersedes'
      AND validation_status <> 'rejected'
    ORDER BY src_memory_id
"""


@dataclass(frozen=True, slots=True)
class RankingRow:
    """The columns of a memory that its score depends on."""

    pk: int
    user_id: str
    memory_type: str
    created_at: datetime
    importance_score: float
    usage_count: int
    pinned: bool
    trust: str


def read_ranking_rows(memory_ids: Collection[int], user_ids: Sequence[str]) -> list[RankingRow]:
    """Return the rows of those memories that are findable and in these spaces."""
    with connection.cursor() as cursor:
        cursor.execute(FACTS, [json.dumps(list(memory_ids)), json.dumps(list(user_ids))])
        return [
            RankingRow(
                pk, space, kind, said_at.replace(tzinfo=UTC), importance, uses, bool(pin), trust
            )
            for pk, space, kind, said_at, importance, uses, pin, trust in cursor.fetchall()
        ]


def successors(memory_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return (superseded, successor) pairs of memories, older successors first."""
    with connection.cursor() as cursor:
        cursor.execute(SUCCESSORS, [json.dumps(list(memory_ids))])
        return [(int(old), int(new)) for old, new in cursor.fetchall()]
