"""Read rankings and communities of entities from a stored analysis, under their names of today."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from core.caller import Caller
from entities.models import Entity
from entities.selectors import entities_seen
from graph.analytics.communities import Community, communities
from graph.analytics.influence import growth
from graph.analytics.packed import PLACES, NodeMetrics, kinds_of, node_code, rows_of
from graph.analytics.schemas import (
    AnalyzedEntity,
    EntityAnalyticsFilters,
    EntityAnalyticsOut,
    EntityCommunity,
    EntityMetrics,
    Ranking,
)
from graph.models import GraphAnalysis
from graph.nodes import NodeKind

from .analytics import analysis_head, split_packs, stored_metrics

MOST_COMMUNITIES = 20
# More than asked for are looked up: some may be gone since the analysis.
SPARE = 50


def entity_analytics_out(
    caller: Caller, analysis: GraphAnalysis, filters: EntityAnalyticsFilters
) -> EntityAnalyticsOut:
    """Return rankings and communities of the entities that are still there."""
    metrics = stored_metrics(analysis)
    entities = _standing_entities(metrics)
    describe = _Describing(caller, analysis, metrics, filters.limit)
    rank = np.lexsort((entities["node"], -_measure(entities, filters.by)))
    more = entities[entities["recent"] > entities["before"]]
    trend = np.lexsort((more["node"], -_gain(more)))
    statistics = analysis.statistics
    return EntityAnalyticsOut(
        **analysis_head(analysis),
        by=filters.by,
        betweenness_sample=statistics["betweenness_sample"],
        modularity=statistics["leiden"]["modularity"],
        centrality_ranking=describe.ranked(entities[rank]),
        growth_trends=describe.ranked(more[trend]),
        communities=describe.communities(),
    )


def rankings_out(
    caller: Caller, analysis: GraphAnalysis, measures: Iterable[Ranking], limit: int
) -> dict[Ranking, list[EntityMetrics]]:
    """Return the first entities by each of these measures."""
    metrics = stored_metrics(analysis)
    entities = _standing_entities(metrics)
    describe = _Describing(caller, analysis, metrics, limit)
    ranks = {by: np.lexsort((entities["node"], -_measure(entities, by))) for by in measures}
    return {by: describe.ranked(entities[rank]) for by, rank in ranks.items()}


def _standing_entities(metrics: NodeMetrics) -> NodeMetrics:
    """Return the entities, each once where several are the same."""
    is_entity = metrics["node"] % PLACES == node_code(NodeKind.ENTITY, 0)
    standing: NodeMetrics = metrics[is_entity & (metrics["node"] == metrics["stands_for"])]
    return standing


def _gain(rows: NodeMetrics) -> Any:
    return rows["recent"].astype(np.int64) - rows["before"].astype(np.int64)


def _measure(rows: NodeMetrics, by: str) -> Any:
    """Return what entities are ranked by; growth counts in mentions, so that 1 after 0 is little."""
    values = _gain(rows) if by == "growth" else rows[by]
    return np.nan_to_num(values.astype(np.float64))


class _Describing:
    """Describes analyzed entities by the names that they have now."""

    def __init__(
        self, caller: Caller, analysis: GraphAnalysis, metrics: NodeMetrics, limit: int
    ) -> None:
        spaces = caller.spaces(split_packs(analysis.packs))
        self.seen = entities_seen(caller).in_spaces(spaces).filter(merged_into=None)
        self.metrics, self.limit = metrics, limit
        self.others = max(1, analysis.node_count - 1)

    def ranked(self, rows: NodeMetrics) -> list[EntityMetrics]:
        """Return the first of these entities with their measures."""
        rows = rows[: self.limit + SPARE]
        known = self._known(rows_of(rows["node"], NodeKind.ENTITY).tolist())
        grown = growth(rows["recent"].astype(np.int64), rows["before"].astype(np.int64))
        listed = [
            self._measured(known[pk], row, float(more))
            for pk, row, more in zip((rows["node"] // PLACES).tolist(), rows, grown, strict=True)
            if pk in known
        ]
        return listed[: self.limit]

    def communities(self) -> list[EntityCommunity]:
        """Return the largest communities with two entities or more."""
        standing = self.metrics[self.metrics["node"] == self.metrics["stands_for"]]
        kinds = kinds_of(standing["node"])
        found = communities(kinds, standing["community"], standing["pagerank"])
        wanted = [one for one in found if len(one.named_by) > 1][:MOST_COMMUNITIES]
        members = {
            one.number: rows_of(standing["node"][one.members], NodeKind.ENTITY) for one in wanted
        }
        shown = [pk for pks in members.values() for pk in pks[: self.limit].tolist()]
        known = self._known(shown)
        return [self._community(one, members[one.number].tolist(), known) for one in wanted]

    def _community(
        self, one: Community, entities: list[int], known: dict[int, Entity]
    ) -> EntityCommunity:
        listed = [known[pk] for pk in entities[: self.limit] if pk in known]
        return EntityCommunity(
            number=one.number,
            name=" · ".join(entity.name for entity in listed[: len(one.named_by)]),
            nodes=len(one.members),
            entities=len(entities),
            members=[AnalyzedEntity(**_named(entity)) for entity in listed],
        )

    def _known(self, pks: Iterable[int]) -> dict[int, Entity]:
        return {entity.pk: entity for entity in self.seen.filter(pk__in=list(pks))}

    def _measured(self, entity: Entity, row: Any, grown: float) -> EntityMetrics:
        eigenvector = float(row["eigenvector"])
        return EntityMetrics(
            **_named(entity),
            degree=int(row["degree"]),
            degree_centrality=int(row["degree"]) / self.others,
            betweenness=float(row["betweenness"]),
            eigenvector=None if np.isnan(eigenvector) else eigenvector,
            pagerank=float(row["pagerank"]),
            influence=float(row["influence"]),
            community=int(row["community"]),
            recent_mentions=int(row["recent"]),
            earlier_mentions=int(row["before"]),
            growth=grown,
        )


def _named(entity: Entity) -> dict[str, Any]:
    return {
        "id": entity.entity_id,
        "name": entity.name,
        "type": entity.type_key,
        "pack": entity.pack,
    }
