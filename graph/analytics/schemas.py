"""What the analytics answer, the same on every interface."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Text
from packs.schemas import PackId

Ranking = Literal["pagerank", "betweenness", "degree", "eigenvector", "influence", "growth"]


class StatisticsFilters(Input):
    """Which graph to describe."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in; all if empty.")


class EntityAnalyticsFilters(StatisticsFilters):
    """Which entities to rank, and by what."""

    by: Ranking = Field(default="pagerank", description="What to rank by.")
    limit: Annotated[int, Field(ge=1, le=200)] = Field(
        default=20, description="The most entities, and members of a community."
    )
    around: Annotated[Text, Field(min_length=1, max_length=300)] | None = Field(
        default=None,
        description="A node (an id, a name, or kind:id): the entities closest to it are ranked too.",
    )


class DegreeCount(Output):
    """How many nodes have so many neighbors."""

    degree: int
    nodes: int


class PowerLawOut(Output):
    """The power law that fits the tail of the degrees best."""

    alpha: float = Field(description="p(k) ~ k^−alpha.")
    error: float = Field(description="The standard error of alpha.")
    least_degree: int = Field(description="The degree at which the tail begins.")
    tail_nodes: int
    distance: float = Field(description="Kolmogorov–Smirnov distance of data and law, 0 to 1.")


class PartitionOut(Output):
    """A division into communities."""

    communities: int = Field(description="Communities of two nodes or more.")
    largest: int = Field(description="Nodes of the largest one.")
    modularity: float = Field(description="−0.5 to 1; above 0.3 is a clear structure.")


class GraphStatistics(Output):
    """Figures of a whole graph; edges have no direction, and two nodes have one at most."""

    node_count: int
    edge_count: int
    nodes_by_kind: dict[str, int]
    edges_by_kind: dict[str, int] = Field(
        description="Two nodes may be joined by several kinds, which edge_count counts once."
    )
    density: float = Field(description="The share of the possible edges, 0 to 1.")
    relationship_density: float = Field(description="Edges for each node.")
    components: int
    largest_component: int = Field(description="Its nodes.")
    isolated_nodes: int = Field(description="Nodes without an edge.")
    connectivity: float = Field(description="Components for each node: near 0 if all are joined.")
    clustering_coefficient: float = Field(
        description="The mean over nodes of the share of neighbor pairs that are joined."
    )
    average_path_length: float | None = Field(
        description="Steps between two nodes of the largest component; null if it is one node."
    )
    longest_path: int | None = Field(description="The longest of the paths that were measured.")
    path_sample: int | None = Field(
        description="Nodes from which paths were measured; null: from all, and exact."
    )
    small_world: float | None = Field(
        description="σ = (C / (k/n)) / (L / (ln n / ln k)) of the largest component, with its mean"
        " degree k; above 1 is a small world. Null if k ≤ 1."
    )
    average_degree: float
    degree_distribution: list[DegreeCount]
    power_law: PowerLawOut | None = Field(description="Null for fewer than 50 joined nodes.")
    leiden: PartitionOut
    label_propagation: PartitionOut
    betweenness_sample: int | None = Field(
        description="Nodes from which betweenness was estimated; null: from all, and exact."
    )


class AnalysisHead(Output):
    """Which graph, and when it was analyzed."""

    packs: list[str]
    computed_at: datetime
    age_seconds: float
    seconds: float = Field(description="How long the analysis took.")
    is_pending: bool = Field(default=False, description="A newer analysis has been asked for.")


class CacheOut(Output):
    """What a process keeps of walks, for everybody who asks it."""

    entries: int
    bytes_held: int
    hits: int
    misses: int
    hit_rate: float | None = Field(description="Null before the first question.")


class GraphStatisticsOut(AnalysisHead, GraphStatistics):
    """Figures of a whole graph, with their age."""

    caches: dict[Literal["paths", "edges"], CacheOut] = Field(
        description="Of the process that answers: paths, and edges by node."
    )


class AnalysisPending(Output):
    """There is no analysis yet; the worker makes it."""

    packs: list[str]
    is_pending: Literal[True] = True
    detail: str


class AnalyzedEntity(Output):
    """An entity in a ranking or community."""

    id: UUID
    name: str
    type: str
    pack: str


class EntityMetrics(AnalyzedEntity):
    """The measures of an entity within the whole graph."""

    degree: int = Field(description="The number of its neighbors.")
    degree_centrality: float = Field(description="The share of all other nodes, 0 to 1.")
    betweenness: float = Field(description="The share of shortest paths that lead through it.")
    eigenvector: float | None
    pagerank: float
    influence: float = Field(
        description="0 to 1: the mean of its ranks among entities by PageRank (0.5), betweenness"
        " (0.3) and eigenvector centrality (0.2)."
    )
    community: int
    recent_mentions: int = Field(description="Memories of the four weeks before the analysis.")
    earlier_mentions: int = Field(description="Memories of the four weeks before those.")
    growth: float = Field(
        description="(recent − earlier) / (recent + earlier): −1 vanished, 0 steady, 1 new."
    )


class EntityCommunity(Output):
    """A community, named by its most central entities."""

    number: int
    name: str
    nodes: int = Field(description="Nodes of every kind.")
    entities: int
    members: list[AnalyzedEntity] = Field(description="The most central entities first.")


class ClosestEntity(AnalyzedEntity):
    """An entity near a node."""

    closeness: float = Field(
        description="Personalized PageRank: the share of time that a walk along the edges, which"
        " returns to the node with 0.15 at each step, stands at this entity."
    )


class AroundOut(Output):
    """The entities that are closest to a node, of the graph as it is now."""

    id: str = Field(description="The node, as kind:id.")
    label: str
    computed_at: datetime
    age_seconds: float
    entities: list[ClosestEntity] = Field(
        description="The closest first; those that nothing connects with the node are left out."
    )


class EntityAnalyticsOut(AnalysisHead):
    """Rankings and communities of entities."""

    by: Ranking
    betweenness_sample: int | None
    modularity: float
    centrality_ranking: list[EntityMetrics]
    growth_trends: list[EntityMetrics] = Field(description="Those mentioned more than before.")
    communities: list[EntityCommunity] = Field(description="The largest first.")
    around: AroundOut | None = Field(default=None, description="If a node was named.")
