"""Charts of memories: what is new, recalled, written by whom, when, of which kind, how strong."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from django.urls import reverse

from memories.schemas.dashboards.inputs import BANDS
from memories.schemas.dashboards.memories import ActivityOut, NamedEntityOut, SpanOut
from memories.schemas.dashboards.report import DashboardsOut

from .charts import Addresses, Cell, Chart, ChartColumn, ChartRow, by_span, counted

WEEKDAYS = 7
MOST_LINES = 5


def memory_charts(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    """Yield the charts about memories."""
    yield _news(report, to)
    yield _mentioned("rising", report.news.rising)
    yield _recall(report, to)
    yield _most_used(report)
    yield from _writers(report, to)
    yield from _growth(report, to)
    yield _calendar(report.activity, to)
    yield _hours(report.activity, to)
    yield from _kinds(report, to)
    yield _mentioned("top", report.important.top)
    yield _trends(report, to)
    yield from _strength(report, to)


def _news(report: DashboardsOut, to: Addresses) -> Chart:
    spans = report.news.spans
    return by_span(
        "news",
        "stacked",
        spans,
        (ChartColumn(pack, "pack") for pack in report.packs),
        lambda at: (
            Cell(spans[at].by_pack[pack], to.span(spans[at], pack=pack)) for pack in report.packs
        ),
        to.span,
    )


def _mentioned(id: str, entities: Sequence[NamedEntityOut]) -> Chart:
    has_before = any(one.before is not None for one in entities)
    columns = [ChartColumn("mentions", css="series-1")]
    columns += [ChartColumn("before", css="series-0")] if has_before else []
    rows = (
        ChartRow(
            one.name,
            (Cell(one.mentions), Cell(one.before))[: len(columns)],
            reverse("entity-detail", args=[one.id]),
        )
        for one in entities
    )
    return Chart(id, "rows", "plain", tuple(columns), tuple(rows))


def _trends(report: DashboardsOut, to: Addresses) -> Chart:
    top = report.important.top[:MOST_LINES]
    return by_span(
        "trends",
        "lines",
        report.important.spans,
        (ChartColumn(one.name, "plain", f"series-{at}") for at, one in enumerate(top, start=1)),
        lambda at: (Cell(one.trend[at]) for one in top),
        to.span,
    )


def _recall(report: DashboardsOut, to: Addresses) -> Chart:
    rows = []
    for at, band in enumerate(report.recall.by_age):
        days = {"since": band.since, "until": band.until}
        cells = (
            Cell(band.recalled, to.memories(recalled="yes", **days)),
            Cell(band.never, to.memories(recalled="never", **days)),
        )
        rows.append(ChartRow(str(at), cells, to.memories(recalled="never", **days)))
    columns = (ChartColumn("recalled", css="series-1"), ChartColumn("never", css="series-0"))
    return Chart("recall", "stacked", "age", columns, tuple(rows))


def _most_used(report: DashboardsOut) -> Chart:
    rows = tuple(
        ChartRow(one.title, (Cell(one.uses),), reverse("memory-detail", args=[one.id]))
        for one in report.recall.most_used
    )
    return Chart("most-used", "rows", "plain", (ChartColumn("uses"),), rows)


def _writers(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    writers = report.writers
    yield _by("actors", "actor", writers.by_actor, report, to)
    yield _by("sources", "source", writers.by_source, report, to)
    yield _by("speakers", "speaker", writers.by_speaker, report, to)
    yield _by("trusts", "trust", writers.by_trust, report, to)


def _by(
    id: str, field: str, counts: Mapping[str, int], report: DashboardsOut, to: Addresses
) -> Chart:
    """Return the memories of the period by a field of theirs, each bar with its list."""

    def address(key: str) -> str:
        return to.memories(**{field: key}, since=report.since)

    return counted(id, counts, names=field, address=address)


def _growth(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    points = report.growth.points

    def until(span: SpanOut) -> str:
        return to.memories(until=span.last)

    yield by_span(
        "growth",
        "area",
        points,
        [ChartColumn("memories")],
        lambda at: [Cell(points[at].memories)],
        until,
    )
    yield by_span(
        "knowledge",
        "lines",
        points,
        [ChartColumn("entities", css="series-2"), ChartColumn("relations", css="series-3")],
        lambda at: [Cell(points[at].entities), Cell(points[at].relations)],
        lambda span: to.to("entity-list"),
    )


def _calendar(activity: ActivityOut, to: Addresses) -> Chart:
    """Return weeks as rows and their days as columns."""
    counts = {one.day: one.memories for one in activity.days}

    def cell(day: date) -> Cell:
        if day > activity.until:
            return Cell(None)
        count = counts.get(day, 0)
        return Cell(count, to.memories(since=day, until=day) if count else "")

    rows, monday = [], activity.since
    while monday <= activity.until:
        days = [monday + timedelta(days=at) for at in range(WEEKDAYS)]
        address = to.memories(since=monday, until=days[-1])
        cells = tuple(cell(day) for day in days)
        rows.append(ChartRow(monday.isoformat(), cells, address, monday, days[-1]))
        monday += timedelta(weeks=1)
    columns = tuple(ChartColumn(str(at), "weekday") for at in range(WEEKDAYS))
    return Chart("calendar", "calendar", "span", columns, tuple(rows))


def _hours(activity: ActivityOut, to: Addresses) -> Chart:
    rows = tuple(
        ChartRow(str(hour), (Cell(count),), to.memories(since=activity.since, hour=hour))
        for hour, count in enumerate(activity.by_hour)
    )
    return Chart("hours", "bars", "hour", (ChartColumn("memories"),), rows)


def _kinds(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    kinds = report.kinds
    yield _by("packs", "pack", kinds.by_pack, report, to)
    yield _by("types", "type", kinds.by_type, report, to)
    yield _by("categories", "category", kinds.by_category, report, to)


def _strength(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    for name, counts in (
        ("strength", report.strength.strength),
        ("importance", report.strength.importance),
    ):
        rows = tuple(
            ChartRow(str(band), (Cell(counts[band]),), to.memories(**{name: band}))
            for band in range(BANDS)
        )
        yield Chart(name, "bars", "band", (ChartColumn("memories"),), rows)
