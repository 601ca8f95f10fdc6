"""``wasurena bench speed``, ``load``, ``soak`` and ``graph``: how long things take."""

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, UsageError, note

from .database import fresh_database
from .output import deliver, steps

USUAL_MEMORIES, USUAL_NEIGHBOUR, QUICK_MEMORIES = 10_000, 1_000, 1_000
# Searched while a graph is analyzed.
SEARCHED_MEMORIES = 1_000
# Larger spaces would take hours to embed; their vectors are resampled unless asked otherwise.
EMBEDDED_ALL = 100_000

if TYPE_CHECKING:
    from memory_site.bench.reports.tables import Steps, Table
    from memory_site.bench.speed.clients import Timing
    from memory_site.bench.speed.measurements import SpeedRequest

    GraphReport = tuple[list[Table], dict[str, Any]]


def speed(options: Namespace) -> int:
    """Fill a database with invented memories, serve it, and time what people and programs do."""
    chosen = getattr(options, "data_dir", None)
    # Filled with what can be searched; what the server saves is derived as ever.
    os.environ["WASURENA_EXTRACTION"] = "off"
    with fresh_database(Path(chosen).expanduser() if chosen else None) as path:
        from memory_site.bench.reports import tables as setup
        from memory_site.bench.speed.clients import Refused
        from memory_site.bench.speed.contents import OtherContents
        from memory_site.bench.speed.measurements import as_data, measured, tables
        from memory_site.bench.speed.server import NotStarted

        wanted = _speed_wanted(options)
        figures: list[Timing] = []
        try:
            with steps() as step:
                for figure in measured(path, wanted, step):
                    note(f"{figure.label}: {figure.shown}")
                    figures.append(figure)
        except OtherContents as error:
            raise UsageError(
                _("{path} is filled with {other}").format(path=path, other=error)
            ) from error
        except (NotStarted, Refused) as error:
            raise CommandFailed(_("the server failed: {reason}").format(reason=error)) from error
        facts = {"model": setup.model(), **setup.machine()}
    shown, data = tables(wanted.contents, figures, facts), as_data(wanted.contents, figures, facts)
    deliver(options, f"speed {wanted.contents.memories}", shown, data)
    return 0


def _speed_wanted(options: Namespace) -> "SpeedRequest":
    from memory_site.bench.speed.contents import Contents
    from memory_site.bench.speed.measurements import QUICK, Effort, SpeedRequest

    memories = options.memories or (QUICK_MEMORIES if options.quick else USUAL_MEMORIES)
    neighbour = memories // 10 if options.quick else USUAL_NEIGHBOUR
    contents = Contents(
        memories=memories,
        packs=options.packs,
        vectors=options.vectors or ("model" if memories <= EMBEDDED_ALL else "resampled"),
        neighbour=neighbour if options.neighbour_space is None else options.neighbour_space,
    )
    return SpeedRequest(
        contents=contents,
        clients=options.clients,
        effort=QUICK if options.quick else Effort(),
        port=getattr(options, "port", 0),
    )


def load(options: Namespace) -> int:
    """Serve a fresh database, store long texts in it, and time short requests beside them."""
    with fresh_database(None) as path:
        from memory_site.bench.reports import tables as setup
        from memory_site.bench.reports.tables import Table, setup_table
        from memory_site.bench.speed.load import Load, measured
        from memory_site.bench.speed.server import NotStarted

        wanted = Load(texts=options.texts, characters=options.characters, seconds=options.seconds)
        figures: list[Timing] = []
        try:
            with steps() as step:
                for figure in measured(path, wanted, step):
                    note(f"{figure.label}: {figure.shown}")
                    figures.append(figure)
        except NotStarted as error:
            raise CommandFailed(_("the server failed: {reason}").format(reason=error)) from error
        facts = {"model": setup.model(), **setup.machine()}
    rows = [[figure.label, figure.shown] for figure in figures]
    shown = Table(_("Short requests beside long texts"), [_("what"), _("figure")], rows)
    data = {"setup": facts, "figures": {each.key: dict(each.values) for each in figures}}
    deliver(options, "load", [shown, setup_table(facts)], data)
    return 0


def soak(options: Namespace) -> int:
    """Serve small, mixed load for long, and say what memory and descriptors did."""
    with fresh_database(None) as path:
        from memory_site.bench.reports import tables as setup
        from memory_site.bench.reports.tables import setup_table
        from memory_site.bench.speed.clients import Timing
        from memory_site.bench.speed.server import NotStarted
        from memory_site.bench.speed.soak import Look, Soak, watched
        from memory_site.bench.speed.soak_tables import as_data, shown

        saving = 60.0 * (options.saving_minutes or options.minutes)
        wanted = Soak(
            60.0 * options.minutes, saving, float(options.per_second), float(options.look_every)
        )
        since = saving if options.saving_minutes else 0.0
        looks: list[Look] = []
        figures: list[Timing] = []
        try:
            with steps() as step:
                for seen in watched(path, wanted, step):
                    if isinstance(seen, Look):
                        looks.append(seen)
                    else:
                        figures.append(seen)
        except NotStarted as error:
            raise CommandFailed(_("the server failed: {reason}").format(reason=error)) from error
        facts = {"model": setup.model(), **setup.machine()}
    tables = [*shown(looks, figures, since=since), setup_table(facts)]
    deliver(options, "soak", tables, as_data(looks, figures, facts, since=since))
    return 0


def graph(options: Namespace) -> int:
    """Time the analytics of an invented graph, or the walks over it once it is stored."""
    if options.edges > options.nodes * (options.nodes - 1) // 8:
        raise UsageError(_("that many edges need more nodes"))
    with fresh_database(None), steps() as step:
        shown, data = GRAPH_PARTS[options.part](options, step)
    deliver(options, f"graph {options.part} {options.nodes}", shown, data)
    return 0


def _graph_analytics(options: Namespace, step: "Steps") -> "GraphReport":
    from memory_site.bench.graph.analytics import AnalyticsRequest, report

    limit = float(options.networkx_seconds)
    return report(AnalyticsRequest(options.nodes, options.edges, limit), step)


def _graph_walks(options: Namespace, step: "Steps") -> "GraphReport":
    from memory_site.bench.graph.walks import WalksRequest, report

    return report(WalksRequest(options.nodes, options.edges, options.questions), step)


def _graph_searches(options: Namespace, step: "Steps") -> "GraphReport":
    from memory_site.bench.graph.searches import SearchesRequest, report

    size = options.nodes, options.edges
    return report(SearchesRequest(*size, SEARCHED_MEMORIES, options.questions), step)


GRAPH_PARTS = {
    "analytics": _graph_analytics,
    "walks": _graph_walks,
    "searches": _graph_searches,
}
