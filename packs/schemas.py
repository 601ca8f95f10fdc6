"""Packs, as REST shows and changes them, and the names of packs and icons in input."""

import json
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

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


Wish = Literal["keep", "mask", "refuse", "ask"]


class PrivacyPatch(Input):
    """Parts of a pack's privacy policy; null means what the pack declares, absent parts stay."""

    secrets: Wish | None = Field(default=None, description="Keys, passwords and codes.")
    personal_data: Wish | None = Field(
        default=None, description="Numbers of people, cards and accounts, addresses."
    )
    health: Wish | None = Field(
        default=None, description="Statements on health; `ask` keeps them, and asks."
    )
    reveal: bool | None = Field(
        default=None, description="Whether `mask` keeps the original encrypted, for the owner."
    )


class PackPatch(Input):
    """Switch a pack on or off, and choose its privacy policy; its memories stay."""

    enabled: bool | None = None
    privacy: PrivacyPatch | None = None


class PrivacyOut(Output):
    """A pack's privacy policy, and which parts of it the person chose."""

    secrets: str
    personal_data: str
    health: str
    reveal: bool
    chosen: list[str]


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
    privacy: PrivacyOut
    memory_types: list[WordOut]
    categories: list[WordOut]
    entity_types: list[WordOut]
    relation_types: list[WordOut]
    memory_count: int
    entity_count: int
