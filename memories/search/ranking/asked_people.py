"""Whom a question names, and whether a hit is of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from memories.index.in_memory.rows import encode
from memories.models import ItemKind
from memories.schemas import EntityRef, MemoryOut
from memories.search.candidates.search_context import SearchContext
from nlp.questions import names_asked, normalize


@dataclass(frozen=True, slots=True)
class Found:
    """What is read of a hit: the item, its text, its normal speaker, and the entities it mentions."""

    item: int
    text: str
    speaker: str
    entities: Sequence[EntityRef]

    @classmethod
    def of_memory(cls, pk: int, memory: MemoryOut) -> Self:
        """Read a memory."""
        return cls(encode(pk), memory.text, normalize(memory.speaker), memory.entities)

    @classmethod
    def of_state(cls, pk: int, text: str, subject: EntityRef | None) -> Self:
        """Read a state."""
        return cls(encode(pk, ItemKind.STATE), text, "", [subject] if subject else [])


@dataclass(slots=True)
class Named:
    """A person or thing that the question names: the spellings used, and the entities so called."""

    names: set[str]
    ids: set[UUID]

    def is_called(self, name: str, uid: UUID | None) -> bool:
        """Whether another name is one of the same, by entity or by a part of the name."""
        return uid in self.ids or any(overlaps(name, other) for other in self.names)

    def is_in(self, found: Found, text: str) -> bool:
        """Whether a hit mentions it, says its name, or is said by it."""
        if any(entity.id in self.ids for entity in found.entities):
            return True
        return self.is_said(text, found.speaker)

    def is_said(self, text: str, speaker: str) -> bool:
        """Whether a text holds the name, or its speaker is so called."""
        return any(name in text or name in speaker for name in self.names)


def known_people(search: SearchContext) -> list[Named]:
    """Return what the question names, with the entities and speakers of one name together."""
    named: list[Named] = []
    spoken = [(name, None) for name in search.speakers.values()]
    for name, uid in [*((name, uid) for uid, name in search.named), *spoken]:
        folded = normalize(name)
        known = next((each for each in named if each.is_called(folded, uid)), None)
        if known is None:
            named.append(known := Named(set(), set()))
        known.names.add(folded)
        known.ids |= {uid} if uid else set()
    return named


def other_people(question: str, known: Sequence[Named]) -> list[Named]:
    """Return the names in a question that no entity and no speaker has."""
    return [
        Named({name}, set())
        for name in map(normalize, names_asked(question))
        if not any(person.is_called(name, None) for person in known)
    ]


def overlaps(one: str, other: str) -> bool:
    """Whether one name is a part of the other."""
    return one in other or other in one
