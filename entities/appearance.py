"""How entity types look: the icons and colours that a person set, beside those that ship.

The stylesheet has a colour for each type that ships, tuned so that they can be told apart; what
a person or a pack set replaces it. Their hue counts, its lightness is ours: contrast holds.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import transaction

from .models import EntityType

# What the types of the core were made with (icon, colour): where a row still says so, the
# stylesheet's own hold.
SHIPPED: Mapping[str, tuple[str, str]] = {
    "Person": ("user", "#0072b2"),
    "Location": ("pin", "#009e73"),
    "Event": ("calendar", "#d55e00"),
    "Concept": ("idea", "#8a6fb0"),
    "Object": ("box", "#7a6a53"),
    "Organization": ("building", "#56b4e9"),
    "TimeUnit": ("clock", "#999999"),
    "Task": ("check", "#e69f00"),
    "Document": ("file", "#b08d00"),
    "Technology": ("chip", "#cc79a7"),
    "Project": ("folder", "#4477cc"),
}
COLOUR = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{6})|[a-z]{3,24}|(?:rgb|hsl|hwb|oklch|oklab|lch|lab)\([\d\s.,%]+\)",
    re.IGNORECASE,
)
CLASS = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Lightness on paper and at night, and the most chroma, as in the stylesheet.
BY_DAY, AT_NIGHT, MOST_CHROMA = 0.5, 0.77, 0.15


def set_icon(type_name: str) -> str:
    """Return the icon that a person or a pack set for a type; empty where the shipped one holds."""
    return _set_icons().get(type_name, "")


@lru_cache(maxsize=1)
def _set_icons() -> dict[str, str]:
    rows = EntityType.objects.exclude(icon="").values_list("type_name", "icon")
    return {name: icon for name, icon in rows if SHIPPED.get(name, ("", ""))[0] != icon}


def forget_icons(**_signal: Any) -> None:
    """Read the icons anew when a type was changed; again once that is committed."""
    _set_icons.cache_clear()
    transaction.on_commit(_set_icons.cache_clear)


def stylesheet() -> str:
    """Return the classes that colour types as a person or a pack wants them."""
    rows = EntityType.objects.exclude(color="").order_by("type_name")
    return "".join(
        _rule(name, color)
        for name, color in rows.values_list("type_name", "color")
        if SHIPPED.get(name, ("", ""))[1] != color
        and CLASS.fullmatch(name)
        and COLOUR.fullmatch(color)
    )


def _rule(name: str, color: str) -> str:
    by_day, at_night = (
        f"oklch(from {color} {lightness} min(c, {MOST_CHROMA}) h)"
        for lightness in (BY_DAY, AT_NIGHT)
    )
    return f".kind-{name.lower()}{{--kind:light-dark({by_day},{at_night})}}\n"
