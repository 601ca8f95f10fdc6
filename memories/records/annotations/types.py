"""Read words for types: the known type that each means, or a note that it means none (ADR 0029)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz import fuzz

from core.caller import Caller
from core.errors import InvalidInput, Problem
from entities.models import EntityType, OwnedType
from entities.types.entity_types import entity_types
from graph.models import RelationScope, RelationType
from graph.services import relation_types
from memories.schemas.leniency.base import NoteOut
from packs import registry

from . import words
from .meaning import nearest_in_meaning
from .words import folded

CONCEPT = "Concept"
RELATED, RELATED_MEMORIES = "relates_to", "related"
NOTE, FACT, RELATION, TASK = "note", "fact", "relation", "task"
KINDS = dict.fromkeys((FACT, RELATION, TASK), "")
MOST_LISTED = 12
# Of 100, how alike the letters of two words are where one is the other misspelt.
MISSPELT = 85


def labels_of(types: Mapping[str, OwnedType]) -> dict[str, str]:
    """Return what people call these types, with commas between, by key."""
    return {key: f"{row.display_name},{row.display_name_en}" for key, row in types.items()}


def category_labels() -> dict[str, str]:
    """Return the categories of every pack, with the names that the packs give them."""
    return {word.key: f"{word.name.en},{word.name.ja}" for word in registry.categories()}


def told_unknown(given: str, what: str, known: Mapping[str, str], instead: str) -> str:
    """Say that a word is no type, what became of it, and which known ones are nearest in meaning."""
    near = nearest_in_meaning(given, known)
    nearest = f"; nearest in meaning: {', '.join(near)}" if near else ""
    return f"“{given}” is no {what}{instead}{nearest}; known are {_listed(near, known)}"


def unknown_type(field: str, given: str, what: str, known: Mapping[str, str]) -> Problem:
    """Return the problem of a word that is no type, for a caller who can send another one.

    A word that differs in a letter or two is misspelt; others have those nearest in meaning.
    """
    code = f"unknown_{what.replace(' ', '_')}"
    misspelt = [key for key in known if fuzz.ratio(folded(given), folded(key)) >= MISSPELT]
    if not misspelt:
        return Problem(field, code, told_unknown(given, what, known, ""))
    told = f"“{given}” is no {what}; nearest: {', '.join(misspelt)}"
    return Problem(field, code, f"{told}; known are {_listed(misspelt, known)}")


def _listed(first: Sequence[str], known: Mapping[str, str]) -> str:
    keys = [*first, *(key for key in known if key not in first)]
    return f"{', '.join(keys[:MOST_LISTED])}{', …' if len(keys) > MOST_LISTED else ''}"


@dataclass
class TypeReader:
    """Reads words for types for one caller; the types are loaded where a word is read.

    Everyday words in English and Japanese are taken in any case. What is none is replaced by the
    most general type, and ``notes`` say so.
    """

    caller: Caller
    notes: list[NoteOut] = field(default_factory=list)

    @cached_property
    def entity_types(self) -> dict[str, EntityType]:
        """Entity types visible to the caller, by key."""
        return entity_types(self.caller.base_user)

    @cached_property
    def between_entities(self) -> dict[str, RelationType]:
        """Relation types between entities, by key."""
        return relation_types(RelationScope.ENTITIES, self.caller.base_user)

    @cached_property
    def between_memories(self) -> dict[str, RelationType]:
        """Link types between memories, by key."""
        return relation_types(RelationScope.MEMORIES, self.caller.base_user)

    def memory_type(self, given: str, *, instead: str = NOTE) -> str:
        """Return the memory type that a word means, else ``instead``."""
        known = words.memory_type_labels()
        found = words.known_word(given, known, words.MEMORIES)
        return found or self._unknown("memory_type", given, "memory type", instead, known)

    def category(self, given: str) -> str:
        """Return the category that a word means, else nothing."""
        known = category_labels()
        found = words.known_word(given, known, {})
        return found or self._unknown("category", given, "category", "", known)

    def entity_type(self, given: str, path: str = "type", *, instead: str = CONCEPT) -> str:
        """Return the entity type that a word means; Concept for none."""
        known = labels_of(self.entity_types)
        found = words.known_word(given, known, words.ENTITIES) if given.strip() else CONCEPT
        return found or self._unknown(path, given, "entity type", instead, known)

    def relation_type(self, given: str, path: str = "type") -> str:
        """Return the type between entities that a word means; relates_to for none."""
        known = labels_of(self.between_entities)
        found = words.known_word(given, known, words.RELATIONS) if given.strip() else RELATED
        return found or self._unknown(path, given, "relation type", RELATED, known)

    def link_type(self, given: str, path: str = "type") -> str:
        """Return the type between memories that a word means; related for none."""
        known = labels_of(self.between_memories)
        found = words.known_word(given, known, words.LINKS) if given.strip() else RELATED_MEMORIES
        return found or self._unknown(path, given, "link type", RELATED_MEMORIES, known)

    def kind(self, given: str, path: str) -> str:
        """Return the kind of state that a word means; fact for none."""
        found = words.known_word(given, KINDS, words.KINDS)
        return found or self._unknown(path, given, "kind of state", FACT, KINDS)

    def predicate(self, given: str, kind: str, path: str = "") -> tuple[str, str]:
        """Return the kind and key of what is stated; an empty key if the words make none.

        A relation of no known type is a fact.
        """
        known = words.known_word(given, labels_of(self.between_entities), words.RELATIONS)
        key = known if given and known and kind != TASK else words.predicate_key(given)
        if given and not key:
            self.note(f"{path}predicate", f"“{given}” makes no key; it is in the value")
        if kind == RELATION and key not in self.between_entities:
            told = f"“{key}” is no relation type; it was stored as a fact"
            self.note(f"{path}kind", told)
            kind = FACT
        return kind, key

    def pack(self, given: str, otherwise: str) -> str | None:
        """Return the pack that a word means; None for none, with a note that ends in ``otherwise``."""
        if given in registry.pack_ids():
            return given
        known = {spec.id: f"{spec.name.en},{spec.name.ja}" for spec in registry.all_packs()}
        found = words.known_word(given, known, words.PACKS)
        if found is None:
            there = f"There are {', '.join(known)}"
            self.note("pack", f"there is no pack “{given}”; {otherwise}. {there}")
        return found

    def note(self, path: str, detail: str) -> None:
        """Note what was taken otherwise than it was given."""
        self.notes.append(NoteOut(field=path, detail=detail))

    def _unknown(
        self, path: str, given: str, what: str, instead: str, known: Mapping[str, str]
    ) -> str:
        became = f" and was stored as {instead}" if instead else " and was left out"
        self.note(path, told_unknown(given, what, known, became))
        return instead


def raise_notes(notes: Sequence[NoteOut]) -> None:
    """Raise InvalidInput with the notes, for those who can correct what they sent."""
    if notes:
        raise InvalidInput([Problem(note.field, "not_taken", note.detail) for note in notes])
