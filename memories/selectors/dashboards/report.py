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
    mentioned = entities.mentioned_entities(scope, written.spans)
    made, related = entities.entities_by_day(scope), entities.relations_by_day(scope)
    grown = times.growth(written, made, related)
    return DashboardsOut(
        packs=list(scope.packs),
        days=asked.days,
        since=written.first_day,
        until=scope.today,
        news=times.news(written, entities.rising(mentioned)),
        waiting=waiting(scope),
        recall=recall.recall_of(scope),
        writers=contents.writers(scope),
        growth=grown,
        activity=times.activity(written),
        kinds=contents.kinds(scope, written),
        important=entities.important(mentioned, written.spans),
        strength=contents.strength(scope),
        searches=searches.search_quality(scope, written.spans),
        storage=storage(scope, grown),
    )
