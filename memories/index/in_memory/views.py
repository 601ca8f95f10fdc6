"""What a search sees of a space, or of several small ones that are joined."""

import threading
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from .documents import Snapshot
from .vectors import SpaceVectors, VectorSums

# The numbers of the loaded documents and vectors, and the last change and vector in each.
Version = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SpacePart:
    """A space in a view: where its documents begin, and which version of it they are."""

    user_id: str
    first: int
    version: Version

    def moved(self, first: int) -> Self:
        """Return the same space with its documents from ``first`` on."""
        return replace(self, first=self.first + first)


@dataclass(frozen=True, slots=True)
class SpaceView:
    """The documents and vectors of one space, or of several one after the other."""

    members: tuple[SpacePart, ...]
    documents: Snapshot
    vectors: SpaceVectors | None
    sums: tuple[VectorSums, ...]
    lock: threading.RLock

    @property
    def user_ids(self) -> tuple[str, ...]:
        """The user ids of the spaces."""
        return tuple(member.user_id for member in self.members)

    @property
    def versions(self) -> tuple[Version, ...]:
        """Changes with any of the spaces."""
        return tuple(member.version for member in self.members)

    def slices(self) -> Iterator[tuple[str, slice]]:
        """Yield each space with its part of the documents."""
        firsts = [member.first for member in self.members]
        ends = [*firsts[1:], len(self.documents)]
        for member, first, end in zip(self.members, firsts, ends, strict=True):
            yield member.user_id, slice(first, end)

    def owner_of(self, document: int) -> str:
        """Return the user id of a document."""
        firsts = [member.first for member in self.members]
        return self.members[bisect_right(firsts, document) - 1].user_id
