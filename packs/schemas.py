"""Packs, as REST shows and changes them, and the names of packs and icons in input."""

import json
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

from pydantic import Field

from core.schemas import Input, Output, Required

MOST_SUGGESTED = 3

PackId = Annotated[Required, Field(max_length=32)]


@lru_cache(maxsize=1)
def icon_names() -> tuple[str, ...]:
    """Return the names of the icons that the site has, in order."""
    listed = files("memory_site").joinpath("frontend", "icons.json").read_text("utf-8")
    return tuple(sorted(json.loads(listed)))


def icon_problem(name: str) -> str:
    """Return the error text of an unknown icon, with the nearest ones; empty for a known or no icon."""
    if not name or name in icon_names():
        return ""
    near = get_close_matches(name.casefold(), icon_names(), n=MOST_SUGGESTED, cutoff=0.4)
    return f"there is no icon “{name}”; nearest: {', '.join(near or icon_names())}"


class PackPatch(Input):
    """Switch a pack on or off; its memories stay."""

    enabled: bool


class Names(Output):
    """A name in both languages."""

    en: str
    ja: str


class WordOut(Output):
    """One word of a pack's vocabulary."""

    key: str
    name: Names


class PackOut(Output):
    """An installed pack: its vocabulary, whether it is on, and the counts of its rows."""

    id: str
    name: Names
    description: Names
    hue: int
    icon: str
    enabled: bool
    memory_types: list[WordOut]
    categories: list[WordOut]
    entity_types: list[WordOut]
    relation_types: list[WordOut]
    memory_count: int
    entity_count: int
