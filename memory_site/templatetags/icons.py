"""Icons and built files."""

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
# In the sprite, “pin” marks a pinned memory.
SPRITE_NAMES = {"pin": "place"}


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
    """Return an icon that the sprite has; a tag where a type names another one."""
    return name if name in _sprite_names() else "tag"


@lru_cache
def _sprite_names() -> frozenset[str]:
    found = finders.find("icons.svg")
    text = Path(found).read_text("utf-8") if isinstance(found, str) else ""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))
