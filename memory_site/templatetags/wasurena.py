"""The template tags that all pages load: those of four topics, texts, counts and journal values."""

import re
from datetime import datetime

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from memory_site.web import excerpts, search_labels

from . import drawings, names
from .names import exact

register = template.Library()
for topic in (drawings, names):
    register.tags.update(topic.register.tags)
    register.filters.update(topic.register.filters)
# As the journal writes times.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@register.filter
def percent(share: float) -> str:
    """Write a share as a whole percentage."""
    return f"{round(share * 100)}%"


@register.simple_tag
def marked(text: str, words: list[str] | str = "") -> SafeString:
    """Show ``text``, or the stretch of a long one that matched, with ``words`` marked."""
    known = list(words)
    return excerpts.marked(excerpts.excerpt(text, known), known)


@register.filter
def verbatim(text: str) -> SafeString:
    """Escape text without losing a character: browsers drop a bare carriage return."""
    return mark_safe(str(escape(text)).replace("\r", "&#13;"))


@register.filter
def is_share(part: str) -> bool:
    """Whether a part of a score lies in 0…1; the others are factors round 1."""
    return part in search_labels.SHARES


@register.filter
def share_of(part: int, whole: int) -> float:
    """Return ``part`` as a share of ``whole``."""
    return part / whole if whole else 0.0


@register.filter
def counted(counts: dict[str, int], key: str) -> int:
    """Return the count of ``key``, 0 if there is none."""
    return counts.get(key, 0)


@register.filter
def has_value(value: object) -> bool:
    """Whether a journal value says anything."""
    return value not in (None, "", [], {})


@register.filter
def plain_value(value: object) -> str:
    """Write a journal value as text."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    text = str(value)
    return exact(datetime.fromisoformat(text)) if MOMENT.fullmatch(text) else text


@register.filter
def unlocalized(number: object) -> str:
    """Write a number as an HTML attribute needs it."""
    return str(number)
