"""Measuring: ``bench quality`` and ``bench speed``."""

import argparse

from ..language import _
from .memories import MODES
from .parser import Commands, command, positive

DATASETS = ("locomo", "jsquad", "jemhopqa", "jsonl")


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    text = _("Measure how well and how fast memories are found, apart from your own data.")
    group = commands.add_parser("bench", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    _declare_quality(actions)


def _declare_quality(actions: Commands) -> None:
    quality = command(
        actions, "quality", "bench:quality", is_django=False,
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
    quality.add_argument("--mode", choices=MODES, default="hybrid", help=_("how to look"))
    quality.add_argument(
        "--limit-queries", type=positive, metavar="N", help=_("at most N questions a scope")
    )
    _declare_reports(quality)
    _add_output(quality)


def _declare_reports(quality: argparse.ArgumentParser) -> None:
    quality.add_argument("--splits", action="store_true", help=_("also show each scope"))
    quality.add_argument(
        "--baseline", action="store_true", help=_("also ask plain full-text search: the floor")
    )
    quality.add_argument(
        "--ablation", action="store_true", help=_("also ask without each part of the hybrid plan")
    )
    quality.add_argument(
        "--learn", action="store_true", help=_("also fit the weights, and print them")
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--write", metavar=_("FILE.md"), help=_("put the tables into a section of this file")
    )
    parser.add_argument("--json", metavar=_("FILE"), help=_("write every figure to this file"))
