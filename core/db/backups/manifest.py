"""What a backup says of itself: written as JSON, and checked whenever it is read."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from pydantic import AwareDatetime, ConfigDict, Field, TypeAdapter
from pydantic_core import to_json

FORMAT = "wasurena-backup"
VERSION = 2
# Beyond these, times cannot be shown in every zone.
EARLIEST, LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself, without any text of the memories."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    created_at: Annotated[AwareDatetime, Field(ge=EARLIEST, lt=LATEST)]
    # daily, manual, upgrade or repair.
    reason: str
    # The version of the program that made it.
    program: str
    # How the database in it is encrypted, besides its own key.
    protection: Annotated[str, Field(pattern="^(none|passphrase|recipient)$")]
    # Whether the database is encrypted with WASURENA_DB_KEY.
    has_key: bool
    database_bytes: Annotated[int, Field(ge=0)]
    migrations: Sequence[str] = field(default=())
    # The installation that made it; empty before version 2 of the format.
    instance: str = ""

    @property
    def encryption(self) -> str:
        """How it is encrypted, in one word: none, key, passphrase or recipient."""
        return "key" if self.protection == "none" and self.has_key else self.protection

    def as_json(self) -> bytes:
        """Return the manifest as it stands in the file."""
        values = {**asdict(self), "created_at": self.created_at.isoformat()}
        head = {"format": FORMAT, "format_version": VERSION}
        return json.dumps({**head, **values}, indent=1).encode() + b"\n"


_manifests = TypeAdapter(Manifest)


def checked_manifest(values: dict[str, Any]) -> Manifest:
    """Return the manifest with these values.

    Raises:
        ValueError: one of them is missing, unknown, or not what it has to be.
    """
    return _manifests.validate_json(to_json(values))
