"""Replaying the journal: into an empty database, or beside the tables to compare them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS

from core.models import Revision

from .differences import ABSENT, UNTOLD, Difference, differences
from .reading import Replay, Target
from .storing import store

CHUNK = 2_000

__all__ = [
    "ABSENT",
    "UNTOLD",
    "Difference",
    "Replay",
    "Replayed",
    "Verified",
    "differences",
    "replay",
    "told",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Replayed:
    """How many entries gave how many rows; ``gaps`` are targets whose payload was erased."""

    entries: int
    rows: int
    gaps: frozenset[Target]


@dataclass(frozen=True, slots=True)
class Verified:
    """What comparing the tables with the journal found.

    ``unknown`` are entries that change a row which no entry had told of.
    """

    entries: int
    rows: int
    gaps: frozenset[Target]
    unknown: tuple[int, ...]
    differences: tuple[Difference, ...]

    @property
    def is_sound(self) -> bool:
        """Whether the journal tells exactly what the tables hold."""
        return not self.differences and not self.unknown


def told(revisions: Iterable[Revision] | None = None) -> Replay:
    """Return the rows that a journal tells of: the whole one where none is given."""
    return Replay().read(_whole() if revisions is None else revisions)


def replay(revisions: Iterable[Revision] | None = None, *, into: str) -> Replayed:
    """Store the rows that a journal tells of in the empty database ``into`` (an alias).

    What was erased leaves a gap, which is named and is no error.
    """
    read = told(revisions)
    return Replayed(read.entries, store(read.told, using=into), frozenset(read.gaps))


def verify() -> Verified:
    """Compare every row of the journalled tables with what the journal says of it."""
    read = told()
    return Verified(
        entries=read.entries,
        rows=sum(len(rows) for rows in read.told.rows.values()),
        gaps=frozenset(read.gaps),
        unknown=tuple(read.unknown),
        differences=tuple(differences(read)),
    )


def _whole(using: str = DEFAULT_DB_ALIAS) -> Iterator[Revision]:
    return Revision.objects.using(using).order_by("id").iterator(chunk_size=CHUNK)
