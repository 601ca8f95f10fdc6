"""The manifest of an archive: what the other members hold, and how to check them."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Literal["wasurena-archive"] = "wasurena-archive"
# Grows when a reader of the last version could misunderstand a file.
SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
MOST_MANIFEST_BYTES = 1_000_000


class Strict(BaseModel):
    """A part of the manifest: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Member(Strict):
    """One member: its name, lines, bytes and hash; ``numbers`` is the highest row number."""

    name: str
    lines: int = Field(ge=0)
    numbers: int = Field(default=0, ge=0, lt=2**40)
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class ChosenPart(Strict):
    """What an archive of a part was limited to."""

    packs: list[str] | None = None
    since: datetime | None = None
    namespace: str | None = None


class Manifest(Strict):
    """What an archive holds, who wrote it and when; ``part`` if it is not all."""

    format: Literal["wasurena-archive"] = FORMAT
    schema_version: int
    product: str
    person: str
    exported_at: datetime
    part: ChosenPart | None = None
    members: list[Member]
