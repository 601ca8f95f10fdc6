"""All dashboards together."""

from datetime import datetime

from core.caller import Caller
from memories.schemas.dashboards.inputs import DashboardQuery
from memories.schemas.dashboards.report import DashboardsOut

from . import contents, entities, recall, searches, times
from .scope import dashboard_scope
from .storage import storage
from .waiting import waiting


def dashboards(caller: Caller, asked: DashboardQuery, *, now: datetime) -> DashboardsOut:
    """Return the numbers of every dashboard.

    Raises:
        InvalidInput: a named pack is not installed.
        Forbidden: the token may not read, or does not allow a named pack.
    """
    scope = dashboard_scope(caller, asked, now=now)
    written = times.memory_times(scope)
    mentioned = entities.mentioned_entities(scope)
    grown = times.growth(
        scope, written, entities.entities_by_span(scope), entities.relations_by_span(scope)
    )
    return DashboardsOut(
        packs=list(scope.packs),
        days=asked.days,
        since=scope.first_day,
        until=scope.today,
        news=times.news(scope, written, entities.rising(mentioned)),
        waiting=waiting(scope),
        recall=recall.recall_of(scope),
        writers=contents.writers(scope),
        growth=grown,
        activity=times.activity(scope),
        kinds=contents.kinds(scope, written),
        important=entities.important(mentioned),
        strength=contents.strength(scope),
        searches=searches.search_quality(scope),
        storage=storage(scope, grown),
    )
