"""How entity types look: the icons and colours that a person set, beside those that ship.

The stylesheet has a colour for each type that ships, tuned so that they can be told apart; what
a person or a pack set replaces it. Their hue counts, its lightness is ours: contrast holds.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import transaction

from core.caller import current_reader

from .models import EntityType, type_key
from .type_catalog import entity_types, keyed, types_by_id

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


def type_name(type_id: str) -> str:
    """Return what the reader calls a type, by its primary key or key."""
    row = _types(current_reader()).get(type_id)
    return row.label if row else type_key(type_id)


def set_icon(type_id: str) -> str:
    """Return the icon set for a type by the reader, the operator or a pack; else empty."""
    row = _types(current_reader()).get(type_id)
    icon = row.icon if row else ""
    return "" if SHIPPED.get(type_id, ("", ""))[0] == icon else icon


@lru_cache(maxsize=64)
def _types(base_user: str) -> dict[str, EntityType]:
    """Return one person's types by primary key, and by key."""
    types = types_by_id(EntityType, base_user)
    return types | keyed(types.values())


def forget_types(**_signal: Any) -> None:
    """Read the types again when one was changed; again once that is committed."""
    _types.cache_clear()
    transaction.on_commit(_types.cache_clear)


def stylesheet(base_user: str = "") -> str:
    """Return the classes that color types as a person, the operator or a pack wants them."""
    return "".join(
        _rule(key, row.color)
        for key, row in sorted(entity_types(base_user).items())
        if row.color
        and SHIPPED.get(key, ("", ""))[1] != row.color
        and CLASS.fullmatch(key)
        and COLOUR.fullmatch(row.color)
    )


def _rule(name: str, color: str) -> str:
    by_day, at_night = (
        f"oklch(from {color} {lightness} min(c, {MOST_CHROMA}) h)"
        for lightness in (BY_DAY, AT_NIGHT)
    )
    return f".kind-{name.lower()}{{--kind:light-dark({by_day},{at_night})}}\n"
