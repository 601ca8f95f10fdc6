"""Leaving: what is kept of a person, the archive that was checked, and what was erased."""

from typing import Annotated

from pydantic import Field

from core.schemas import Input, Output, Text


class LeaveInput(Input):
    """The confirmation of a preview, and the password of the person."""

    confirm: Annotated[Text, Field(max_length=64)] = Field(
        default="", description="“confirmation” of the preview; empty for a preview."
    )
    password: Annotated[str, Field(max_length=1_000)] = Field(
        default="", description="The password of the person, to erase."
    )


class PersonPreview(Output):
    """How many rows of each table go with a person; ``confirmation`` changes with whatever is stored."""

    person: str
    confirmation: str
    rows: dict[str, int]
    notes: list[str]


class CheckedArchive(Output):
    """An archive that was read back: its hash, and how many rows of each kind it holds."""

    sha256: str
    rows: dict[str, int]


class PersonErased(Output):
    """How many rows of each table were erased with a person."""

    person: str
    rows: dict[str, int]


class LeaveOut(Output):
    """A preview with its checked archive, or what was erased."""

    preview: PersonPreview | None = None
    archive: CheckedArchive | None = None
    erased: PersonErased | None = None
