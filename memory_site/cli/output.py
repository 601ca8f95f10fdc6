"""Print results to standard output, and everything else to standard error."""

import json
import sys
from typing import Any

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


def say(text: str = "") -> None:
    """Print a result, exactly as it is."""
    print(text, flush=True)


def note(text: str) -> None:
    """Print something beside the result."""
    print(text, file=sys.stderr, flush=True)


def say_json(value: Any) -> None:
    """Print a result for programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def console() -> Console:
    """Return where tables are drawn."""
    return Console(highlight=False, soft_wrap=False)


def count_bars() -> Progress:
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
