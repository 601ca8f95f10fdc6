"""Replay the journal into an empty database, or in memory to verify the tables. Imports core.journal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS

from core.models import Revision

from .apply import Replay, Target, insert_rows
from .compare import ABSENT, UNREADABLE, UNRECORDED, Difference, differences, unreadable
from .reading import UnreadableRow, readable

CHUNK = 2_000

__all__ = [
    "ABSENT",
    "UNREADABLE",
    "UNRECORDED",
    "Difference",
    "Replay",
    "Replayed",
    "Verified",
    "differences",
    "read_journal",
    "replay",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Replayed:
    """Counts of entries and rows; ``gaps`` are targets with erased payloads."""

    entries: int
    rows: int
    gaps: frozenset[Target]


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of comparing the tables with the journal.

    ``unknown`` are entries that modify a row that no earlier entry created.
    """

    entries: int
    rows: int
    gaps: frozenset[Target]
    unknown: tuple[int, ...]
    differences: tuple[Difference, ...]

    @property
    def is_sound(self) -> bool:
        """Return whether the tables match the journal exactly."""
        return not self.differences and not self.unknown


def read_journal(revisions: Iterable[Revision] | None = None) -> Replay:
    """Return the rows that these entries describe; by default, those of the whole journal."""
    return Replay().read(_whole() if revisions is None else revisions)


def replay(revisions: Iterable[Revision] | None = None, *, into: str) -> Replayed:
    """Store the rows that a journal describes in the empty database ``into`` (an alias).

    Erased entries leave gaps, which are reported and are not errors.
    """
    read = read_journal(revisions)
    return Replayed(read.entries, insert_rows(read.expected, using=into), frozenset(read.gaps))


def verify() -> Verified:
    """Compare every row of the journaled tables with the journal."""
    damaged: list[UnreadableRow] = []
    read = read_journal(readable(Revision.objects.all(), damaged))
    return Verified(
        entries=read.entries,
        rows=sum(len(rows) for rows in read.expected.rows.values()),
        gaps=frozenset(read.gaps),
        unknown=tuple(read.unknown),
        differences=(*map(unreadable, damaged), *differences(read)),
    )


def _whole(using: str = DEFAULT_DB_ALIAS) -> Iterator[Revision]:
    return Revision.objects.using(using).order_by("id").iterator(chunk_size=CHUNK)
