"""Tables of figures: on the terminal, and as a section of a Markdown file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table as RichTable


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
