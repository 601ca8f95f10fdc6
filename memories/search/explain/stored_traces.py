"""Stored traces: of the hits of a search, without forgotten memories, for some days."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memories.index.in_memory.rows import encode
from memories.models import Memory, RetrievalRun

from .packed_traces import packed, unpacked

# Of a search that is explained, single features are told for the first rows.
DETAILED_ROWS = 20
MOST_BYTES = 1_200
MOST_ROWS = 100
Rows = Sequence[int] | NDArray[np.int64]
KEPT_DAYS = 30
MOST_TRACES = 2_000
TOO_MANY = """
    UPDATE retrieval_runs SET trace = NULL WHERE run_id IN (
        SELECT run_id FROM (
            SELECT run_id, row_number() OVER (PARTITION BY base_user ORDER BY created_at DESC) AS n
            FROM retrieval_runs WHERE trace IS NOT NULL)
        WHERE n > %s)
"""
BY_ROW = ("items", "fates", "places")
BY_NAME = ("ranks", "scores", "shares", "parts", "features")


@dataclass(slots=True)
class Columns:
    """Named columns with one number per candidate; NaN if unknown.

    A column that holds only the same ``idle`` value, such as a factor of 1, is left out.
    """

    idle: tuple[float, ...] = (0.0,)
    pieces: list[tuple[str, Rows, Any]] = field(default_factory=list)

    def put(self, name: str, rows: Rows, values: Any) -> None:
        """Set the values of some rows of a column."""
        self.pieces.append((name, rows, values))

    def listed(self, count: int) -> dict[str, list[float]]:
        """Return the first values of each column that is not idle, to four decimal places."""
        names = list(dict.fromkeys(name for name, _, _ in self.pieces))
        table = np.full((len(names), MOST_ROWS), np.nan)
        for name, rows, values in self.pieces:
            table[names.index(name), rows] = values
        table = table[:, :count].round(4)
        unknown = np.isnan(table)
        says = ~unknown.all(axis=1)
        for value in self.idle:
            says &= ~(unknown | (table == value)).all(axis=1)
        return {names[at]: table[at].tolist() for at in np.flatnonzero(says).tolist()}


@dataclass(frozen=True, slots=True)
class Trace:
    """The candidates of one search, best first, and the parsed query."""

    asked: dict[str, Any]
    spaces: list[dict[str, Any]]
    routes: list[dict[str, Any]]
    counts: dict[str, int]
    least_cosine: float
    multipliers: Mapping[str, float]
    items: list[int]
    fates: list[str]
    places: list[int | None]
    ways: dict[int, tuple[int, int, float]]
    ranks: Columns = field(default_factory=lambda: Columns(idle=()))
    scores: Columns = field(default_factory=Columns)
    shares: Columns = field(default_factory=Columns)
    parts: Columns = field(default_factory=lambda: Columns(idle=(0.0, 1.0)))
    features: Columns = field(default_factory=Columns)
    later: list[Callable[[], None]] = field(default_factory=list)

    def written(self) -> bytes:
        """Return the trace packed into at most 1,200 bytes, with fewer rows if needed."""
        rows = len(self.items)
        data = packed(self.listed(rows))
        while rows and len(data) > MOST_BYTES:
            rows = min(rows - 1, int(rows * MOST_BYTES / len(data)))
            data = packed(self.listed(rows))
        return data

    def listed(self, rows: int = MOST_ROWS) -> dict[str, Any]:
        """Return the first rows of the trace as plain lists."""
        while self.later:
            self.later.pop()()
        return {
            "asked": self.asked,
            "spaces": self.spaces,
            "routes": self.routes,
            "counts": self.counts,
            "least_cosine": round(self.least_cosine, 4),
            "multipliers": dict(self.multipliers),
            "items": self.items[:rows],
            "fates": self.fates[:rows],
            "places": self.places[:rows],
            "ways": {str(row): list(way) for row, way in self.ways.items() if row < rows},
            "ranks": self.ranks.listed(rows),
            "scores": self.scores.listed(rows),
            "shares": self.shares.listed(rows),
            "parts": self.parts.listed(rows),
            "features": self.features.listed(min(rows, DETAILED_ROWS)),
        }


def trace_of(run: RetrievalRun) -> dict[str, Any] | None:
    """Return the stored trace of a search; None if it is not kept."""
    return unpacked(run.trace) if run.trace else None


def erase(memory_ids: Collection[int]) -> int:
    """Remove memories from every trace, and return how many traces held one of them.

    Runs made for one of the memories lose the whole trace, which holds terms of its text.
    """
    RetrievalRun.objects.filter(memory__in=list(memory_ids)).update(trace=None)
    gone = {encode(pk) for pk in memory_ids}
    runs = [run for run in _traced(memory_ids) if _names(unpacked(run.trace or b""), gone)]
    for run in runs:
        run.trace = packed(without(unpacked(run.trace or b""), gone))
    RetrievalRun.objects.bulk_update(runs, ["trace"], batch_size=100)
    return len(runs)


def _traced(memory_ids: Collection[int]) -> list[RetrievalRun]:
    """Return the searches with a trace of everybody whose memories these are."""
    owners = Memory.objects.filter(pk__in=list(memory_ids)).values("base_user").distinct()
    runs = RetrievalRun.objects.filter(base_user__in=owners, trace__isnull=False)
    return list(runs.only("trace"))


def _names(trace: dict[str, Any], gone: Collection[int]) -> bool:
    seeds = (way[0] for way in trace["ways"].values())
    return any(item in gone for item in chain(trace["items"], seeds))


def without(trace: dict[str, Any], gone: Collection[int]) -> dict[str, Any]:
    """Return a trace without the rows of the given items."""
    kept = [row for row, item in enumerate(trace["items"]) if item not in gone]
    new_row = {str(old): str(new) for new, old in enumerate(kept)}
    rows = {name: [trace[name][row] for row in kept] for name in BY_ROW}
    columns = {
        name: {key: _kept(column, kept) for key, column in trace[name].items()} for name in BY_NAME
    }
    ways = {
        new_row[row]: way
        for row, way in trace["ways"].items()
        if row in new_row and way[0] not in gone
    }
    return {**trace, **rows, **columns, "ways": ways}


def _kept(column: list[Any], rows: list[int]) -> list[Any]:
    """Return the values of the kept rows; feature columns hold only the first rows."""
    return [column[row] for row in rows if row < len(column)]


def trim(now: datetime) -> int:
    """Delete traces older than 30 days, and all but each person's last 2,000."""
    with_trace = RetrievalRun.objects.filter(trace__isnull=False)
    old = with_trace.filter(created_at__lt=now - timedelta(days=KEPT_DAYS)).update(trace=None)
    with connection.cursor() as cursor:
        cursor.execute(TOO_MANY, [MOST_TRACES])
        return old + int(cursor.rowcount)


def shares_of(trace: dict[str, Any], memory_id: int) -> dict[str, float] | None:
    """Return one memory's shares by part before multipliers, or None if the trace lacks it.

    Multipliers are divided out, so that tuning never learns from its own effect.
    """
    item = encode(memory_id)
    if item not in trace["items"]:
        return None
    row = trace["items"].index(item)
    multipliers = trace["multipliers"]
    return {
        part: round(column[row] / multipliers.get(part, 1.0), 4)
        for part, column in trace["shares"].items()
        if column[row] is not None
    }
