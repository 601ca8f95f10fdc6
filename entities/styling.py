"""Style entity types: labels, icons and colors that a person or a pack set.

The stylesheet has a color for each built-in type; a color that was set replaces it, with the
lightness of the stylesheet, so that contrast stays.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import transaction

from core.caller import current_reader
from entities.models.types import by_key, types_by_id
from entities.types.entity_types import entity_types

from .models import EntityType, type_key

# Icon and color that built-in types are created with: a row that still has them uses the stylesheet.
BUILT_IN: Mapping[str, tuple[str, str]] = {
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
COLOR = re.compile(
    r"#(?:[0-9a-f]{3}|[0-9a-f]{6})|[a-z]{3,24}|(?:rgb|hsl|hwb|oklch|oklab|lch|lab)\([\d\s.,%]+\)",
    re.IGNORECASE,
)
CLASS = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Lightness in the light and dark theme, and maximal chroma, as in the stylesheet.
LIGHT, DARK, MOST_CHROMA = 0.5, 0.77, 0.15


def type_name(type_id: str) -> str:
    """Return the reader's label of a type, by its primary key or key."""
    row = _types(current_reader()).get(type_id)
    return row.label if row else type_key(type_id)


def set_icon(type_id: str) -> str:
    """Return the icon set for a type by the reader, the operator or a pack; else empty."""
    row = _types(current_reader()).get(type_id)
    icon = row.icon if row else ""
    return "" if BUILT_IN.get(type_id, ("", ""))[0] == icon else icon


@lru_cache(maxsize=64)
def _types(base_user: str) -> dict[str, EntityType]:
    """Return one person's types by primary key, and by key."""
    types = types_by_id(EntityType, base_user)
    return types | by_key(types.values())


def forget_types(**_signal: Any) -> None:
    """Clear the cache of types now, and after the commit."""
    _types.cache_clear()
    transaction.on_commit(_types.cache_clear)


def stylesheet(base_user: str = "") -> str:
    """Return the CSS classes of the colors that a person, the operator or a pack set."""
    return "".join(
        _rule(key, row.color)
        for key, row in sorted(entity_types(base_user).items())
        if row.color
        and BUILT_IN.get(key, ("", ""))[1] != row.color
        and CLASS.fullmatch(key)
        and COLOR.fullmatch(row.color)
    )


def _rule(name: str, color: str) -> str:
    light, dark = (
        f"oklch(from {color} {lightness} min(c, {MOST_CHROMA}) h)" for lightness in (LIGHT, DARK)
    )
    return f".kind-{name.lower()}{{--kind:light-dark({light},{dark})}}\n"
