"""The progress of a benchmark, and its tables and figures on the screen and in files."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from memory_site.cli.environment import _
from memory_site.cli.output import console, count_bars, note

if TYPE_CHECKING:
    from memory_site.bench.reports.tables import Table

PIPE_WIDTH = 160


@contextmanager
def steps() -> Iterator[Callable[[str, int], Callable[[int], None]]]:
    """Show a bar for each step on standard error, where somebody watches."""
    with count_bars() as progress:

        def step(name: str, total: int) -> Callable[[int], None]:
            bar = progress.add_task(name, total=total)
            return lambda count: progress.advance(bar, count)

        yield step


def deliver(options: Namespace, section: str, tables: "Sequence[Table]", data: Any) -> None:
    """Print the tables of one report and write what was asked for: a section, figures as JSON."""
    show(options, section, tables)
    write_json(options.json, data)


def show(options: Namespace, section: str, tables: "Sequence[Table]") -> None:
    """Print tables; put them into the section of the file that ``--write`` names."""
    # A file or a pipe has room for every column.
    screen = console() if sys.stdout.isatty() else Console(highlight=False, width=PIPE_WIDTH)
    for table in tables:
        screen.print(table.title, style="bold")
        screen.print(table.drawn(), end="\n\n")
    if options.write:
        from memory_site.bench.reports.tables import write_section

        write_section(Path(options.write), section, tables)
        note(_("written to {path}").format(path=options.write))


def write_json(name: str | None, data: Any) -> None:
    """Write every figure to a file, if one is named."""
    if name:
        Path(name).write_text(json.dumps(data, ensure_ascii=False, indent=1), "utf-8")
        note(_("written to {path}").format(path=name))
