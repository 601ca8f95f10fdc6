"""Icons and built files, colors by class, bars, and the year by weeks."""

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from entities.models import type_key as key_of
from entities.styling import BUILT_IN, set_icon
from packs import registry

register = template.Library()
# The stylesheet has a class for every fifth degree.
HUE_STEP = 5
HUES_AROUND = 360
# A week's bar in a drawing of 742 × 44.
WEEK_PITCH, WEEK_FLOOR, WEEK_TALLEST, WEEK_SHORTEST = 14, 29, 26, 5
# In the sprite, “pin” marks a pinned memory.
SPRITE_NAMES = {"pin": "place"}


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


@lru_cache
def _fingerprint(name: str) -> str:
    found = finders.find(name)
    return sha256(Path(found).read_bytes()).hexdigest()[:10] if isinstance(found, str) else ""


@register.simple_tag
def asset(name: str) -> str:
    """Return the address of a built file, which changes when the file does."""
    return f"{static(name)}?v={_fingerprint(name)}"


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """Draw an icon of the sprite; it is decoration, so text must stand beside it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        css,
        asset("icons.svg"),
        name,
    )


@register.filter
def kind_icon(type_key: str) -> str:
    """Return the icon of an entity type by its primary key or key, as the reader chose it."""
    if own := set_icon(type_key):
        return known_icon(own)
    key = key_of(type_key)
    if key in BUILT_IN:
        shipped = BUILT_IN[key][0]
        return SPRITE_NAMES.get(shipped, shipped)
    return _declared_icon(key)


def _declared_icon(type_key: str) -> str:
    declared = (spec for pack in registry.all_packs() for spec in pack.entity_types)
    return known_icon(next((spec.icon for spec in declared if spec.key == type_key), ""))


@register.filter
def known_icon(name: str) -> str:
    """Return an icon that the sprite has; a tag if a type names another one."""
    return name if name in _sprite_names() else "tag"


@lru_cache
def _sprite_names() -> frozenset[str]:
    found = finders.find("icons.svg")
    text = Path(found).read_text("utf-8") if isinstance(found, str) else ""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))
