"""The report of the quality of a graph, and what a cleaning removes."""

from uuid import UUID

from pydantic import Field

from core.schemas import Output

from .rules import Severity


class QualityExample(Output):
    """A row that a finding counts, by its public id, or the number of a link, tag or context."""

    kind: str = Field(description="link, relation, entity, tag or context")
    id: UUID | int
    title: str


class QualityFinding(Output):
    """A rule or a weak spot, how many rows it concerns, and the first of them."""

    rule: str
    severity: Severity
    count: int
    examples: list[QualityExample]


class GraphQualityOut(Output):
    """The rules and weak spots of a caller's graph, also those that nothing breaks."""

    links: int
    relations: int
    entities: int
    findings: list[QualityFinding]


class CleaningOut(Output):
    """What a cleaning removed of one person, by kind of row; the changes undo it.

    A dry run removes nothing and has no changes.
    """

    dry_run: bool
    removed: dict[str, int]
    examples: list[str]
    changes: list[UUID]
