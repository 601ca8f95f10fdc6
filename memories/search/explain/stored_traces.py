"""Stored traces: remove forgotten memories, delete old traces, read shares."""

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from memories.index.items import encode
from memories.models import ItemKind, RetrievalRun

KEPT_DAYS = 30
MOST_TRACES = 2_000
ABOUT = """
    SELECT run_id FROM retrieval_runs WHERE trace IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(retrieval_runs.trace, '$.items')
        WHERE value IN (SELECT value FROM json_each(%s)))
"""
TOO_MANY = """
    UPDATE retrieval_runs SET trace = NULL WHERE run_id IN (
        SELECT run_id FROM (
            SELECT run_id, row_number() OVER (PARTITION BY base_user ORDER BY created_at DESC) AS n
            FROM retrieval_runs WHERE trace IS NOT NULL)
        WHERE n > %s)
"""
BY_ROW = ("items", "fates", "places")
BY_NAME = ("ranks", "scores", "shares", "parts", "features")


def erase(memory_ids: Collection[int], kind: ItemKind = ItemKind.MEMORY) -> int:
    """Remove items from every trace, and return how many traces held one of them.

    Runs made for one of the memories lose the whole trace, which holds terms of its text.
    """
    RetrievalRun.objects.filter(memory__in=list(memory_ids)).update(trace=None)
    gone = {encode(pk, kind) for pk in memory_ids}
    with connection.cursor() as cursor:
        cursor.execute(ABOUT, [json.dumps(sorted(gone))])
        ids = [run_id for (run_id,) in cursor.fetchall()]
    runs = list(RetrievalRun.objects.filter(pk__in=ids))
    for run in runs:
        run.trace = without(run.trace or {}, gone)
    RetrievalRun.objects.bulk_update(runs, ["trace"], batch_size=100)
    return len(runs)


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
