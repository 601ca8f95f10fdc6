"""Colours by class, bars, and the year by weeks."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from entities.models import type_key as key_of
from packs import registry

register = template.Library()
# The stylesheet has a class for every fifth degree.
HUE_STEP = 5
HUES_AROUND = 360
# A week's bar in a drawing of 742 × 44.
WEEK_PITCH, WEEK_FLOOR, WEEK_TALLEST, WEEK_SHORTEST = 14, 29, 26, 5


@register.filter
def hue(pack_id: str) -> str:
    """Return the class that sets a pack's hue."""
    spec = registry.find(pack_id)
    degrees = spec.hue if spec else 255
    return f"hue-{round(degrees / HUE_STEP) * HUE_STEP % HUES_AROUND}"


@register.filter
def kind(type_key: str) -> str:
    """Return the class that colours an entity type."""
    return f"kind kind-{key_of(type_key).lower()}"


@register.simple_tag
def bar(share: float, css: str = "") -> SafeString:
    """Draw a thin bar filled to ``share`` (0…1)."""
    filled = round(max(0.0, min(1.0, share)) * 100)
    return format_html(
        '<svg class="bar {}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="bar-track" width="100" height="4"/>'
        '<rect class="bar-fill" width="{}" height="4"/></svg>',
        css,
        filled,
    )


@register.simple_tag
def week_x(index: int) -> int:
    """Return where a week's bar begins."""
    return index * WEEK_PITCH


@register.simple_tag
def week_height(share: float) -> int:
    """Return how tall a week's bar is."""
    return round(WEEK_SHORTEST + (WEEK_TALLEST - WEEK_SHORTEST) * share)


@register.simple_tag
def week_y(share: float) -> int:
    """Return the top of a week's bar."""
    return WEEK_FLOOR - week_height(share)
