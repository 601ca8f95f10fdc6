"""Template tags of the dashboards: what rows and columns of charts are called, and numbers."""

import math
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from django import template
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from graph.analytics.schemas import EntityMetrics
from memories.interfaces.pages.dashboards.charts import Chart, ChartColumn, ChartRow
from memories.models import ProposalKind
from memories.schemas.dashboards.inputs import BANDS
from memory_site.web import labels
from packs import registry

from . import drawings

register = template.Library()
# Below so many, a share is written as the two numbers.
LEAST_FOR_PERCENT = 20
SIGNIFICANT, LEAST_MEASURED = 3, 0.0001
# A Monday, by which the days of the week are named.
MONDAY = date(2024, 1, 1)

SERIES: Mapping[str, str | Promise] = {
    "memories": _("Memories"),
    "mentions": _("Mentions"),
    "before": _("The period before"),
    "recalled": _("Recalled"),
    "never": _("Never recalled"),
    "uses": _("Times recalled"),
    "entities": _("People & things"),
    "relations": _("Relations"),
    "open": _("Waiting"),
    "useful": _("Something useful"),
    "useless": _("Nothing useful"),
    "unjudged": _("Not judged"),
    "p50": _("Half took at most"),
    "p95": _("95% took at most"),
    "rows": _("Rows"),
    "nodes": _("Nodes"),
    "edges": _("Connections"),
    "fitted": _("Power law"),
}
# Kinds of nodes and of edges.
KINDS: Mapping[str, str | Promise] = {
    "memory": _("Memories"),
    "entity": _("People & things"),
    "tag": _("Tags"),
    "context": _("Contexts"),
    "thread": _("Threads"),
    "link": _("Links"),
    "relation": _("Relations"),
    "mention": _("Mentions"),
}
MEASURES: Mapping[str, str | Promise] = {
    "influence": _("Influence"),
    "pagerank": _("PageRank"),
    "betweenness": _("Betweenness"),
    "degree": _("Degree"),
    "eigenvector": _("Eigenvector centrality"),
}
AGES: tuple[str | Promise, ...] = (
    _("up to a week"),
    _("up to a month"),
    _("up to 3 months"),
    _("up to 6 months"),
    _("up to a year"),
    _("older"),
)
PARTS: Mapping[str, str | Promise] = {
    "memories": _("Memories"),
    "entities": _("People & things"),
    "relations": _("Relations"),
    "links": _("Links"),
    "states": _("Facts"),
    "journal": _("Journal entries"),
    "embedding": _("Waiting for a vector"),
    "enrichment": _("Waiting to be read"),
    "llm": _("Waiting for the language model"),
}
PERIODS: Mapping[str, str | Promise] = {
    "7": _("Week"),
    "30": _("Month"),
    "365": _("Year"),
    "all": _("All"),
}
CONDITIONS: Mapping[str, str | Promise] = {
    "since": _("since %(value)s"),
    "until": _("until %(value)s"),
    "judged_since": _("judged since %(value)s"),
    "hour": _("from %(value)s o’clock"),
    "type": _("only: %(value)s"),
    "category": _("category %(value)s"),
    "source": _("from %(value)s"),
    "trust": _("only: %(value)s"),
    "speaker": _("said by %(value)s"),
    "actor": _("saved by: %(value)s"),
    "recalled": _("only: %(value)s"),
    "judged": _("judged: %(value)s"),
    "strength": _("strength %(value)s"),
    "importance": _("importance %(value)s"),
}


def _band(key: str) -> str:
    band = int(key)
    low, high = (number_format(at / BANDS, decimal_pos=1) for at in (band, band + 1))
    return f"{low}–{high}"


def _proposal(key: str) -> str:
    return str(ProposalKind(key).label) if key in ProposalKind else key


NAMERS: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "series": lambda key: str(SERIES.get(key, key)),
    "pack": registry.pack_name,
    "type": labels.memory_type,
    "category": lambda key: labels.category(key) if key else str(_("no category")),
    "source": labels.source,
    "trust": labels.trust,
    "speaker": lambda key: key or str(_("You")),
    "actor": labels.actor,
    "proposal": _proposal,
    "kind": lambda key: str(KINDS.get(key, key)),
    "measure": lambda key: str(MEASURES[key]),
    "part": lambda key: str(PARTS.get(key, key)),
    "period": lambda key: str(PERIODS.get(key, key)),
    "age": lambda key: str(AGES[int(key)]),
    "hour": lambda key: f"{int(key):02}:00",
    "band": _band,
    "weekday": lambda key: date_format(MONDAY + timedelta(days=int(key)), "D"),
}
CONDITION_NAMES: Mapping[str, str] = {
    "type": "type", "category": "category", "source": "source", "trust": "trust",
    "speaker": "speaker", "actor": "actor", "recalled": "series", "judged": "series",
    "strength": "band", "importance": "band",
}  # fmt: skip


@register.filter
def called(key: str, names: str) -> str:
    """Name a key in the reader's language."""
    return NAMERS[names](key)


@register.simple_tag
def row_name(row: ChartRow, names: str) -> str:
    """Name a row; a span by its days."""
    if row.first is None or row.last is None:
        return called(row.key, names)
    if row.first == row.last:
        return date_format(row.first, pgettext("date format", "M j, Y"))
    return f"{_day(row.first)} – {date_format(row.last, pgettext('date format', 'M j, Y'))}"


@register.simple_tag
def row_short(row: ChartRow, chart: Chart) -> str:
    """Name a span as short as an axis needs it; nothing for other rows."""
    if row.first is None:
        return ""
    if chart.is_monthly:
        return date_format(row.first, pgettext("month of a chart", "M Y"))
    return _day(row.first)


def _day(day: date) -> str:
    return date_format(day, pgettext("date format", "M j"))


@register.filter
def column_css(column: ChartColumn) -> str:
    """Return the class that colors a series."""
    return drawings.hue(column.key) if column.names == "pack" else column.css or "series-1"


@register.filter
def figure(value: float | None, unit: str = "count") -> str:
    """Write a number with its unit; a dash where there is none."""
    if value is None:
        return "–"
    if unit == "ms":
        return f"{number_format(value, decimal_pos=0, force_grouping=True)} ms"
    places = None if float(value).is_integer() else 1
    return number_format(int(value) if places is None else value, places, force_grouping=True)


@register.filter
def measured(value: float | None) -> str:
    """Write a measure with three digits that count; a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(value, int) or value == 0 or abs(value) >= 10**SIGNIFICANT:
        return figure(round(value))
    if abs(value) < LEAST_MEASURED:
        return f"< {number_format(LEAST_MEASURED, 4)}"
    places = SIGNIFICANT - 1 - math.floor(math.log10(abs(value)))
    return number_format(round(value, places), max(0, places), force_grouping=True)


@register.filter
def measure_of(entity: EntityMetrics, name: str) -> str:
    """Write a measure of an entity."""
    return measured(getattr(entity, name))


@register.simple_tag
def share(part: int, whole: int) -> str:
    """Write a share as a percentage; of few, as the two numbers."""
    if whole < LEAST_FOR_PERCENT:
        return f"{part} / {whole}"
    return f"{round(100 * part / whole)}%"


@register.simple_tag
def condition(name: str, value: str) -> str:
    """Write a condition of a list in words."""
    said = called(value, CONDITION_NAMES[name]) if name in CONDITION_NAMES else value
    return str(CONDITIONS.get(name, "%(value)s")) % {"value": said}
