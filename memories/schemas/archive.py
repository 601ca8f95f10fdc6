"""Exports and imports: what is asked, and what became of each member of an archive."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from core.encryption import Protection
from core.schemas import NOT_BLANK, Input, Moment, Output, Required, Text, check_filled


class ExportPart(Input):
    """Which memories are exported; all by default."""

    pack: list[Text] | None = Field(default=None, description="These packs only.")
    since: Moment | None = Field(default=None, description="Created at or after this time.")
    namespace: Text = Field(default="", description="In this namespace or below it.")

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return not (self.pack or self.since or self.namespace.strip("/"))


class ArchiveExport(ExportPart):
    """What an archive holds, and what it is encrypted with."""

    # An empty one, as of a variable that is not set, is no wish for a file that anybody can read.
    passphrase: Annotated[
        str, AfterValidator(check_filled), Field(max_length=1_000, json_schema_extra=NOT_BLANK)
    ] = Field(default="", description="Encrypts the file; whoever imports it needs the passphrase.")
    recipient: list[Required] = Field(
        default_factory=list, min_length=1, max_length=20,
        description="age recipients (`age1…`) for whom the file is encrypted.",
    )  # fmt: skip

    @property
    def protection(self) -> Protection:
        """What the file is encrypted with."""
        return Protection(self.passphrase, tuple(self.recipient))


class ArchiveImportQuery(Input):
    """How to import an archive."""

    check: bool = Field(default=False, description="Check and count only; nothing is stored.")


class ArchiveMemberOut(Output):
    """What became of the lines of a member."""

    created: int
    unchanged: int = Field(description="Lines whose rows were here already.")
    left_out: int = Field(
        description="Lines of what was forgotten here, and history of rows that keep their own."
    )


class ArchiveConflictOut(Output):
    """A row that says something else here than in the archive; it stays as it is here."""

    member: str
    line: int
    id: str


class ArchiveImported(Output):
    """What an import did, or would do."""

    is_check: bool
    members: dict[str, ArchiveMemberOut] = Field(description="By member, without those of no line.")
    created: int
    unchanged: int
    left_out: int
    conflict_count: int
    conflicts: list[ArchiveConflictOut] = Field(description="The first 100.")
    restored: int = Field(description="Memories of an undone import that were brought back.")
    hidden: int = Field(description="Memories that are hidden here, and stay so.")
    masked: int = Field(description="New rows in which the policies of their packs masked words.")
    private: int = Field(description="New rows whose private parts were left out.")
    redated: int = Field(
        description="New memories from before 1970 or the future: stored as said now."
    )
    asked: int = Field(description="New questions in the inbox about rows that say something else.")
    change_id: UUID | None = Field(description="The change by which the import is undone.")
