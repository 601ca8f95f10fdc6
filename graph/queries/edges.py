"""SQL of the edges at given nodes, as far as a reader may see them.

A space tests what a row may be seen by: memories by the condition of the app above, entities that
are neither merged nor rejected, and, for a reader bound to a namespace, what a memory in it says.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.db import connection

from entities.models.types import type_key
from graph.nodes import (
    CONTEXT_STRENGTH,
    MENTION_STRENGTH,
    TAG_STRENGTH,
    THREAD_STRENGTH,
    EdgeKind,
    HalfEdge,
    Node,
    NodeKind,
)
from graph.queries.evidence import supported_sql
from graph.same_as import SAME_AS

ROOTED = "({0}.namespace = %(root)s OR ({0}.namespace > %(root)s || '/' AND {0}.namespace < %(root)s || '0'))"
IN_SPACES = "{}.user_id IN (SELECT value FROM json_each(%(spaces)s))"
# An enum that is called takes ten times as long.
NODE_KINDS = {str(kind): kind for kind in NodeKind}
EDGE_KINDS = {str(kind): kind for kind in EdgeKind}
# SQLite keeps the order of CROSS JOIN: the given nodes come first, each by an index.
# An expression has no declared type, so that the driver hands times over as they are stored.
DATED = "m.created_at || '', NULL, m.recorded_at || '', NULL"
HERE = "FROM json_each(%(nodes)s) here CROSS JOIN"


@dataclass(frozen=True, slots=True)
class GraphScope:
    """What a reader may see: spaces, a namespace (empty: all), and the SQL test of a memory ``m``."""

    base_user: str
    spaces: tuple[str, ...]
    namespace: str
    memory_test: str


def half_edges(scope: GraphScope, nodes: Collection[Node]) -> dict[Node, tuple[HalfEdge, ...]]:
    """Return the edges of each node, one for each row; in one query for each kind of nodes."""
    found: dict[Node, list[HalfEdge]] = defaultdict(list)
    by_kind: dict[NodeKind, list[int | str]] = defaultdict(list)
    for node in nodes:
        by_kind[node.kind].append(node.key)
    for kind, keys in by_kind.items():
        for here, edge in _edges_of(scope, kind, keys):
            found[Node(kind, here)].append(edge)
    return {node: tuple(found.get(node, ())) for node in nodes}


def _edges_of(
    scope: GraphScope, kind: NodeKind, keys: Iterable[int | str]
) -> Iterator[tuple[int | str, HalfEdge]]:
    given = {
        "nodes": json.dumps(list(keys)),
        "spaces": json.dumps(scope.spaces),
        "root": scope.namespace,
    }
    with connection.cursor() as cursor:
        cursor.execute(_statement(kind, scope.memory_test, bool(scope.namespace)), given)
        for row in cursor:
            yield row[0], _half_edge(*row[1:])


def _half_edge(
    kind: str, key: int | str, type_id: str, direction: int, strength: float, confidence: float,
    stored: str, row: int, *times: str | None,
) -> HalfEdge:  # fmt: skip
    valid_from, valid_to, recorded_at, superseded_at = times
    return HalfEdge(
        Node(NODE_KINDS[kind], key), type_key(type_id), direction, strength, confidence,
        EDGE_KINDS[stored], row, valid_from, valid_to, recorded_at or "", superseded_at,
    )  # fmt: skip


@lru_cache(maxsize=32)
def _statement(kind: NodeKind, memory_test: str, is_rooted: bool) -> str:
    """Return the SELECT of the edges of one kind of nodes."""
    memory = f"{memory_test} AND {IN_SPACES.format('m')}"
    if is_rooted:
        memory += f" AND {ROOTED.format('m')}"
    makers = {
        NodeKind.MEMORY: lambda: _of_memories(memory),
        NodeKind.ENTITY: lambda: _of_entities(memory, is_rooted=is_rooted),
        NodeKind.TAG: lambda: _of_tags(memory),
        NodeKind.CONTEXT: lambda: _of_contexts(memory),
        NodeKind.THREAD: lambda: _of_threads(memory),
    }
    return " UNION ALL ".join(makers[kind]())


def _entity_test(*, is_rooted: bool) -> str:
    test = f"e.merged_into_id IS NULL AND e.validation_status <> 'rejected' AND {IN_SPACES.format('e')}"
    if not is_rooted:
        return test
    return (
        f"{test} AND EXISTS (SELECT 1 FROM entity_memory_links x JOIN memories n ON n.id = x.memory_id"
        f" WHERE x.entity_id = e.entity_id AND {ROOTED.format('n')})"
    )


def _of_memories(memory: str) -> list[str]:
    ends = (("src_memory_id", "dst_memory_id", 1), ("dst_memory_id", "src_memory_id", -1))
    entity = _entity_test(is_rooted=False)
    return [
        *(_links(memory, here, there, way) for here, there, way in ends),
        f"""SELECT here.value, 'entity', l.entity_id, l.link_type, 1,
              {MENTION_STRENGTH} * coalesce(l.extraction_confidence, 1),
              coalesce(l.extraction_confidence, 1), 'mention', l.id, {DATED}
            {HERE} memories m ON m.id = here.value
            JOIN entity_memory_links l ON l.memory_id = m.id
            JOIN entities e ON e.entity_id = l.entity_id WHERE {memory} AND {entity}""",
        f"""SELECT here.value, 'tag', t.name_key, 'tagged', 1, {TAG_STRENGTH}, 1, 'tag', l.id, {DATED}
            {HERE} memories m ON m.id = here.value
            JOIN memory_tags l ON l.memory_id = m.id JOIN tags t ON t.id = l.tag_id WHERE {memory}""",
        f"""SELECT here.value, 'context', c.name_key, 'in_context', 1, {CONTEXT_STRENGTH}, 1,
              'context', m.id, {DATED}
            {HERE} memories m ON m.id = here.value
            JOIN contexts c ON c.id = m.context_id WHERE {memory}""",
        f"""SELECT here.value, 'thread', l.thread_id, 'in_thread', 1, {THREAD_STRENGTH} * l.confidence,
              l.confidence, 'thread', l.id, {DATED}
            {HERE} memories m ON m.id = here.value
            JOIN thread_memberships l ON l.memory_id = m.id WHERE {memory}""",
    ]


def _links(memory: str, here: str, there: str, way: int) -> str:
    return f"""
        SELECT here.value, 'memory', m.id, l.relation_type, CASE WHEN t.is_directed THEN {way} ELSE 0 END,
          l.weight * l.confidence_score, l.confidence_score, 'link', l.id,
          l.created_at || '', NULL, l.created_at || '', NULL
        {HERE} memory_links l ON l.{here} = here.value
        JOIN memories m ON m.id = l.{there} JOIN relation_types t ON t.type_name = l.relation_type
        WHERE l.validation_status <> 'rejected' AND {IN_SPACES.format("l")} AND {memory}"""


def _of_entities(memory: str, *, is_rooted: bool) -> list[str]:
    ends = (("source_id", "target_id", 1), ("target_id", "source_id", -1))
    return [
        *(_relations(memory, *end, is_rooted=is_rooted) for end in ends),
        f"""SELECT here.value, 'memory', m.id, l.link_type, -1,
              {MENTION_STRENGTH} * coalesce(l.extraction_confidence, 1),
              coalesce(l.extraction_confidence, 1), 'mention', l.id,
              {DATED}
            {HERE} entity_memory_links l ON l.entity_id = here.value
            JOIN memories m ON m.id = l.memory_id WHERE {memory}""",
    ]


def _relations(memory: str, here: str, there: str, way: int, *, is_rooted: bool) -> str:
    said = (
        f"""AND EXISTS (SELECT 1 FROM entity_relation_evidence v JOIN memories m ON m.id = v.memory_id
            WHERE v.entityrelation_id = l.id AND {memory})"""
        if is_rooted
        else ""
    )
    return f"""
        SELECT here.value, 'entity', e.entity_id, l.relation_type,
          CASE WHEN t.is_directed THEN {way} ELSE 0 END,
          l.weight * l.confidence_score, l.confidence_score, 'relation', l.id,
          l.valid_from || '', l.valid_to || '', l.recorded_at || '', l.superseded_at || ''
        {HERE} entity_relations l ON l.{here} = here.value
        JOIN entities e ON e.entity_id = l.{there}
        JOIN relation_types t ON t.type_name = l.relation_type
        WHERE l.validation_status <> 'rejected' AND l.relation_type <> '{SAME_AS}'
          AND {IN_SPACES.format("l")} AND {_entity_test(is_rooted=is_rooted)}
          AND {supported_sql("l")} {said}"""


def _of_tags(memory: str) -> list[str]:
    return [
        f"""SELECT here.value, 'memory', m.id, 'tagged', -1, {TAG_STRENGTH}, 1, 'tag', l.id,
              {DATED}
            {HERE} tags t ON t.name_key = here.value AND {IN_SPACES.format("t")}
            JOIN memory_tags l ON l.tag_id = t.id JOIN memories m ON m.id = l.memory_id
            WHERE {memory}"""
    ]


def _of_contexts(memory: str) -> list[str]:
    return [
        f"""SELECT here.value, 'memory', m.id, 'in_context', -1, {CONTEXT_STRENGTH}, 1, 'context', m.id,
              {DATED}
            {HERE} contexts c ON c.name_key = here.value AND {IN_SPACES.format("c")}
            JOIN memories m ON m.context_id = c.id WHERE {memory}"""
    ]


def _of_threads(memory: str) -> list[str]:
    return [
        f"""SELECT here.value, 'memory', m.id, 'in_thread', -1, {THREAD_STRENGTH} * l.confidence,
              l.confidence, 'thread', l.id, {DATED}
            {HERE} thread_memberships l ON l.thread_id = here.value
            JOIN memories m ON m.id = l.memory_id WHERE {memory}"""
    ]
