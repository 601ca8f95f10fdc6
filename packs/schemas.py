"""Packs, as REST shows and changes them."""

from typing import Annotated

from pydantic import Field

from core.schemas import Input, Output, Required

PackId = Annotated[Required, Field(max_length=32)]


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
    """An installed pack: what it brings, whether it is on, and how much it holds."""

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
