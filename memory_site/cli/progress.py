"""Bars on standard error that show how far a long command is, where somebody watches."""

import sys

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


def counting_bars() -> Progress:
    """Return bars that say how many of how many are done."""
    return _bars(MofNCompleteColumn())


def percent_bars() -> Progress:
    """Return bars that say a percentage: of a file, whose size in bytes tells nobody anything."""
    return _bars(TaskProgressColumn())


def _bars(done: ProgressColumn) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
