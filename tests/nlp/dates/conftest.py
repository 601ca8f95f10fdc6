"""A Friday in November, and how ranges are written in the tables of cases."""

from datetime import datetime
from zoneinfo import ZoneInfo

from nlp.dates import TimeExpression, find

TOKYO = ZoneInfo("Asia/Tokyo")
# Friday.
NOW = datetime(2026, 11, 20, 12, tzinfo=TOKYO)


def short(moment: datetime | None) -> str:
    """Return a time as 2026-05-03, with hours only where there are any; open ends are ``…``."""
    if moment is None:
        return "…"
    return moment.strftime("%Y-%m-%d" if moment.hour == moment.minute == 0 else "%Y-%m-%d %H:%M")


def the_one(text: str, now: datetime = NOW, *, is_past: bool = True) -> TimeExpression:
    """Return the only expression of ``text``."""
    found = find(text, now=now, is_past=is_past)
    assert len(found) == 1, found
    return found[0]


def spans(text: str, now: datetime = NOW, *, is_past: bool = True) -> list[tuple[str, str, str]]:
    """Return the words of each expression with its ends."""
    return [
        (one.text, short(one.start), short(one.end)) for one in find(text, now=now, is_past=is_past)
    ]
