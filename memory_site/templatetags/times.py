"""Times and days, as people say them."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory_site.web import relative_time

register = template.Library()


@register.simple_tag
def ago(at: datetime, css: str = "") -> SafeString:
    """Write a time as people say it, with the exact one on hover."""
    local = timezone.localtime(at)
    return format_html(
        '<time class="{}" datetime="{}" title="{}">{}</time>',
        css,
        local.isoformat(timespec="seconds"),
        relative_time.exact(local),
        relative_time.relative(local, now=timezone.localtime()),
    )


@register.filter
def exact(at: datetime) -> str:
    """Write a time in full."""
    return relative_time.exact(timezone.localtime(at))


@register.filter
def day_name(at: datetime) -> str:
    """Write a day with its weekday."""
    return relative_time.day(at)


@register.filter
def clock(at: datetime) -> str:
    """Write the time of day."""
    return timezone.localtime(at).strftime("%H:%M")


@register.filter
def day_distance(at: datetime) -> str:
    """Say how far away a day is, where that helps."""
    return relative_time.day_distance(at.date(), today=timezone.localdate())


@register.filter
def month_name(at: datetime) -> str:
    """Write a month, short."""
    return relative_time.month(at)
