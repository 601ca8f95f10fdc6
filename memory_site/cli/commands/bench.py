"""``wasurena bench``: measure quality and speed in a data directory of its own."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from memory_site.bench.directory import NotForBenchmarks, data_directory
from memory_site.cli.environment import _, set_up_django
from memory_site.cli.output import CommandFailed, UsageError, console, count_bars, note

PIPE_WIDTH = 160
USUAL_MEMORIES, USUAL_NEIGHBOUR, QUICK_MEMORIES = 10_000, 1_000, 1_000
# Larger spaces would take hours to embed; their vectors are resampled unless asked otherwise.
EMBEDDED_ALL = 100_000


if TYPE_CHECKING:
    from memory_site.bench.reports.tables import Table
    from memory_site.bench.speed.clients import Timing
    from memory_site.bench.speed.measurements import SpeedRequest


def quality(options: Namespace) -> int:
    """Answer the questions of public data sets, and score the rankings."""
    files = _paired(options.dataset, options.data)
    with _fresh_database(None):
        from memories.schemas import SearchMode
        from memory_site.bench.datasets.readers import read
        from memory_site.bench.quality.answerable import read_answerable
        from memory_site.bench.reports.quality import QualityRequest, measured

        corpora = [read(dataset, path) for dataset, path in files if dataset != ANSWERABLE]
        labelled = {
            path.stem: read_answerable(path) for dataset, path in files if dataset == ANSWERABLE
        }
        if options.limit_queries:
            corpora = [corpus.limited(options.limit_queries) for corpus in corpora]
        wanted = QualityRequest(
            mode=SearchMode(options.mode),
            has_baseline=options.baseline,
            has_scopes=options.splits,
            has_ablation=options.ablation,
            has_learning=options.learn,
            has_context=options.context,
            has_unanswerable=options.unanswerable,
        )
        with _steps() as steps:
            report = measured(corpora, wanted, steps, labelled)
    for name, duplicate_tables in report.sections.items():
        _deliver(options, f"quality {name}", duplicate_tables)
    _write_json(options.json, report.data)
    return 0


def resolution(options: Namespace) -> int:
    """Decide labelled pairs of names, and say how many were taken for the same rightly."""
    path = Path(options.data)
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    with _fresh_database(None):
        from memory_site.bench.reports.resolution import resolution_data, resolution_tables
        from memory_site.bench.resolution import pairs_of, read_cases

        try:
            pairs = pairs_of(read_cases(path))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                _("{path} holds no labelled names: {reason}").format(path=path, reason=error)
            ) from error
        shown, data = resolution_tables(pairs), resolution_data(pairs)
    _deliver(options, "resolution", shown)
    _write_json(options.json, data)
    return 0


def duplicates(options: Namespace) -> int:
    """Judge labelled pairs of texts, and say what would be merged that differs."""
    path = Path(options.data)
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    with _fresh_database(None):
        from core.errors import InvalidInput
        from memories.services.maintenance import current_embedder
        from memory_site.bench.reports.resolution import duplicate_data, duplicate_tables
        from memory_site.bench.resolution import judged, read

        embedder = current_embedder()
        try:
            outcomes = judged(read(path), embedder, embedder.spec.thresholds())
        except InvalidInput as error:
            raise UsageError(error.message) from error
        shown, data = duplicate_tables(outcomes), duplicate_data(outcomes)
    _deliver(options, "duplicates", shown)
    _write_json(options.json, data)
    return 0


def extraction(options: Namespace) -> int:
    """Find the names and relations in labelled texts, and say how many were found rightly."""
    files = _paired(options.dataset, options.data)
    with _fresh_database(None):
        from memory_site.bench.reports.extraction import section

        asks_model = options.extractor == "model"
        if asks_model:
            _require_model(options.dataset)
        with _steps() as steps:
            sections = [
                section(dataset, path, options.half, steps, asks_model=asks_model)
                for dataset, path in files
            ]
    for each in sections:
        _deliver(options, f"extraction {each.name}", each.tables)
    _write_json(options.json, {each.name: each.data for each in sections})
    return 0


def _require_model(datasets: Sequence[str]) -> None:
    """Stop if the model could not be asked, or would change nothing."""
    from django.conf import settings

    if set(datasets) != {"facts"}:
        raise UsageError(_("--extractor model is for --dataset facts"))
    if not settings.LLM_URL:
        raise UsageError(
            _("set WASURENA_LLM_URL and WASURENA_LLM_MODEL to measure a language model")
        )


def speed(options: Namespace) -> int:
    """Fill a database with invented memories, serve it, and time what people and programs do."""
    chosen = getattr(options, "data_dir", None)
    # Filled with what can be searched; what the server saves is derived as ever.
    os.environ["WASURENA_EXTRACTION"] = "off"
    with _fresh_database(Path(chosen).expanduser() if chosen else None) as path:
        from memory_site.bench.reports import tables as setup
        from memory_site.bench.speed.clients import Refused
        from memory_site.bench.speed.contents import OtherContents
        from memory_site.bench.speed.measurements import as_data, measured, tables
        from memory_site.bench.speed.server import NotStarted

        wanted = _speed_wanted(options)
        figures: list[Timing] = []
        try:
            with _steps() as steps:
                for figure in measured(path, wanted, steps):
                    note(f"{figure.label}: {figure.shown}")
                    figures.append(figure)
        except OtherContents as error:
            raise UsageError(
                _("{path} is filled with {other}").format(path=path, other=error)
            ) from error
        except (NotStarted, Refused) as error:
            raise CommandFailed(_("the server failed: {reason}").format(reason=error)) from error
        facts = {"model": setup.model(), **setup.machine()}
    _deliver(
        options,
        f"speed {wanted.contents.memories}",
        tables(wanted.contents, figures, facts),
    )
    _write_json(options.json, as_data(wanted.contents, figures, facts))
    return 0


def load(options: Namespace) -> int:
    """Serve a fresh database, store long texts in it, and time short requests beside them."""
    with _fresh_database(None) as path:
        from memory_site.bench.reports import tables as setup
        from memory_site.bench.reports.tables import Table, setup_table
        from memory_site.bench.speed.load import Load, measured
        from memory_site.bench.speed.server import NotStarted

        wanted = Load(texts=options.texts, characters=options.characters, seconds=options.seconds)
        figures: list[Timing] = []
        try:
            with _steps() as steps:
                for figure in measured(path, wanted, steps):
                    note(f"{figure.label}: {figure.shown}")
                    figures.append(figure)
        except NotStarted as error:
            raise CommandFailed(_("the server failed: {reason}").format(reason=error)) from error
        facts = {"model": setup.model(), **setup.machine()}
    rows = [[figure.label, figure.shown] for figure in figures]
    shown = Table(_("Short requests beside long texts"), [_("what"), _("figure")], rows)
    _deliver(options, "load", [shown, setup_table(facts)])
    data = {"setup": facts, "figures": {each.key: dict(each.values) for each in figures}}
    _write_json(options.json, data)
    return 0


def graph(options: Namespace) -> int:
    """Time the analytics of an invented graph, or the walks over it once it is stored."""
    if options.edges > options.nodes * (options.nodes - 1) // 8:
        raise UsageError(_("that many edges need more nodes"))
    return _graph_walks(options) if options.part == "walks" else _graph_analytics(options)


def _graph_analytics(options: Namespace) -> int:
    set_up_django()
    from memory_site.bench.graph.analytics import AnalyticsRequest, as_data, measured, tables
    from memory_site.bench.reports.tables import machine

    wanted = AnalyticsRequest(options.nodes, options.edges, float(options.networkx_seconds))
    facts = machine()
    with _steps() as steps:
        times = list(measured(wanted, steps))
    _deliver(options, f"graph analytics {wanted.nodes}", tables(wanted, times, facts))
    _write_json(options.json, as_data(wanted, times, facts))
    return 0


def _graph_walks(options: Namespace) -> int:
    with _fresh_database(None):
        from memory_site.bench.graph.walks import WalksRequest, as_data, measured, tables
        from memory_site.bench.reports.tables import machine

        wanted = WalksRequest(options.nodes, options.edges, options.questions)
        facts = machine()
        with _steps() as steps:
            times = list(measured(wanted, steps))
    _deliver(options, f"graph walks {wanted.nodes}", tables(wanted, times, facts))
    _write_json(options.json, as_data(wanted, times, facts))
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


# Questions about the demonstration data, some of which nothing answers.
ANSWERABLE = "answerable"
# The only data set that is a folder.
SUMMARY = "summary"


def _paired(datasets: Sequence[str], files: Sequence[str]) -> list[tuple[str, Path]]:
    if len(datasets) != len(files):
        raise UsageError(_("each --dataset needs its --data"))
    paths = [Path(name) for name in files]
    for dataset, path in zip(datasets, paths, strict=True):
        if not (path.is_dir() if dataset == SUMMARY else path.is_file()):
            raise UsageError(_("{path}: there is no such file").format(path=path))
    return list(zip(datasets, paths, strict=True))


@contextmanager
def _fresh_database(chosen: Path | None) -> Iterator[Path]:
    """Set Django up on a data directory that belongs to this benchmark alone."""
    os.environ["WASURENA_BACKGROUND"] = "inline"
    try:
        with data_directory(chosen) as path:
            set_up_django()
            _refuse_other_data(path)
            from memory_site.cli.database.preparation import prepare_database

            prepare_database()
            yield path
            from django.db import connections

            connections.close_all()
    except NotForBenchmarks as error:
        raise UsageError(
            _("{path} holds something else; name an empty directory").format(path=error)
        ) from error


def _refuse_other_data(path: Path) -> None:
    """Stop if the settings were read before they could be pointed to ``path``."""
    from django.conf import settings

    if not Path(settings.DATABASE_PATH).is_relative_to(path):
        raise UsageError(_("run a benchmark in its own process"))


@contextmanager
def _steps() -> Iterator[Callable[[str, int], Callable[[int], None]]]:
    """Show a bar for each step on standard error, where somebody watches."""
    with count_bars() as progress:

        def step(name: str, total: int) -> Callable[[int], None]:
            bar = progress.add_task(name, total=total)
            return lambda count: progress.advance(bar, count)

        yield step


def _deliver(options: Namespace, section: str, tables: "Sequence[Table]") -> None:
    # A file or a pipe has room for every column.
    screen = console() if sys.stdout.isatty() else Console(highlight=False, width=PIPE_WIDTH)
    for table in tables:
        screen.print(table.title, style="bold")
        screen.print(table.drawn(), end="\n\n")
    if options.write:
        from memory_site.bench.reports.tables import write_section

        write_section(Path(options.write), section, tables)
        note(_("written to {path}").format(path=options.write))


def _write_json(name: str | None, data: Any) -> None:
    if name:
        Path(name).write_text(json.dumps(data, ensure_ascii=False, indent=1), "utf-8")
        note(_("written to {path}").format(path=name))
