"""Template tags of a memory's text and what it names."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

register = template.Library()
# What comes before the colon of a method; extractors of packs name themselves after it.
METHODS = {
    "person": _("said by you"),
    "caller": _("named when it was saved"),
    "rules": _("found by rules"),
    "llm": _("found by a language model"),
    "assistant": _("an assistant says so"),
}


@register.filter
def verbatim(text: str) -> SafeString:
    """Escape text so that no character of it is lost: browsers drop a bare carriage return."""
    return mark_safe(str(escape(text)).replace("\r", "&#13;"))


@register.filter
def found_by(method: str) -> str:
    """Return how a mention was found, in words."""
    return str(METHODS.get(method.partition(":")[0], method))
