"""Time searches alone, and beside the analysis of an invented graph in a process of its own."""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.users import user_create
from core.caller import Caller
from memories.schemas import SearchInput
from memories.services.search import recall
from memory_site.bench.datasets.synthetic import MemoryGenerator, questions
from memory_site.bench.reports.tables import Steps, Table, machine, setup_table
from memory_site.bench.speed.clients import quantiles
from memory_site.bench.speed.contents import fill

from .whole import analyze_invented

NAME = "bench"
WARM = 20


@dataclass(frozen=True, slots=True)
class SearchesRequest:
    """The graph to analyze, and how many memories are searched how often."""

    nodes: int
    edges: int
    memories: int
    questions: int


def report(wanted: SearchesRequest, steps: Steps) -> tuple[list[Table], dict[str, Any]]:
    """Measure, and return the times as tables and for programs.

    The analysis does not stand back for requests here, as the worker's does for a minute of each.
    """
    facts, found = machine(), measured(wanted, steps)
    title = _("Searches of {memories} memories while {nodes} nodes and {edges} edges are analyzed")
    counts = {name: f"{count:,}" for name, count in asdict(wanted).items()}
    columns = [_("searches"), _("median ms"), _("95th percentile ms"), _("number")]
    labels = {"alone": _("alone"), "beside": _("beside the analysis")}
    rows = [
        [labels[key], f"{each['p50_ms']:.1f}", f"{each['p95_ms']:.1f}", f"{each['n']:,.0f}"]
        for key, each in found.items()
    ]
    shown = [Table(title.format(**counts), columns, rows), setup_table(facts)]
    return shown, {**asdict(wanted), "setup": facts, "searches": found}


def measured(wanted: SearchesRequest, steps: Steps) -> dict[str, dict[str, float]]:
    """Return the quantiles of searches alone, and while the analysis runs."""
    user_create(name=NAME)
    caller, generator = Caller(base_user=NAME), MemoryGenerator(wanted.memories)
    advance = steps(_("memories"), wanted.memories)
    fill(caller, generator, packs=3, now=timezone.now(), progress=advance)
    asked = cycle(questions(generator.some(wanted.questions)))
    search = _timed_search(caller)
    _all = [search(next(asked)) for _at in range(WARM)]
    alone = [search(next(asked)) for _at in range(wanted.questions)]
    beside = list(_beside_analysis(wanted, search, asked))
    return {"alone": quantiles(alone), "beside": quantiles(beside)}


def _timed_search(caller: Caller) -> Callable[[str], float]:
    def search(query: str) -> float:
        begun = time.perf_counter()
        recall(caller, SearchInput(query=query), record=False)
        return time.perf_counter() - begun

    return search


def _beside_analysis(
    wanted: SearchesRequest, search: Callable[[str], float], asked: Iterator[str]
) -> Iterator[float]:
    """Search until the analysis ends."""
    size: Sequence[int] = (wanted.nodes, wanted.edges)
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=analyze_invented, args=size, daemon=True)
    process.start()
    while process.is_alive():
        yield search(next(asked))
    process.join()
