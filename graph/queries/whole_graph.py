"""All nodes and edges of some spaces, read at once for analyses."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from entities.models import ValidationStatus
from graph.analytics.arrays import EdgeArrays, Ints, join_edges
from graph.analytics.packed import KINDS, PLACES, node_code
from graph.nodes import (
    CONTEXT_STRENGTH,
    MENTION_STRENGTH,
    TAG_STRENGTH,
    THREAD_STRENGTH,
    EdgeKind,
    Node,
    NodeKind,
)
from graph.queries.evidence import supported_sql
from graph.queries.links import ORDER_LINKS
from graph.same_as import SAME_AS, groups_joined

EDGE_KINDS = tuple(EdgeKind)
JOINED = -1
_REJECTED = ValidationStatus.REJECTED.value
# What a walk would use: no order of a conversation, nothing that has ended (graph/network/walk.py).
_LINKS = f"validation_status <> '{_REJECTED}' AND relation_type NOT IN {ORDER_LINKS}"
_RELATIONS = (
    f"superseded_at IS NULL AND validation_status <> '{_REJECTED}'"
    " AND (valid_to IS NULL OR valid_to > datetime('now'))"
)
_MEMORY, _ENTITY, _TAG, _CONTEXT, _THREAD = (
    f"* {PLACES} + {KINDS.index(kind)}"
    for kind in (
        NodeKind.MEMORY,
        NodeKind.ENTITY,
        NodeKind.TAG,
        NodeKind.CONTEXT,
        NodeKind.THREAD,
    )
)
# Tags and contexts of one name are one node, in whatever pack: that of the first row.
_SPACES = f"""
WITH spaces AS (SELECT value AS id FROM json_each(%(spaces)s)),
people AS (
    SELECT id, entity_id FROM entities
    WHERE user_id IN spaces AND merged_into_id IS NULL AND validation_status <> '{_REJECTED}'
),
tag_nodes AS (
    SELECT id, MIN(id) OVER (PARTITION BY name_key) AS node, name_key FROM tags
    WHERE user_id IN spaces
),
context_nodes AS (
    SELECT id, MIN(id) OVER (PARTITION BY name_key) AS node, name_key FROM contexts
    WHERE user_id IN spaces
)
"""
_NODES = f"""{_SPACES}
SELECT m.id {_MEMORY}, NULL FROM memories m WHERE m.user_id IN spaces AND {{memory_test}}
UNION ALL SELECT id {_ENTITY}, entity_id FROM people
UNION ALL SELECT node {_TAG}, MIN(name_key) FROM tag_nodes GROUP BY node
UNION ALL SELECT node {_CONTEXT}, MIN(name_key) FROM context_nodes GROUP BY node
UNION ALL SELECT id {_THREAD}, NULL FROM event_threads WHERE user_id IN spaces
"""
# Both ends are checked against the nodes, so that no row has to look at its memories.
_EDGES = f"""{_SPACES}
SELECT src_memory_id {_MEMORY}, dst_memory_id {_MEMORY}, weight * confidence_score,
       {EDGE_KINDS.index(EdgeKind.LINK)}
FROM memory_links WHERE user_id IN spaces AND {_LINKS} AND confidence_score >= %(least)s
UNION ALL
SELECT source.id {_ENTITY}, target.id {_ENTITY}, weight * confidence_score,
       CASE relation_type WHEN '{SAME_AS}' THEN {JOINED} ELSE {EDGE_KINDS.index(EdgeKind.RELATION)} END
FROM entity_relations relation
JOIN people source ON source.entity_id = relation.source_id
JOIN people target ON target.entity_id = relation.target_id
WHERE relation.user_id IN spaces AND {_RELATIONS} AND {supported_sql("relation")}
  AND (relation_type <> '{SAME_AS}' OR valid_to IS NULL) AND confidence_score >= %(least)s
UNION ALL
SELECT memory_id {_MEMORY}, people.id {_ENTITY},
       {MENTION_STRENGTH} * COALESCE(extraction_confidence, 1.0), {EDGE_KINDS.index(EdgeKind.MENTION)}
FROM entity_memory_links mention JOIN people ON people.entity_id = mention.entity_id
WHERE mention.user_id IN spaces AND COALESCE(extraction_confidence, 1.0) >= %(least)s
UNION ALL
SELECT tagged.memory_id {_MEMORY}, tag_nodes.node {_TAG}, {TAG_STRENGTH},
       {EDGE_KINDS.index(EdgeKind.TAG)}
FROM tag_nodes JOIN memory_tags tagged ON tagged.tag_id = tag_nodes.id
UNION ALL
SELECT memory.id {_MEMORY}, context_nodes.node {_CONTEXT}, {CONTEXT_STRENGTH},
       {EDGE_KINDS.index(EdgeKind.CONTEXT)}
FROM context_nodes JOIN memories memory ON memory.context_id = context_nodes.id
WHERE memory.user_id IN spaces
UNION ALL
SELECT memory_id {_MEMORY}, thread_id {_THREAD}, {THREAD_STRENGTH} * confidence,
       {EDGE_KINDS.index(EdgeKind.THREAD)}
FROM thread_memberships WHERE user_id IN spaces AND confidence >= %(least)s
"""
_NEXT_END = f"""
SELECT MIN(valid_to) || '' FROM entity_relations
WHERE user_id IN (SELECT value FROM json_each(%s)) AND valid_to IS NOT NULL AND {_RELATIONS}
"""
_ROW = np.dtype([("source", "<i8"), ("target", "<i8"), ("strength", "<f8"), ("kind", "<i8")])
_STATE = f"""
WITH spaces AS (SELECT value AS id FROM json_each(%s))
SELECT (SELECT json_array(COUNT(*), MAX(id), MAX(updated_at)) FROM memories m
        WHERE user_id IN spaces AND {{memory_test}}),
       (SELECT json_array(COUNT(*), MAX(id), MAX(updated_at)) FROM entities
        WHERE user_id IN spaces AND merged_into_id IS NULL AND validation_status <> '{_REJECTED}'),
       (SELECT json_array(COUNT(*), MAX(id), MAX(updated_at)) FROM memory_links
        WHERE user_id IN spaces AND {_LINKS}),
       (SELECT json_array(COUNT(*), MAX(id), MAX(updated_at)) FROM entity_relations
        WHERE user_id IN spaces AND {_RELATIONS}),
       (SELECT json_array(COUNT(*), MAX(id), MAX(updated_at)) FROM entity_memory_links
        WHERE user_id IN spaces),
       (SELECT json_array(COUNT(*), MAX(tagged.id), 0)
        FROM tags JOIN memory_tags tagged ON tagged.tag_id = tags.id WHERE user_id IN spaces),
       (SELECT json_array(COUNT(*), MAX(id), 0) FROM thread_memberships WHERE user_id IN spaces)
"""


@dataclass(frozen=True, slots=True)
class StoredGraph:
    """The graph of some spaces, with the code of each node, ascending.

    ``joined`` maps the code of an entity to that of the entity that stands for it, where
    ``same_as`` relations say that they are one: the one with the smallest id.
    """

    edges: EdgeArrays
    codes: Ints
    joined: dict[int, int]
    edges_by_kind: dict[str, int]


@dataclass(frozen=True, slots=True)
class GraphState:
    """What changes whenever a graph does, and about how many nodes and edges it has."""

    fingerprint: str
    nodes: int
    edges: int


def graph_state(spaces: Sequence[str], memory_test: str) -> GraphState:
    """Return the state of the graph of some spaces, without reading its edges.

    ``memory_test`` is the SQL test of a memory ``m`` that is part of the graph.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATE.format(memory_test=memory_test), [json.dumps(list(spaces))])
        found = cursor.fetchone()
    memories, entities, *edges = (json.loads(part)[0] for part in found)
    return GraphState("".join(found), memories + entities, memories + sum(edges))


def stored_graph(spaces: Sequence[str], memory_test: str) -> StoredGraph:
    """Return all nodes of some spaces, and all edges between them.

    Nodes are the memories ``m`` that meet ``memory_test``, entities that are neither merged nor
    rejected, and the tags, contexts and threads of those memories. Rejected links and relations,
    relations that were replaced or have ended, and the order of a conversation are no edges.
    """
    names, edges = stored_edges(spaces, memory_test)
    kept = np.fromiter(names, np.int64, len(names))
    is_joining = edges["kind"] == JOINED
    joined = _representatives(edges[is_joining], names)
    edges = edges[~is_joining]
    sources, targets = (_represented(edges[end], joined) for end in ("source", "target"))
    codes = _nodes(kept, np.concatenate([sources, targets]), joined)
    nodes = [node_of(code, names) for code in codes.tolist()]
    places = [np.searchsorted(codes, ends) for ends in (sources, targets)]
    graph = join_edges(nodes, places[0], places[1], edges["strength"])
    return StoredGraph(graph, codes, joined, _kinds(sources, targets, edges["kind"]))


def stored_edges(
    spaces: Sequence[str], memory_test: str, *, least_confidence: float = 0.0
) -> tuple[dict[int, str | None], Any]:
    """Return the names of all nodes by code, and the rows of all edges between them.

    Rows have ``source``, ``target``, ``strength`` and ``kind``; those of ``same_as`` are ``JOINED``.
    """
    given: dict[str, str | float] = {
        "spaces": json.dumps(list(spaces)),
        "least": least_confidence,
    }
    with connection.cursor() as cursor:
        cursor.execute(_NODES.format(memory_test=memory_test), given)
        names: dict[int, str | None] = dict(cursor.fetchall())
        cursor.execute(_EDGES, given)
        edges = np.fromiter(_rows(cursor), dtype=_ROW)
    kept = np.fromiter(names, np.int64, len(names))
    inside = np.isin(edges["source"], kept) & np.isin(edges["target"], kept)
    return names, edges[inside]


def next_end(spaces: Sequence[str]) -> str | None:
    """Return when the next relation of these spaces ends by itself, as it is stored."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_END, [json.dumps(list(spaces))])
        end: str | None = cursor.fetchone()[0]
        return end


def _rows(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(10_000):
        yield from rows


def _representatives(pairs: Any, names: dict[int, str | None]) -> dict[int, int]:
    """Return for each joined entity the one of its group with the smallest id."""
    ends = zip(pairs["source"].tolist(), pairs["target"].tolist(), strict=True)
    groups: dict[int, frozenset[int]] = groups_joined(ends)
    return {code: min(group, key=lambda at: names[at] or "") for code, group in groups.items()}


def _represented(codes: Ints, joined: dict[int, int]) -> Ints:
    if not joined:
        return codes
    known = np.array(sorted(joined), dtype=np.int64)
    instead = np.array([joined[code] for code in known.tolist()], dtype=np.int64)
    place = np.minimum(np.searchsorted(known, codes), len(known) - 1)
    return np.where(known[place] == codes, instead[place], codes)


def _nodes(kept: Ints, used: Ints, joined: dict[int, int]) -> Ints:
    """Return the nodes: memories and entities with or without edges, and others that have one."""
    is_free = (kept % PLACES == node_code(NodeKind.MEMORY, 0)) | (
        kept % PLACES == node_code(NodeKind.ENTITY, 0)
    )
    replaced = np.array([code for code, one in joined.items() if code != one], dtype=np.int64)
    return np.unique(np.concatenate([np.setdiff1d(kept[is_free], replaced), used]))


def node_of(code: int, names: Mapping[int, str | None]) -> Node:
    """Return the node of a code; tags, contexts and entities have a name."""
    kind, name = KINDS[code % PLACES], names[code]
    return Node(kind, code // PLACES if name is None else name)


def _kinds(sources: Ints, targets: Ints, kinds: Ints) -> dict[str, int]:
    """Count the pairs of nodes that each kind of edge joins."""
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    joined = np.unique(np.stack([low, high, kinds]), axis=1)[2, :]
    counts: list[int] = np.bincount(joined, minlength=len(EDGE_KINDS)).tolist()
    found = zip(EDGE_KINDS, counts, strict=True)
    return {str(kind): count for kind, count in found if count}
