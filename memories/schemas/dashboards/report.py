"""All dashboards of one period."""

from datetime import date

from pydantic import Field

from core.schemas import Output

from .inputs import Period
from .memories import (
    ActivityOut,
    GrowthOut,
    KindsOut,
    NewsOut,
    RecallOut,
    StrengthOut,
    WritersOut,
)
from .system import ImportantOut, SearchQualityOut, StorageOut, WaitingOut


class DashboardsOut(Output):
    """The numbers of every dashboard, for the caller's packs and a period."""

    packs: list[str]
    days: Period
    since: date = Field(description="The first day of the period, in the caller's time zone.")
    until: date
    news: NewsOut
    waiting: WaitingOut
    recall: RecallOut
    writers: WritersOut
    growth: GrowthOut
    activity: ActivityOut
    kinds: KindsOut
    important: ImportantOut
    strength: StrengthOut
    searches: SearchQualityOut
    storage: StorageOut
