"""The first entities by each measure of centrality, for the page of the graph's figures."""

from collections.abc import Sequence

from core.caller import Caller
from graph.analytics.schemas import EntityMetrics, Ranking

from ..analytics import analysis_of, analyzed_packs
from ..entity_analytics import rankings_out

CENTRALITIES: tuple[Ranking, ...] = (
    "influence", "pagerank", "betweenness", "degree", "eigenvector",
)  # fmt: skip


def entity_rankings(
    caller: Caller, packs: Sequence[str], limit: int
) -> dict[Ranking, list[EntityMetrics]]:
    """Return the first entities by each measure of the last analysis; nothing if there is none.

    Raises:
        Forbidden, InvalidInput: as ``analyzed_packs``.
    """
    analysis = analysis_of(caller, analyzed_packs(caller, packs))
    return rankings_out(caller, analysis, CENTRALITIES, limit) if analysis else {}
