"""What the dashboards are asked for: packs and a period, or the memories behind a number."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Self

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Input, Text
from packs.schemas import PackId

BANDS = 10
Band = Annotated[int, Field(ge=0, lt=BANDS)]
Word = Annotated[Text, Field(max_length=200)]


class Period(StrEnum):
    """How many days back, today included."""

    WEEK = "7"
    MONTH = "30"
    YEAR = "365"
    ALL = "all"

    @property
    def days(self) -> int | None:
        """The number of days; None for all time."""
        return None if self is Period.ALL else int(self)


class DashboardQuery(Input):
    """The packs and the period of the dashboards."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to count in.")
    days: Period = Field(default=Period.MONTH, description="Days back, today included; or all.")


class Recalled(StrEnum):
    """Whether a search has ever found a memory."""

    YES = "yes"
    NEVER = "never"


class Judged(StrEnum):
    """What people thought of a memory as a search result."""

    USEFUL = "useful"
    USELESS = "useless"


class MemoriesBehind(Input):
    """Conditions of the memories behind a number; days are in the caller's time zone."""

    pack: list[PackId] = Field(default_factory=list)
    since: date | None = None
    until: date | None = Field(default=None, description="The last day that counts.")
    hour: int | None = Field(default=None, ge=0, le=23)
    type: Word | None = None
    category: Word | None = None
    source: Word | None = None
    trust: Word | None = None
    actor: Word | None = Field(default=None, description="Who saved it, as the journal writes it.")
    speaker: Word | None = Field(default=None, description="Empty for the owner.")
    recalled: Recalled | None = None
    judged: Judged | None = None
    judged_since: date | None = None
    strength: Band | None = Field(default=None, description="0 for below 0.1, 9 for 0.9 and more.")
    importance: Band | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since and self.until and self.until < self.since:
            raise PydanticCustomError("order", gettext_noop("the last day lies before the first"))
        return self
