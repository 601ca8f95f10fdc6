"""Times as people say them, in both languages."""

from datetime import date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
DAYS_AS_DISTANCE = 14


def relative(at: datetime, *, now: datetime) -> str:
    """Return ``3 days ago``; a date where that is more than two weeks away."""
    passed = now - at
    days = (now.date() - at.date()).days
    if passed < -MINUTE or days > DAYS_AS_DISTANCE:
        return _date(at, now)
    if passed < MINUTE:
        return _("just now")
    if passed < HOUR:
        minutes = passed // MINUTE
        return ngettext("%(n)s minute ago", "%(n)s minutes ago", minutes) % {"n": minutes}
    if days == 0 or passed < 6 * HOUR:
        hours = passed // HOUR
        return ngettext("%(n)s hour ago", "%(n)s hours ago", hours) % {"n": hours}
    if days == 1:
        return _("yesterday")
    return ngettext("%(n)s day ago", "%(n)s days ago", days) % {"n": days}


def _date(at: datetime, now: datetime) -> str:
    if at.year == now.year:
        return date_format(at, pgettext("date format", "M j"))
    return date_format(at, pgettext("date format", "M j, Y"))


def exact(at: datetime) -> str:
    """Return date, weekday and time in full."""
    return date_format(at, pgettext("date format", "D, M j, Y, H:i"))


def day(at: datetime) -> str:
    """Return a day with its weekday, as the head of a day."""
    return date_format(at, pgettext("date format", "l, F j"))


def day_distance(day: date, *, today: date) -> str:
    """Return ``today``, ``yesterday`` or the year of a day of another year."""
    days = (today - day).days
    if days == 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if day.year != today.year:
        return date_format(day, pgettext("date format", "Y"))
    return ""


def month(day: date) -> str:
    """Return the short name of a month."""
    return date_format(day, pgettext("date format", "M"))


def span(start: datetime | None, end: datetime | None) -> str:
    """Return a half-open time with its last day, or its hours; an open end is left out.

    Both are in the reader's zone.
    """
    if start is None and end is None:
        return ""
    if start is None or end is None:
        return _open(start, end)
    if end - start < timedelta(days=1):
        return f"{exact(start)} – {exact(end)}"
    first, last = _full(start), _full(end - timedelta(microseconds=1))
    return first if first == last else f"{first} – {last}"


def _open(start: datetime | None, end: datetime | None) -> str:
    if start is not None:
        return _("from %(day)s on") % {"day": _full(start)}
    assert end is not None
    return _("before %(day)s") % {"day": _full(end)}


def _full(at: datetime) -> str:
    return date_format(at, pgettext("date format", "M j, Y"))
