"""Imports of archives: what is asked, and what became of each member."""

from pydantic import Field

from core.schemas import Input, Output


class ArchiveImportQuery(Input):
    """How to import an archive."""

    check: bool = Field(default=False, description="Check and count only; nothing is stored.")


class ArchiveMemberOut(Output):
    """What became of the lines of a member."""

    created: int
    unchanged: int = Field(description="Lines whose rows were here already.")
    left_out: int = Field(description="Lines of what was forgotten here.")


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
