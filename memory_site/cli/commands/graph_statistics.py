"""``wasurena graph statistics``: the figures of a person's graph."""

from argparse import Namespace
from collections.abc import Iterator

from rich.table import Table

from core.schemas import parsed
from graph.analytics.schemas import (
    AnalysisPending,
    EntityAnalyticsFilters,
    EntityAnalyticsOut,
    GraphStatisticsOut,
    StatisticsFilters,
)
from memories.services.network.analytics import analyze_now, entity_analytics, graph_statistics
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, console, note, say, say_json

TOP = 10


def statistics(options: Namespace) -> int:
    """Show the figures of the last analysis; with ``--recompute``, of a new one."""
    require_database()
    caller = caller_named(options.user)
    packs = {"pack": options.pack}
    filters = parsed(StatisticsFilters, packs)
    found = analyze_now(caller, filters) if options.recompute else graph_statistics(caller, filters)
    entities = entity_analytics(caller, parsed(EntityAnalyticsFilters, {**packs, "limit": TOP}))
    if isinstance(found, AnalysisPending) or isinstance(entities, AnalysisPending):
        raise CommandFailed(
            _("this graph is large and was not analyzed yet; use --recompute, or ask again later")
        )
    if options.json:
        dumped = (out.model_dump(mode="json") for out in (found, entities))
        say_json(dict(zip(("statistics", "entities"), dumped, strict=True)))
    else:
        _draw(found, entities)
    return 0


def _draw(found: GraphStatisticsOut, entities: EntityAnalyticsOut) -> None:
    for name, value in _lines(found):
        say(f"{name:<28}{value}")
    _draw_entities(entities)
    at = found.computed_at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    note(_("computed {at} in {seconds} s").format(at=at, seconds=found.seconds))


def _lines(found: GraphStatisticsOut) -> Iterator[tuple[str, str]]:
    yield _("nodes"), _total(found.node_count, found.nodes_by_kind)
    yield _("edges"), _total(found.edge_count, found.edges_by_kind)
    yield _("density"), f"{found.density:.6f}"
    yield _("edges for each node"), f"{found.relationship_density:.2f}"
    yield _("components"), f"{found.components:,}"
    yield _("nodes of the largest"), f"{found.largest_component:,}"
    yield _("nodes without edges"), f"{found.isolated_nodes:,}"
    yield _("clustering coefficient"), f"{found.clustering_coefficient:.4f}"
    yield _("average path length"), _sampled(found.average_path_length, found.path_sample)
    yield _("small world σ"), _number(found.small_world)
    yield _("exponent of the degrees"), _number(found.power_law.alpha if found.power_law else None)
    yield _("communities"), f"{found.leiden.communities:,}"
    yield _("modularity"), f"{found.leiden.modularity:.3f}"


def _total(total: int, by_kind: dict[str, int]) -> str:
    parts = ", ".join(f"{kind} {count:,}" for kind, count in sorted(by_kind.items()))
    return f"{total:,} ({parts})" if parts else f"{total:,}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _sampled(value: float | None, sample: int | None) -> str:
    text = _number(value)
    return text if sample is None else _("{value} (from {sample} nodes)").format(
        value=text, sample=sample
    )  # fmt: skip


def _draw_entities(entities: EntityAnalyticsOut) -> None:
    if not entities.centrality_ranking:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("name"), _("type"), _("neighbors"), "PageRank", _("influence"), _("mentions")):
        table.add_column(title, no_wrap=True)
    for one in entities.centrality_ranking:
        table.add_row(
            one.name.replace("[", r"\["), one.type, str(one.degree), f"{one.pagerank:.5f}",
            f"{one.influence:.2f}", f"{one.recent_mentions} ({one.growth:+.0%})",
        )  # fmt: skip
    console().print(table)
    for community in entities.communities[:TOP]:
        say(f"{community.nodes:>7,}  {community.name}")
