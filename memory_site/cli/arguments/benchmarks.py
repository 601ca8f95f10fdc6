"""Options of ``wasurena bench …``."""

import argparse

from memory_site.cli.environment import _

from .memories import MODES
from .parser import Commands, command, positive

LABELLED = (
    "stockmark", "wnut17", "jsonl", "entities", "relations", "endings", "facts", "holding", "secrets",
    "instructions", "times", "questions", "summary", "packs",
)  # fmt: skip
DATASETS = (
    "locomo", "jsquad", "jemhopqa", "assistant-chats", "assistant-chats-user", "jsonl", "answerable",
)  # fmt: skip


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    text = _("Measure search quality and speed, apart from your own data.")
    group = commands.add_parser("bench", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    _declare_quality(actions)
    _declare_extraction(actions)
    _declare_resolution(actions)
    _declare_duplicates(actions)
    _declare_speed(actions)
    _declare_load(actions)
    _declare_soak(actions)
    _declare_graph(actions)


def _declare_quality(actions: Commands) -> None:
    quality = command(
        actions, "quality", "bench.labelled:quality", is_django=False,
        text=_("Answer the questions of a data set and score what is found."),
    )  # fmt: skip
    quality.add_argument(
        "--dataset", action="append", required=True, choices=DATASETS,
        help=_("the format of the file; repeatable, each with its --data"),
    )  # fmt: skip
    quality.add_argument(
        "--data", action="append", required=True, metavar=_("FILE"),
        help=_("a data set that you have; none comes with Wasurena"),
    )  # fmt: skip
    quality.add_argument("--mode", choices=MODES, default="hybrid", help=_("the search mode"))
    quality.add_argument(
        "--limit-queries", type=positive, metavar="N", help=_("at most N questions a scope")
    )
    _declare_reports(quality)
    _add_output(quality)


def _declare_reports(quality: argparse.ArgumentParser) -> None:
    quality.add_argument("--splits", action="store_true", help=_("also show each scope"))
    quality.add_argument(
        "--baseline", action="store_true", help=_("also ask plain full-text search: the baseline")
    )
    quality.add_argument(
        "--ablation", action="store_true", help=_("also ask without each part of the hybrid plan")
    )
    quality.add_argument(
        "--context", action="store_true",
        help=_("also build contexts, and compare them with the plain list of hits"),
    )  # fmt: skip
    quality.add_argument(
        "--unanswerable", action="store_true",
        help=_("also say how often “not known” is said wrongly, or left unsaid"),
    )  # fmt: skip
    quality.add_argument(
        "--learn", action="store_true", help=_("also fit the weights, and print them")
    )


def _declare_resolution(actions: Commands) -> None:
    resolution = command(
        actions, "resolution", "bench.labelled:resolution", is_django=False,
        text=_("Decide labelled pairs of names: the same person or thing, or not."),
    )  # fmt: skip
    resolution.add_argument(
        "--data", required=True, metavar=_("FILE"), help=_("labelled names, a case a line")
    )
    _add_output(resolution)


def _declare_duplicates(actions: Commands) -> None:
    duplicates = command(
        actions, "duplicates", "bench.labelled:duplicates", is_django=False,
        text=_("Judge labelled pairs of texts: the same, added to, changed, contradicted."),
    )  # fmt: skip
    duplicates.add_argument(
        "--data", required=True, metavar=_("FILE"), help=_("labelled pairs, one a line")
    )
    _add_output(duplicates)


def _declare_extraction(actions: Commands) -> None:
    extraction = command(
        actions, "extraction", "bench.labelled:extraction", is_django=False,
        text=_("Find names, relations and ended facts in labelled texts, by type and language."),
    )  # fmt: skip
    extraction.add_argument(
        "--dataset", action="append", required=True, choices=LABELLED,
        help=_("the format of the file; repeatable, each with its --data; “summary” takes a folder"),
    )  # fmt: skip
    extraction.add_argument(
        "--data", action="append", required=True, metavar=_("FILE"),
        help=_("a data set that you have; none comes with Wasurena"),
    )  # fmt: skip
    extraction.add_argument(
        "--half", choices=("even", "odd"), help=_("every second text only, to keep the rest unseen")
    )
    extraction.add_argument(
        "--extractor", choices=("rules", "model"), default="rules",
        help=_("who reads the texts of facts: the rules, or the configured language model too"),
    )  # fmt: skip
    _add_output(extraction)


def _declare_speed(actions: Commands) -> None:
    speed = command(
        actions, "speed", "bench.timing:speed", is_django=False,
        text=_(
            "Fill a database with invented memories, start the server on it and time everything."
            " With --data-dir the filled database is kept and used again."
        ),
    )  # fmt: skip
    speed.add_argument("--memories", type=positive, metavar="N", help=_("how many (10000)"))
    speed.add_argument(
        "--packs", type=int, choices=(1, 2, 3), default=3, help=_("number of packs to fill (3)")
    )
    speed.add_argument(
        "--clients", type=_numbers, default=[1, 8, 50], metavar="N,N…",
        help=_("numbers of parallel clients (1,8,50)"),
    )  # fmt: skip
    speed.add_argument(
        "--vectors", choices=("model", "resampled"),
        help=_("resampled: only 20,000 texts are embedded (default above 100,000 memories)"),
    )  # fmt: skip
    speed.add_argument(
        "--neighbour-space", type=_whole, metavar="N",
        help=_("memories of a second, small user (1000); 0: none"),
    )  # fmt: skip
    speed.add_argument(
        "--quick", action="store_true", help=_("few memories and few calls, to check that it works")
    )
    _add_output(speed)


def _declare_load(actions: Commands) -> None:
    load = command(
        actions, "load", "bench.timing:load", is_django=False,
        text=_(
            "Store long texts in a fresh database; meanwhile save short ones, search and list."
            " Say how long each took, and how long the write lock was held."
        ),
    )  # fmt: skip
    load.add_argument(
        "--seconds", type=positive, default=60, metavar="N",
        help=_("how long short texts are saved beside the long ones (60)"),
    )  # fmt: skip
    load.add_argument(
        "--texts", type=positive, default=100, metavar="N", help=_("long texts in a batch (100)")
    )
    load.add_argument(
        "--characters", type=positive, default=30_000, metavar="N",
        help=_("the length of a long text (30000)"),
    )  # fmt: skip
    _add_output(load)


def _declare_soak(actions: Commands) -> None:
    soak = command(
        actions, "soak", "bench.timing:soak", is_django=False,
        text=_(
            "Serve a few requests a second for long: saves, searches, MCP and pages."
            " Say whether memory, descriptors, threads and the write-ahead log grow."
        ),
    )  # fmt: skip
    soak.add_argument("--minutes", type=positive, default=60, metavar="N", help=_("how long (60)"))
    soak.add_argument(
        "--saving-minutes", type=positive, metavar="N",
        help=_("after so many minutes nothing is saved any more: what grows then, leaks"),
    )  # fmt: skip
    soak.add_argument(
        "--per-second", type=positive, default=4, metavar="N", help=_("requests a second (4)")
    )
    soak.add_argument(
        "--look-every", type=positive, default=60, metavar="N",
        help=_("seconds between two looks (60)"),
    )  # fmt: skip
    _add_output(soak)


def _declare_graph(actions: Commands) -> None:
    graph = command(
        actions, "graph", "bench.timing:graph", is_django=False,
        text=_("Measure an invented graph with hubs, each measure beside networkx."),
    )  # fmt: skip
    graph.add_argument(
        "--part", choices=("analytics", "walks", "searches"), default="analytics",
        help=_("what to measure: analytics in memory, stored walks, or searches beside the analysis"),
    )  # fmt: skip
    graph.add_argument(
        "--questions", type=positive, default=200, metavar="N",
        help=_("walks of each kind, or searches (200)"),
    )  # fmt: skip
    graph.add_argument(
        "--nodes", type=positive, default=100_000, metavar="N", help=_("number of nodes (100000)")
    )
    graph.add_argument(
        "--edges", type=positive, default=500_000, metavar="N", help=_("number of edges (500000)")
    )
    graph.add_argument(
        "--networkx-seconds", type=_whole, default=60, metavar="N",
        help=_("how long networkx may take for each measure (60); 0: leave it out"),
    )  # fmt: skip
    _add_output(graph)


def _numbers(text: str) -> list[int]:
    return [positive(part) for part in text.split(",")]


def _whole(text: str) -> int:
    return 0 if text == "0" else positive(text)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--write", metavar=_("FILE.md"), help=_("put the tables into a section of this file")
    )
    parser.add_argument("--json", metavar=_("FILE"), help=_("write every figure to this file"))
