"""The entities that are closest to a node: by PageRank personalized to it."""

from collections.abc import Sequence

import numpy as np
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import NotFound
from entities.models import Entity
from entities.selectors import entities_seen
from graph.analytics.arrays import Floats
from graph.analytics.centrality import around
from graph.analytics.packed import PLACES, node_code
from graph.analytics.schemas import AroundOut, ClosestEntity
from graph.nodes import NodeKind
from graph.queries.recent_graph import RECENT_GRAPHS, RecentGraph
from memories.models import findable_sql

from ..analytics import analyzed_packs, code_of
from ..naming import node_named
from ..rendering import labels_of

# More than asked for are looked up: some may be gone since the graph was read.
SPARE = 20


def closest_entities(
    caller: Caller, packs: Sequence[str] | None, name: str, limit: int, *, field: str = "around"
) -> AroundOut:
    """Return the entities where a walk that keeps returning to a node stands most often.

    Only the caller's own nodes are walked, in the packs that are chosen.

    Raises:
        NotFound: the caller sees no such node, or not in these packs.
        InvalidInput: several ids begin so, or a pack is not installed.
        Forbidden: the caller is bound to a namespace, or a named pack is out of reach.
    """
    chosen = analyzed_packs(caller, packs)
    node = node_named(caller, name, field=field)
    spaces = caller.spaces(chosen)
    recent = RECENT_GRAPHS.find(spaces, findable_sql("m"))
    if (at := _position(recent, code_of(spaces, node))) is None:
        raise NotFound(
            format_lazy(_("“{name}” is not in the graph of these packs"), name=name), field=field
        )
    label = labels_of(caller, [node])[node]
    return AroundOut(
        id=label.name,
        label=label.label,
        computed_at=recent.read_at,
        age_seconds=max(0.0, round((timezone.now() - recent.read_at).total_seconds(), 1)),
        entities=_ranked(caller, spaces, recent, at, limit),
    )


def _position(recent: RecentGraph, code: int | None) -> int | None:
    """Return where the node stands in the graph; one that is the same as others, where they do."""
    if code is None:
        return None
    code, codes = recent.graph.joined.get(code, code), recent.graph.codes
    at = int(np.searchsorted(codes, code))
    return at if at < len(codes) and codes[at] == code else None


def _ranked(
    caller: Caller, spaces: Sequence[str], recent: RecentGraph, at: int, limit: int
) -> list[ClosestEntity]:
    values, codes = around(recent.graph.edges, np.array([at])), recent.graph.codes
    is_entity = (codes % PLACES == node_code(NodeKind.ENTITY, 0)) & (values > 0)
    is_entity[at] = False
    places = np.flatnonzero(is_entity)
    order = places[np.lexsort((places, -values[places]))][: limit + SPARE]
    known = _seen(caller, spaces, (codes[order] // PLACES).tolist())
    rows = [(known.get(int(codes[place]) // PLACES), place) for place in order.tolist()]
    return [_out(entity, values, place) for entity, place in rows if entity][:limit]


def _seen(caller: Caller, spaces: Sequence[str], pks: list[int]) -> dict[int, Entity]:
    rows = entities_seen(caller).in_spaces(spaces).filter(merged_into=None, pk__in=pks)
    return {entity.pk: entity for entity in rows}


def _out(entity: Entity, values: Floats, place: int) -> ClosestEntity:
    return ClosestEntity(
        id=entity.entity_id,
        name=entity.name,
        type=entity.type_key,
        pack=entity.pack,
        closeness=float(values[place]),
    )
