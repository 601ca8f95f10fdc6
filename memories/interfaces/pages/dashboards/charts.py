"""What a chart shows: a table of numbers, of which the browser's script draws the picture.

Rows and columns carry keys; templates name them in the reader's language by ``names``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from memories.schemas.dashboards.inputs import DashboardQuery
from memories.schemas.dashboards.memories import SpanOut

SHORTEST_MONTH = 28


@dataclass(frozen=True, slots=True)
class Cell:
    """A number, None where there is none, and the address of the rows behind it."""

    value: float | None
    address: str = ""


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A series: its key, how the key is named, and the class that colors it."""

    key: str
    names: str = "series"
    css: str = ""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A category, or a span of days, with one cell for each column."""

    key: str
    cells: tuple[Cell, ...]
    address: str = ""
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and its table.

    ``kind``: ``bars`` stand, ``rows`` lie; ``stacked`` are bars on each other, ``lines`` and
    ``calendar`` what they say. ``target`` is drawn as a line.
    """

    id: str
    kind: str
    names: str
    columns: tuple[ChartColumn, ...]
    rows: tuple[ChartRow, ...]
    unit: str = "count"
    target: float | None = None

    @property
    def is_monthly(self) -> bool:
        """Whether the rows are months; the first and the last may be parts of one."""
        return any(
            row.first and row.last and (row.last - row.first).days >= SHORTEST_MONTH - 1
            for row in self.rows
        )


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of lists, within the packs of a query."""

    asked: DashboardQuery

    def memories(self, **conditions: Any) -> str:
        """Return the address of the memories that meet these conditions."""
        return self.to("dashboard-memories", **conditions)

    def span(self, span: SpanOut, **conditions: Any) -> str:
        """Return the address of the memories of a span."""
        return self.memories(since=span.first, until=span.last, **conditions)

    def to(self, name: str, **values: Any) -> str:
        """Return the address of a page with these parameters, and the packs unless given."""
        given = {"pack": list(self.asked.pack)} | values
        query = urlencode({key: value for key, value in given.items() if value is not None}, True)
        return f"{reverse(name)}?{query}" if query else reverse(name)


def counted(
    id: str,
    counts: Mapping[str, int],
    *,
    names: str,
    address: Callable[[str], str],
    column: ChartColumn | None = None,
) -> Chart:
    """Return lying bars of counts by key, in their order."""
    rows = tuple(ChartRow(key, (Cell(count),), address(key)) for key, count in counts.items())
    return Chart(id, "rows", names, (column or ChartColumn("memories"),), rows)


def by_span(
    id: str,
    kind: str,
    spans: Sequence[SpanOut],
    columns: Iterable[ChartColumn],
    cells: Callable[[int], Iterable[Cell]],
    address: Callable[[SpanOut], str],
    **more: Any,
) -> Chart:
    """Return a chart over time; ``cells`` returns the numbers of a span by its position."""
    rows = tuple(
        ChartRow(span.first.isoformat(), tuple(cells(at)), address(span), span.first, span.last)
        for at, span in enumerate(spans)
    )
    return Chart(id, kind, "span", tuple(columns), rows, **more)
