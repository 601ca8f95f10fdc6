"""Recursive SQL over links."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from graph.link_types import REPLY_TO

MAX_DEPTH = 4
# Link types of the order of a conversation, which nearly every memory has.
ORDER_LINKS = (REPLY_TO, "same_session", "conversation_flow")
# Links are followed in both directions, except links of the order of a conversation.
_STEP = """
    SELECT link.{there}, walk.seed_id, walk.strength * link.weight * link.confidence_score * %s,
           walk.depth + 1, walk.path || link.{there} || '/'
    FROM walk JOIN memory_links link ON link.{here} = walk.memory_id
    WHERE walk.depth < %s AND instr(walk.path, '/' || link.{there} || '/') = 0
      AND link.validation_status <> 'rejected'
      AND link.relation_type NOT IN {order}
"""
# The limit stands in the statement: as a parameter it would make SQLite compile it for each search,
# which takes three times as long as following the links.
EXPAND = f"""
WITH RECURSIVE walk(memory_id, seed_id, strength, depth, path) AS (
    SELECT value, value, 1.0, 0, '/' || value || '/' FROM json_each(%s)
    UNION ALL {_STEP.format(here="src_memory_id", there="dst_memory_id", order=ORDER_LINKS)}
    UNION ALL {_STEP.format(here="dst_memory_id", there="src_memory_id", order=ORDER_LINKS)}
)
SELECT memory_id, seed_id, strength, depth, path FROM walk
WHERE depth > 0 ORDER BY strength DESC LIMIT {{limit:d}}
"""


@dataclass(frozen=True, slots=True)
class GraphPath:
    """A memory reached from a seed, with strength, number of hops and path."""

    memory_id: int
    seed_id: int
    strength: float
    depth: int
    path: tuple[int, ...]


def expand(seeds: Sequence[int], *, depth: int, decay: float, limit: int = 500) -> list[GraphPath]:
    """Return the memories linked to ``seeds`` within ``depth`` hops, the strongest first.

    Strength is the product of weight, confidence and ``decay`` of each hop.
    """
    if not seeds or depth < 1:
        return []
    with connection.cursor() as cursor:
        hops = min(depth, MAX_DEPTH)
        statement = EXPAND.format(limit=limit)
        cursor.execute(statement, [json.dumps(list(seeds)), decay, hops, decay, hops])
        return [
            GraphPath(int(pk), int(seed), float(strength), int(far), _ids(path))
            for pk, seed, strength, far, path in cursor.fetchall()
        ]


def _ids(path: str) -> tuple[int, ...]:
    return tuple(int(part) for part in path.strip("/").split("/"))
