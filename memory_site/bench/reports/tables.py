"""Tables of figures, and what they were measured with: machine, versions, model, plan."""

import os
import platform
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from rich.table import Table as RichTable
from sqlcipher3 import dbapi2

from memories.models import EmbeddingModel, ModelStatus

# Called with the name and size of a step; returns the function that reports progress.
Steps = Callable[[str, int], Callable[[int], None]]
GIGABYTE = 1024**3


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, column names and rows of text; the first column names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def drawn(self) -> RichTable:
        """Return it for the terminal, without its title."""
        table = RichTable(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for at, name in enumerate(self.columns):
            table.add_column(name, justify="right" if at else "left", no_wrap=bool(at))
        for row in self.rows:
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        """Return it as Markdown."""
        lines = [f"| {' | '.join(row)} |" for row in (self.columns, *self.rows)]
        lines.insert(1, "|" + "---|" * len(self.columns))
        return "\n".join([f"**{self.title}**", "", *lines])


def write_section(path: Path, name: str, tables: Sequence[Table]) -> None:
    """Put tables between the marks of a section; a file without them gets them at its end.

    The marks are ``<!-- bench NAME -->`` and ``<!-- /bench NAME -->``.
    """
    begin, end = f"<!-- bench {name} -->", f"<!-- /bench {name} -->"
    section = "\n\n".join([begin, *(table.markdown() for table in tables), end])
    text = path.read_text("utf-8") if path.exists() else ""
    marked = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if marked.search(text):
        text = marked.sub(lambda _: section, text)
    else:
        text = f"{text.rstrip()}\n\n{section}\n".lstrip()
    path.write_text(text, "utf-8")


def machine() -> dict[str, str]:
    """Return the processor, its cores, the memory, and the versions of what runs on it."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "?"),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "SQLite": dbapi2.sqlite_version,
        "numpy": np.__version__,
        "wasurena": _version("wasurena"),
        "load before": _load(),
        "date": date.today().isoformat(),
    }


def model() -> str:
    """Return the name and version of the embedding model in use."""
    active = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    return f"{active.name} {active.version} ({active.dimension})" if active else "none"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "unknown"
    return f"{size / GIGABYTE:.0f} GB"


def _load() -> str:
    """Return how many processes wanted to run in the last minute: figures need an idle machine."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def setup_table(facts: Mapping[str, str]) -> Table:
    """Return what the figures were measured with."""
    return Table(_("Measured with"), [_("what"), ""], [[name, facts[name]] for name in facts])


@dataclass(frozen=True, slots=True)
class ReportSection:
    """The figures of one file, as tables and as data."""

    name: str
    tables: list[Table]
    data: dict[str, Any]
